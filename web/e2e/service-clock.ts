import type { Clock } from '../../server/src/lib/clock.ts';

/** Real time that can be advanced and frozen, so that a test controls how long a confirmation takes. */
export interface ServiceClock extends Clock {
  advance(ms: number): void;
  /** Stops the clock a few seconds from now, and a few seconds after each advance. */
  freeze(): void;
  thaw(): void;
}

/** Worker loops sleep by this clock: it must reach the next check of a deposit, five seconds away. */
const lastSecondsMs = 6000;

export function serviceClock(): ServiceClock {
  let aheadMs = 0;
  let endMs = Number.POSITIVE_INFINITY;
  const nowMs = () => Math.min(Date.now() + aheadMs, endMs);
  return {
    nowMs,
    now: () => new Date(nowMs()),
    advance(ms) {
      const nextMs = nowMs() + ms;
      aheadMs = nextMs - Date.now();
      if (Number.isFinite(endMs)) endMs = nextMs + lastSecondsMs;
    },
    freeze() {
      endMs = nowMs() + lastSecondsMs;
    },
    thaw() {
      endMs = Number.POSITIVE_INFINITY;
    },
  };
}
