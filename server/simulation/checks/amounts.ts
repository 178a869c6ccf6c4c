import { dueUnits, possibleShares } from '../oracle/amounts.ts';
import type { Simulation } from '../simulation.ts';
import { type Account, accountsOf, minorOf, type Paid } from './accounts.ts';
import type { AnyOrder } from './coins.ts';
import { assetsInDebt } from './debts.ts';
import { decimalsOf } from './option-money.ts';
import { checkPayoutAmounts } from './payout-amounts.ts';
import { type Balance, checkSolvency } from './solvency.ts';

/** Amounts are right to the unit: quotes, what payments took, their payer, refunds, payouts and balances. */
export async function checkAmounts(simulation: Simulation): Promise<string[]> {
  if (simulation.isRestored) return [];
  const accounts = await accountsOf(simulation);
  const inDebt = await assetsInDebt(simulation);
  const balances = await simulation.world.database.query<Balance>(`
    select a.merchant_id, a.kind, a.chain, a.token, (-sum(e.units))::text as units
    from ledger_lines e join ledger_accounts a using (account_id)
    where a.kind in ('merchant_balance', 'unapplied') group by 1, 2, 3, 4`);
  return accounts.flatMap((account) => [
    ...wrongQuotes(simulation, account),
    ...account.payments.flatMap((paid) => [
      ...wrongCredit(paid),
      ...wrongEvent(account, paid),
      ...wrongRefunds(account, paid),
    ]),
    ...checkPayoutAmounts(simulation, account),
    ...checkSolvency(simulation, account, balances, inDebt),
  ]);
}

/** At one of the prices that there were while the shop waited for the answer. */
function wrongQuotes({ world }: Simulation, { merchant: { shop } }: Account): string[] {
  const orders: AnyOrder[] = [...shop.orders, ...shop.solanaOrders];
  return orders.flatMap(({ paymentId, amountMinor, currency, options }) =>
    options.flatMap(({ token, quotes }) =>
      quotes.flatMap(({ units, askedAt, answeredAt }) => {
        const usd = world.prices.usdPerCurrency(currency);
        const possible = world.prices
          .usdPerTokenBetween(token, askedAt, answeredAt)
          .map((price) => dueUnits(amountMinor, usd, price, decimalsOf(token)));
        if (possible.includes(units)) return [];
        return [`amounts: ${paymentId} asks for ${units} ${token}, not ${possible.join(' or ')}`];
      }),
    ),
  );
}

function wrongCredit({ order, answer, chain, token, coins, credits }: Paid): string[] {
  const { paymentId } = order;
  const shown = minorOf(answer.token_amount ?? '') * 10n ** BigInt(decimalsOf(token) - 6);
  const isBooked = credits.some(
    ({ booked }) => booked - (booked % 10n ** BigInt(decimalsOf(token) - 6)) === shown,
  );
  const problems = isBooked
    ? []
    : [
        `amounts: ${paymentId} is booked with ${shown}, not ${credits.map(({ booked }) => booked).join(' or ')}`,
      ];
  const payer = answer.payer_address?.toLowerCase() ?? null;
  // Native money that a node hid is found by its balance, which does not always tell who sent it.
  const isUnnamed = payer === null && token === 'ETH' && coins.some(({ isDoubted }) => isDoubted);
  if (chain !== 'solana' && !isUnnamed && !credits.some((credit) => credit.payer === payer))
    problems.push(`amounts: ${paymentId} is said to be paid by ${payer}, not ${credits[0]?.payer}`);
  return problems;
}

/** The event that the merchant was sent says what the payment then was, and names the option of the one before. */
function wrongEvent({ merchant: { inbox } }: Account, { answer }: Paid): string[] {
  const told = inbox.completed.get(answer.payment_id);
  const before = inbox.processing.get(answer.payment_id);
  const option = (event: Record<string, unknown>) => `${event['token']} on ${event['chain']}`;
  if (told && before && option(told) !== option(before))
    return [
      `events: ${answer.payment_id} was detected by ${option(before)}, and completed by ${option(told)}`,
    ];
  const fields = [
    'amount',
    'currency',
    'chain',
    'token',
    'token_amount',
    'payer_address',
    'tx_hash',
  ] as const;
  return fields.flatMap((name) =>
    told && told[name] !== answer[name]
      ? [`events: ${answer.payment_id} was told with ${name} ${told[name]}, and has ${answer[name]}`]
      : [],
  );
}

/** One that failed can have come before any of the others, so they are not certain beside it. */
function wrongRefunds({ answers, out }: Account, { order, credits }: Paid): string[] {
  const own = answers.refunds.filter(({ payment_id }) => payment_id === order.paymentId);
  if (own.some(({ status }) => status !== 'completed')) return [];
  const amounts = own.map(({ amount }) => minorOf(amount));
  const paid = own.map(({ refund_id }) => out.get(refund_id)?.units);
  const isRight = credits.some(({ booked, fee }) =>
    possibleShares({ amountMinor: order.amountMinor, booked, fee }, amounts).some((shares) =>
      shares.every(({ units }, index) => units === paid[index]),
    ),
  );
  return isRight ? [] : [`amounts: refunds of ${order.paymentId} over ${amounts} paid ${paid}`];
}
