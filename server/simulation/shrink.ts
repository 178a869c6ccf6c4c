import type { Base } from './base.ts';
import type { Fault } from './faults.ts';
import { type HistoryOptions, type Outcome, runHistory } from './history.ts';

/** Null when none of the histories fails. */
export function firstFailure(
  base: Base,
  options: Omit<HistoryOptions, 'seed'>,
  firstSeed: number,
  histories: number,
): Promise<Outcome | null> {
  return firstOf((seed) => runHistory(base, { ...options, seed }), firstSeed, histories, 1);
}

/** The history with the lowest seed that fails, of several at a time. `run` returns null when it is time to stop. */
export async function firstOf(
  run: (seed: number) => Promise<Outcome | null>,
  firstSeed: number,
  histories: number,
  atOnce: number,
): Promise<Outcome | null> {
  let found: Outcome | null = null;
  let [next, end] = [firstSeed, firstSeed + histories];
  const lane = async () => {
    while (next < end) {
      const outcome = await run(next++);
      if (outcome === null) end = 0;
      else if (outcome.problems.length > 0 && outcome.seed < (found?.seed ?? Number.POSITIVE_INFINITY)) {
        found = outcome;
        end = Math.min(end, outcome.seed);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return found;
}

/**
 * The fewest faults with which the history still fails: takes away halves, then quarters, down to single ones, as long as
 * something is wrong without them.
 */
export async function shrink(
  run: (faults: readonly Fault[]) => Promise<Outcome>,
  failed: Outcome,
): Promise<Outcome> {
  let best = failed;
  for (
    let size = Math.ceil(best.planned.length / 2);
    size >= 1;
    size = size === 1 ? 0 : Math.ceil(size / 2)
  ) {
    for (let from = 0; from < best.planned.length; ) {
      const tried = await run(without(best.planned, from, size));
      if (tried.problems.length > 0) best = tried;
      else from += size;
    }
  }
  return best;
}

function without(faults: readonly Fault[], from: number, size: number): Fault[] {
  return faults.filter((_, index) => index < from || index >= from + size);
}
