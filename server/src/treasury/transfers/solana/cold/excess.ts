import { rateDecimals } from '../../../prices/rates.ts';

/** One token in the treasury. */
export interface HotMoney<Token extends string = string> {
  token: Token;
  decimals: number;
  /** What can be spent: without what is being sent. */
  held: bigint;
  /** What of it the ledger knows. */
  booked: bigint;
  /** What refunds and payouts of the next day need of it. */
  needed: bigint;
  /** Null without a price. */
  usdPerToken: bigint | null;
}

const oneUsd = 10n ** BigInt(rateDecimals);
/** A transfer costs a cent at most; one that moves less than this is not worth it. */
const leastUsd = oneUsd;

/** In units of 10^-8 USD. Null without a price for something that is there. */
export function worthOf(hot: readonly HotMoney[]): bigint | null {
  let worth = 0n;
  for (const one of hot) {
    if (one.held <= 0n) continue;
    if (one.usdPerToken === null) return null;
    worth += usdOf(one, one.held, one.usdPerToken);
  }
  return worth;
}

/**
 * What can leave of a token without anybody waiting for it. Of money that is not booked nobody knows that yet, and a node that
 * lags shows more than is there.
 */
export function spareOf({ held, booked, needed }: Pick<HotMoney, 'held' | 'booked' | 'needed'>): bigint {
  const known = held < booked ? held : booked;
  return known > needed ? known - needed : 0n;
}

/**
 * What goes to the cold address: what is above the maximum in all tokens together, and not needed. Of the first tokens first.
 * Nothing without a price: nobody knows what is above the maximum.
 */
export function excessOf<Token extends string>(
  hot: readonly HotMoney<Token>[],
  maxUsd: number,
): { token: Token; units: bigint }[] {
  const worth = worthOf(hot);
  if (worth === null) return [];
  let over = worth - BigInt(maxUsd) * oneUsd;
  const found: { token: Token; units: bigint }[] = [];
  for (const one of hot) {
    const { usdPerToken, decimals, token } = one;
    if (usdPerToken === null || usdPerToken === 0n || over < leastUsd) continue;
    const most = (over * 10n ** BigInt(decimals)) / usdPerToken;
    const spare = spareOf(one);
    const units = most < spare ? most : spare;
    const moved = usdOf(one, units, usdPerToken);
    if (moved < leastUsd) continue;
    found.push({ token, units });
    over -= moved;
  }
  return found;
}

function usdOf({ decimals }: Pick<HotMoney, 'decimals'>, units: bigint, usdPerToken: bigint): bigint {
  return (units * usdPerToken) / 10n ** BigInt(decimals);
}
