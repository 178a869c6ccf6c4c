/** What a transaction offers per gas (EIP-1559). */
export interface Fees {
  maxFee: bigint;
  tip: bigint;
}

/** Nodes replace a transaction for 10 % more, some for 12.5 %. */
const bumpPerMille = 1125n;
/** A transaction that offers so many times the market is not waiting for its price. */
const enough = 10n;

/** Twice the base fee: it can rise by an eighth in each block. */
export function marketFees({ baseFee, tip }: { baseFee: bigint; tip: bigint }): Fees {
  return { maxFee: 2n * baseFee + tip, tip };
}

/** Null when a higher offer would not help. */
export function bumpedFees(before: Fees, market: Fees): Fees | null {
  if (before.maxFee >= enough * market.maxFee && before.tip >= market.tip) return null;
  const tip = larger(bumped(before.tip), market.tip);
  return { tip, maxFee: larger(larger(bumped(before.maxFee), market.maxFee), tip) };
}

function bumped(value: bigint): bigint {
  return (value * bumpPerMille) / 1000n + 1n;
}

function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
