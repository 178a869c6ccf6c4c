/*
 * What amounts are right, by the rules that merchants are told (docs/live-chains.md, docs/refunds.md, docs/payouts.md), and
 * apart from the service: nothing here is imported from it.
 */

/** Money that came for a payment in time, in its chain and token, in the order of the chain. */
export interface Coin {
  units: bigint;
  /** What it counts for, as units of the last quote: money that came at another price counts at that. */
  counts: bigint;
  /** Null when nobody knows who sent it. */
  from: string | null;
}

/** What can become of the coins: it depends on which of them were final together. */
export interface Credit {
  /** What the payment was booked with when it completed. */
  booked: bigint;
  /** Taken of each coin. */
  taken: readonly bigint[];
  /** The operator's part of what was taken. */
  fee: bigint;
  /** Who sent most of what was final then. */
  payer: string | null;
}

const whole = 10_000n;
const part = (units: bigint, bps: number) => (units * BigInt(bps)) / whole;
const sum = (numbers: readonly bigint[]) => numbers.reduce((total, one) => total + one, 0n);

/** Units of a token for an amount in hundredths, at dollars for one of each. Six decimals are shown, and rounded up to. */
export function dueUnits(
  amountMinor: bigint,
  usdPerCurrency: Fraction,
  usdPerToken: Fraction,
  decimals: number,
): bigint {
  const dividend = amountMinor * usdPerCurrency.over * usdPerToken.under * 10_000n;
  const divisor = usdPerCurrency.under * usdPerToken.over;
  const shown = dividend / divisor + (dividend % divisor === 0n ? 0n : 1n);
  return shown * 10n ** BigInt(decimals - 6);
}

export interface Fraction {
  over: bigint;
  under: bigint;
}

/** The least that pays a quote. */
function neededUnits(quote: bigint, toleranceBps: number): bigint {
  return quote - part(quote, toleranceBps);
}

/** All that can become of the coins, by the fees that may have held. None when they do not cover the quote. */
export function possibleCredits(
  quote: bigint,
  toleranceBps: number,
  feesBps: readonly number[],
  coins: readonly Coin[],
): Credit[] {
  return groupings(coins).flatMap((groups) =>
    feesBps.flatMap((bps) => creditOf(quote, toleranceBps, bps, groups) ?? []),
  );
}

/** Whether coins pay a quote that came in time. */
export function arePaying(quote: bigint, toleranceBps: number, coins: readonly Coin[]): boolean {
  return sum(coins.map(({ counts }) => counts)) >= neededUnits(quote, toleranceBps);
}

/** Every way in which the coins can become final one after the other. */
function groupings(coins: readonly Coin[]): Coin[][][] {
  const [first, ...rest] = coins;
  if (!first) return [[]];
  if (rest.length === 0) return [[[first]]];
  return groupings(rest).flatMap((groups) => {
    const [next = [], ...others] = groups;
    return [
      [[first], ...groups],
      [[first, ...next], ...others],
    ];
  });
}

function creditOf(
  quote: bigint,
  toleranceBps: number,
  feeBps: number,
  groups: readonly Coin[][],
): Credit | null {
  const most = quote + part(quote, toleranceBps);
  const until = groups.findIndex((_, index) =>
    arePaying(quote, toleranceBps, groups.slice(0, index + 1).flat()),
  );
  if (until < 0) return null;
  const completing = groups.slice(0, until + 1).flat();
  const paid = sum(completing.map(({ units }) => units));
  const worth = sum(completing.map(({ counts }) => counts));
  const booked = worth > most ? (paid * quote) / worth : paid;
  const taken: bigint[] = [];
  let counted = 0n;
  let fee = 0n;
  for (const group of [completing, ...groups.slice(until + 1)]) {
    const before = sum(taken);
    for (const coin of group) {
      const units = takenOf(coin, counted, sum(taken), booked, most);
      taken.push(units);
      counted += (coin.counts * units) / coin.units;
    }
    fee += part(sum(taken) - before, feeBps);
  }
  return { booked, taken, fee, payer: payerOf(completing) };
}

/** All of a coin up to the tolerance above the quote; else what is lacking to what was booked. */
function takenOf(coin: Coin, counted: bigint, before: bigint, booked: bigint, most: bigint): bigint {
  if (counted + coin.counts <= most) return coin.units;
  const lacking = booked > before ? booked - before : 0n;
  return coin.units < lacking ? coin.units : lacking;
}

/** Whoever sent most; the first of those who sent as much. */
function payerOf(coins: readonly Coin[]): string | null {
  const totals = new Map<string | null, bigint>();
  for (const { from, units } of coins) totals.set(from, (totals.get(from) ?? 0n) + units);
  const [first] = [...totals].toSorted(([, a], [, b]) => (a === b ? 0 : a > b ? -1 : 1));
  return first?.[0] ?? null;
}

export interface Share {
  units: bigint;
  /** Given back by the operator. */
  fee: bigint;
}

/**
 * What refunds of a payment pay, none of which failed: each its part of what is left, rounded down. In every order in which
 * they can have been asked for, since clocks differ.
 */
export function possibleShares(
  payment: { amountMinor: bigint; booked: bigint; fee: bigint },
  amounts: readonly bigint[],
): Share[][] {
  return ordersOf(amounts.map((_, index) => index)).map((order) => {
    let { amountMinor, booked, fee } = payment;
    const shares: Share[] = [];
    for (const index of order) {
      const minor = amounts[index] ?? 0n;
      const units = (booked * minor) / amountMinor;
      const back = booked === 0n ? 0n : (fee * units) / booked;
      const share = { units, fee: back < units ? back : units };
      shares[index] = share;
      amountMinor -= minor;
      booked -= share.units;
      fee -= share.fee;
    }
    return shares;
  });
}

export function ordersOf<T>(all: readonly T[]): T[][] {
  if (all.length === 0) return [[]];
  return all.flatMap((first) => ordersOf(all.filter((one) => one !== first)).map((rest) => [first, ...rest]));
}

/** What a schedule pays out of a balance; zero while the rest is worth less than the minimum, or than a cent. */
export function payableUnits(available: bigint, reserve: bigint, minimum: bigint, cent: bigint): bigint {
  const left = available - reserve;
  return left >= cent && left >= minimum ? left : 0n;
}
