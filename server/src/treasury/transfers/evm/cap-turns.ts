/** What waits for the daily cap of a vault. */
export interface CappedTransfer {
  transfer_id: string;
  merchant_id: string | null;
  /** numeric(78, 0), as text. */
  units: string;
}

/**
 * The ids of those that the rest of the cap is for. The merchant who had least of the cap lately is first, with the oldest
 * transfer that fits. So nobody uses up the cap of each day while others wait. `had` has units by merchant.
 */
export function withinCap(
  left: bigint,
  waiting: readonly CappedTransfer[],
  had: ReadonlyMap<string, bigint>,
): Set<string> {
  const sums = new Map(waiting.map((one) => [one.merchant_id ?? '', had.get(one.merchant_id ?? '') ?? 0n]));
  const sumOf = (one: CappedTransfer) => sums.get(one.merchant_id ?? '') ?? 0n;
  const granted = new Set<string>();
  for (;;) {
    const fitting = waiting.filter((one) => !granted.has(one.transfer_id) && BigInt(one.units) <= left);
    const [first, ...others] = fitting;
    if (!first) return granted;
    const next = others.reduce((best, one) => (sumOf(one) < sumOf(best) ? one : best), first);
    granted.add(next.transfer_id);
    left -= BigInt(next.units);
    sums.set(next.merchant_id ?? '', sumOf(next) + BigInt(next.units));
  }
}
