import { describe, expect, it } from 'vitest';
import { maxAttempts, nextAttemptAt, retryDelaysMs } from './backoff.ts';
import type { Random } from './random.ts';

const failedAt = new Date('2026-03-01T12:00:00.000Z');
const minuteMs = 60_000;

/** A random source that always returns the minimum or the maximum. */
function fixedRandom(end: 'min' | 'max'): Random {
  return { bytes: () => new Uint8Array(), between: (min, max) => (end === 'min' ? min : max) };
}

function delayMs(attempts: number, end: 'min' | 'max'): number | null {
  const next = nextAttemptAt(attempts, failedAt, fixedRandom(end));
  return next && next.getTime() - failedAt.getTime();
}

describe('the retry schedule', () => {
  it('is the documented one: 1, 5 and 30 minutes, then 2, 8 and 24 hours', () => {
    const delays = [1, 2, 3, 4, 5, 6].map((attempts) => delayMs(attempts, 'min'));
    expect(delays).toEqual([1, 5, 30, 120, 480, 1440].map((minutes) => minutes * minuteMs));
  });

  it('is never early, and at most a tenth late', () => {
    for (const [index, delay] of retryDelaysMs.entries()) {
      expect(delayMs(index + 1, 'min')).toBe(delay);
      expect(delayMs(index + 1, 'max')).toBe(delay + delay / 10);
    }
  });

  it('ends after seven attempts, about 34 hours after the first', () => {
    expect(maxAttempts).toBe(7);
    expect(delayMs(6, 'min')).not.toBeNull();
    expect(delayMs(7, 'min')).toBeNull();
    const hours = retryDelaysMs.reduce((sum, delay) => sum + delay, 0) / (60 * minuteMs);
    expect(Math.floor(hours)).toBe(34);
  });

  it('plans no further attempt after a manual retry of a delivery that has had all seven', () => {
    for (const attempts of [8, 9, 100]) expect(delayMs(attempts, 'max')).toBeNull();
  });
});
