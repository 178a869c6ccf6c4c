/** Fees per gas (EIP-1559). */
export interface Fees {
  maxFee: bigint;
  tip: bigint;
}

/** Nodes accept a replacement for 10 % more, some for 12.5 %. */
const bumpPerMille = 1125n;
/** A transaction that offers this many times the market fee is stuck for another reason. */
const enough = 10n;

/** Allows twice the base fee, which can rise by 12.5 % per block. */
export function marketFees({ baseFee, tip }: { baseFee: bigint; tip: bigint }): Fees {
  return { maxFee: 2n * baseFee + tip, tip };
}

/** The fees for a replacement. Null if a higher fee would not help. */
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
