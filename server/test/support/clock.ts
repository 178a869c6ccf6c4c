import type { Clock } from '../../src/lib/clock.ts';

export interface ManualClock extends Clock {
  advance(ms: number): void;
}

/** Stands still until told otherwise, so that a test can stand at either side of a deadline. */
export function manualClock(startMs = Date.parse('2026-03-01T12:00:00.000Z')): ManualClock {
  let nowMs = startMs;
  return {
    now: () => new Date(nowMs),
    nowMs: () => nowMs,
    advance(ms) {
      nowMs += ms;
    },
  };
}

/** Lets seconds pass, with what is due done before each of them and after the last. */
export async function passSeconds(
  { runDue }: { runDue: () => Promise<unknown> },
  clock: ManualClock,
  seconds: number,
): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    await runDue();
    clock.advance(1000);
  }
  await runDue();
}
