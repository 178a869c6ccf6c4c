import type { Fault } from './faults.ts';
import { type Base, type HistoryOptions, type Outcome, runHistory } from './history.ts';

/** Null when none of the histories fails. */
export async function firstFailure(
  base: Base,
  options: Omit<HistoryOptions, 'seed'>,
  firstSeed: number,
  histories: number,
): Promise<Outcome | null> {
  for (let seed = firstSeed; seed < firstSeed + histories; seed++) {
    const outcome = await runHistory(base, { ...options, seed });
    if (outcome.problems.length > 0) return outcome;
  }
  return null;
}

/**
 * The fewest faults with which the history still fails: takes away halves, then quarters, down to single ones, as long as
 * something is wrong without them.
 */
export async function shrink(base: Base, options: HistoryOptions, failed: Outcome): Promise<Outcome> {
  let best = failed;
  for (
    let size = Math.ceil(best.planned.length / 2);
    size >= 1;
    size = size === 1 ? 0 : Math.ceil(size / 2)
  ) {
    for (let from = 0; from < best.planned.length; ) {
      const faults = without(best.planned, from, size);
      const tried = await runHistory(base, { ...options, faults, keepsTrace: true });
      if (tried.problems.length > 0) best = tried;
      else from += size;
    }
  }
  return best;
}

function without(faults: readonly Fault[], from: number, size: number): Fault[] {
  return faults.filter((_, index) => index < from || index >= from + size);
}
