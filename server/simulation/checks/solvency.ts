import { hasLost, type Simulation } from '../simulation.ts';
import { type Account, type Paid, type Range, refundedOf } from './accounts.ts';
import type { UnappliedAnswer } from './answers.ts';
import type { Arrived } from './coins.ts';
import { decimalsOf } from './option-money.ts';
import { swapsOn } from './routes.ts';

export interface Balance {
  merchant_id: string;
  kind: string;
  chain: string;
  token: string;
  units: string;
}

/**
 * For each merchant on its own, in each asset: received - fees - refunds - payouts - returns is its balance and its unapplied
 * money, and neither is below zero.
 */
export function checkSolvency(
  simulation: Simulation,
  account: Account,
  balances: readonly Balance[],
  inDebt: ReadonlySet<string>,
): string[] {
  const { merchantId } = account.merchant;
  const own = balances.filter(({ merchant_id }) => merchant_id === merchantId);
  const assets = new Set([
    ...own.map(({ chain, token }) => `${chain} ${token}`),
    ...account.arrived.map(({ chain, token }) => `${chain} ${token}`),
  ]);
  return [...assets].flatMap((asset) => {
    const [chain = '', token = ''] = asset.split(' ');
    // A look-alike, which the service records by its contract.
    if (token.startsWith('0x') || inDebt.has(asset)) return [];
    // What a chain took back may have left before. No other merchant's balance is touched by that.
    if (account.merchant.shop.orders.some(({ deposit }) => deposit && hasLost(simulation, deposit)))
      return [];
    const has = (kind: string) =>
      BigInt(own.find((one) => one.kind === kind && one.chain === chain && one.token === token)?.units ?? 0);
    const { balance, unapplied } = expected(simulation, account, chain, token);
    return [
      ...outside(`balance of ${merchantId} in ${token} on ${chain}`, has('merchant_balance'), balance),
      ...outside(`unapplied money of ${merchantId} in ${token} on ${chain}`, has('unapplied'), unapplied),
    ];
  });
}

function outside(what: string, units: bigint, { least, most }: Range): string[] {
  if (units >= 0n && units >= least && units <= most) return [];
  return [
    `solvency: the ${what} is ${units}, and should be ${least === most ? least : `${least} to ${most}`}`,
  ];
}

const sum = (numbers: readonly bigint[]) => numbers.reduce((total, one) => total + one, 0n);

/** Everything that came, by what became of it. */
function expected(simulation: Simulation, account: Account, chain: string, token: string) {
  const { answers, out, arrived } = account;
  const left = (ids: readonly string[]) =>
    sum(
      ids.map((id) => {
        const one = out.get(id);
        return one?.token === token ? one.units : 0n;
      }),
    );
  const payments = account.payments.filter((one) => one.chain === chain && one.token === token);
  const credited = creditedOf(account, chain, token);
  const paidOut = left(
    answers.payouts.filter((one) => one.chain === chain).map(({ payout_id }) => payout_id),
  );
  const returned = left(
    answers.unapplied.filter((one) => one.chain === chain).map(({ unapplied_id }) => unapplied_id),
  );
  const came = sum(
    arrived.filter((one) => one.chain === chain && one.token === token).map(({ units }) => units),
  );
  const kept = rangeOf(payments.map((paid) => keptOf(account, paid)));
  const taken = rangeOf(
    payments.map(({ credits }) => hullOf(credits.map((credit) => exact(sum(credit.taken))))),
  );
  const swapped = account.merchant.owner.settlement.route_to ? swappedInto(simulation, token) : 0n;
  return {
    balance: plus(plus(kept, credited.kept), exact(swapped - paidOut)),
    unapplied: {
      least: came - taken.most - credited.units.most - returned,
      most: came - taken.least - credited.units.least - returned,
    },
  };
}

/** What a payment left in the balance, after its refunds. */
function keptOf(account: Account, paid: Paid): Range {
  return hullOf(
    paid.credits.map((credit) => {
      const whole = sum(credit.taken) - credit.fee;
      const refunded = refundedOf(account, paid, credit);
      return { least: whole - refunded.most, most: whole - refunded.least };
    }),
  );
}

/** Unapplied money that became the merchant's, less the fee of that time. */
function creditedOf(account: Account, chain: string, token: string) {
  const funds = account.answers.unapplied.filter(
    (one) => one.status === 'credited' && one.chain === chain && one.token === token,
  );
  const fees = account.merchant.owner.fees.map(({ bps }) => bps);
  const units = funds.map((fund) => hullOf(unitsOf(account, fund).map(exact)));
  const kept = funds.map((fund) =>
    hullOf(
      unitsOf(account, fund).flatMap((whole) =>
        fees.map((bps) => exact(whole - (whole * BigInt(bps)) / 10_000n)),
      ),
    ),
  );
  return { units: rangeOf(units), kept: rangeOf(kept) };
}

/** What no payment took of a coin, by what the answer shows of it. */
function unitsOf({ arrived, payments }: Account, fund: UnappliedAnswer): bigint[] {
  const step = 10n ** BigInt(decimalsOf(fund.token) - 6);
  const shown = BigInt(fund.token_amount.replace('.', '')) * step;
  const isIt = (coin: Arrived) =>
    coin.paymentId === fund.payment_id && coin.chain === fund.chain && coin.token === fund.token;
  const paid = payments.find(({ order }) => order.paymentId === fund.payment_id);
  const lefts = arrived.filter(isIt).flatMap((coin) => {
    const index = paid?.coins.indexOf(coin) ?? -1;
    if (index < 0 || !paid) return [coin.units];
    return paid.credits.map(({ taken }) => coin.units - (taken[index] ?? 0n));
  });
  return lefts.filter((units) => units - (units % step) === shown);
}

/** Of the merchant whose balances are exchanged; no other's are. */
function swappedInto(simulation: Simulation, token: string): bigint {
  return sum(
    swapsOn(simulation).map((swap) =>
      swap.token === token ? -swap.units : swap.toToken === token ? swap.arrived : 0n,
    ),
  );
}

const exact = (units: bigint): Range => ({ least: units, most: units });
const plus = (a: Range, b: Range): Range => ({ least: a.least + b.least, most: a.most + b.most });

function rangeOf(ranges: readonly Range[]): Range {
  return ranges.reduce(plus, exact(0n));
}

/** From the least to the most that is possible. */
function hullOf(ranges: readonly Range[]): Range {
  const [first = exact(0n), ...rest] = ranges;
  return rest.reduce(
    (all, { least, most }) => ({
      least: least < all.least ? least : all.least,
      most: most > all.most ? most : all.most,
    }),
    first,
  );
}
