import { type Credit, possibleCredits, possibleShares } from '../oracle/amounts.ts';
import type { Merchant } from '../people/merchant.ts';
import { hasLost, type Simulation } from '../simulation.ts';
import { type Answers, answersFor, type PaymentAnswer } from './answers.ts';
import { type AnyOrder, type Arrived, arrivedFor } from './coins.ts';
import { type CountedCoin, possibleMoney, quoteOf } from './option-money.ts';
import type { Out } from './out.ts';
import { outByTransfer } from './pay-ids.ts';

/** What a merchant should have, from the chains and from what it was told. */
export interface Account {
  merchant: Merchant;
  answers: Answers;
  arrived: Arrived[];
  payments: Paid[];
  /** What left, by refund, payout or unapplied funds. */
  out: ReadonlyMap<string, Out>;
}

/** A payment that is complete, and all that can have become of its money. */
export interface Paid {
  order: AnyOrder;
  answer: PaymentAnswer;
  /** The option by which it was paid. */
  chain: string;
  token: string;
  coins: Arrived[];
  credits: Credit[];
}

const settled = ['completed', 'partially_refunded', 'refunded'];
/** The clock goes back by up to three seconds, and clocks differ by up to two. */
const leewayMs = 6000;

export const minorOf = (amount: string): bigint => BigInt(amount.replace('.', ''));

export async function accountsOf(simulation: Simulation): Promise<Account[]> {
  const out = await outByTransfer(simulation);
  const accounts: Account[] = [];
  for (const merchant of simulation.merchants) {
    const answers = await answersFor(simulation, merchant);
    const arrived = arrivedFor(simulation, merchant);
    const payments = answers.payments.flatMap(
      (answer) => paidWith(simulation, merchant, arrived, answer) ?? [],
    );
    accounts.push({ merchant, answers, arrived, payments, out });
  }
  return accounts;
}

function paidWith(
  { world }: Simulation,
  merchant: Merchant,
  arrived: readonly Arrived[],
  answer: PaymentAnswer,
): Paid | null {
  const orders: AnyOrder[] = [...merchant.shop.orders, ...merchant.shop.solanaOrders];
  const order = orders.find(({ paymentId }) => paymentId === answer.payment_id);
  if (!order || !settled.includes(answer.status) || hasLost({ world }, order.deposit)) return null;
  const { chain = '', token = '' } = answer;
  const option = order.options.find((one) => one.chain === chain && one.token === token);
  const possible: CountedCoin[][] = option ? possibleMoney(world, order, option, arrived) : [[]];
  // Arrivals themselves, to be found again by.
  const coins = arrived.filter(({ hash }) => possible[0]?.some((one) => one.hash === hash));
  const fees = feesAt(merchant, Date.parse(answer.completed_at ?? ''));
  const credits = option
    ? possible.flatMap((counted) =>
        possibleCredits(quoteOf(option), merchant.toleranceBps, fees, counted).map((credit) => ({
          ...credit,
          taken: coins.map((coin) => credit.taken[counted.findIndex(({ hash }) => hash === coin.hash)] ?? 0n),
        })),
      )
    : [];
  return { order, answer, chain, token, coins, credits };
}

/** The fees that may have held at a time. */
function feesAt({ owner }: Merchant, atMs: number): number[] {
  return owner.fees
    .filter(({ fromMs }, index) => {
      const untilMs = owner.fees[index + 1]?.madeAtMs ?? Number.POSITIVE_INFINITY;
      return fromMs <= atMs + leewayMs && untilMs >= atMs - leewayMs;
    })
    .map(({ bps }) => bps);
}

/** A sum that is not always certain to the unit. */
export interface Range {
  least: bigint;
  most: bigint;
}

/** Of refunds: what the balance paid for them. None is certain beside one that failed. */
export function refundedOf({ answers, out, merchant }: Account, paid: Paid, credit: Credit): Range {
  const own = answers.refunds.filter(({ payment_id }) => payment_id === paid.order.paymentId);
  const units = own.reduce((sum, { refund_id }) => sum + (out.get(refund_id)?.units ?? 0n), 0n);
  if (merchant.refundFees === 'kept' || units === 0n) return { least: units, most: units };
  if (own.some(({ status }) => status !== 'completed')) return { least: units - credit.fee, most: units };
  const possible = possibleShares(
    { amountMinor: paid.order.amountMinor, booked: credit.booked, fee: credit.fee },
    own.map(({ amount }) => minorOf(amount)),
  );
  const fees = possible.map((shares) => shares.reduce((sum, { fee }) => sum + fee, 0n)).toSorted(byUnits);
  return { least: units - (fees.at(-1) ?? 0n), most: units - (fees[0] ?? 0n) };
}

const byUnits = (a: bigint, b: bigint) => (a === b ? 0 : a < b ? -1 : 1);
