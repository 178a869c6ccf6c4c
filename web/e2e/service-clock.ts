import type { Clock } from '../../server/src/clock.ts';

/** Real time, that can be put ahead and be made to stand still: what takes thirty seconds takes as long as a test needs. */
export interface ServiceClock extends Clock {
  advance(ms: number): void;
  /** From here on, and from each advance on, it goes a few seconds at most. */
  freeze(): void;
  thaw(): void;
}

/** The loops measure their rests by this clock: enough for the next look at a deposit, which is five seconds away. */
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
