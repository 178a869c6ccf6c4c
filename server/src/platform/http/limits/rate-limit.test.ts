import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRateLimit, type TakeOwnRateLimit } from './rate-limit.ts';

const startMs = Date.parse('2026-03-01T12:00:00.000Z');

/** Sends requests until one is rejected. Returns how many were allowed. */
function drain(take: TakeOwnRateLimit, key: string, perMinute: number, nowMs: number): number {
  for (let taken = 0; taken < perMinute * 3; taken++) {
    if (!take(key, perMinute, nowMs).allowed) return taken;
  }
  return Number.POSITIVE_INFINITY;
}

describe('rate limit', () => {
  it.each([1000, 100])('allows a burst of %i, the limit of a minute, and not one more', (perMinute) => {
    const take = createRateLimit();
    expect(drain(take, 'a', perMinute, startMs)).toBe(perMinute);
    expect(take('a', perMinute, startMs)).toMatchObject({ allowed: false, remaining: 0, limit: perMinute });
  });

  it('never allows more than the limit at one instant, whatever the limit and the time', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 3000 }),
        fc.integer({ min: 0, max: 4_000_000_000_000 }),
        (perMinute, nowMs) => {
          expect(drain(createRateLimit(), 'a', perMinute, nowMs)).toBe(perMinute);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('counts `remaining` down from one less than the limit to 0', () => {
    const take = createRateLimit();
    const remaining = Array.from({ length: 100 }, () => take('a', 100, startMs).remaining);
    expect(remaining).toEqual(Array.from({ length: 100 }, (_, index) => 99 - index));
  });

  it('allows one more request every 60/limit seconds, and not earlier', () => {
    const take = createRateLimit();
    drain(take, 'a', 100, startMs);
    expect(take('a', 100, startMs + 599).allowed).toBe(false);
    expect(take('a', 100, startMs + 600).allowed).toBe(true);
    expect(take('a', 100, startMs + 600).allowed).toBe(false);
    expect(drain(take, 'a', 100, startMs + 600 + 6000)).toBe(10);
  });

  it('allows the full limit again after a minute without requests, and never more', () => {
    const take = createRateLimit();
    drain(take, 'a', 100, startMs);
    expect(drain(take, 'a', 100, startMs + 60_000)).toBe(100);
    expect(drain(take, 'a', 100, startMs + 3_600_000)).toBe(100);
  });

  it('does not count rejected requests', () => {
    const take = createRateLimit();
    drain(take, 'a', 100, startMs);
    for (let i = 0; i < 1000; i++) take('a', 100, startMs);
    expect(take('a', 100, startMs + 600).allowed).toBe(true);
  });

  it('allows the next request after `retryAfterSeconds`, at any point of any burst', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(1, 10, 100, 1000),
        fc.array(fc.integer({ min: 0, max: 5000 }), { maxLength: 20 }),
        (perMinute, pauses) => {
          const take = createRateLimit();
          let nowMs = startMs;
          for (const pause of pauses) {
            drain(take, 'a', perMinute, nowMs);
            nowMs += pause;
          }
          drain(take, 'a', perMinute, nowMs);
          const refused = take('a', perMinute, nowMs);
          expect(refused.retryAfterSeconds).toBeGreaterThanOrEqual(1);
          expect(refused.retryAfterSeconds).toBeLessThanOrEqual(60);
          expect(take('a', perMinute, nowMs + refused.retryAfterSeconds * 1000).allowed).toBe(true);
        },
      ),
    );
  });

  it('allows the full limit after `resetSeconds`', () => {
    const take = createRateLimit();
    for (let i = 0; i < 50; i++) take('a', 100, startMs);
    const { resetSeconds } = take('a', 100, startMs);
    expect(resetSeconds).toBe(31);
    expect(drain(take, 'a', 100, startMs + resetSeconds * 1000)).toBe(100);
  });

  it('counts each key separately', () => {
    const take = createRateLimit();
    drain(take, 'a', 100, startMs);
    expect(take('b', 100, startMs)).toMatchObject({ allowed: true, remaining: 99 });
  });

  it.each([1, 1000, 59_999, 60_000, 86_400_000])(
    'locks no key out when the clock is set back %i ms',
    (backMs) => {
      const take = createRateLimit();
      drain(take, 'a', 100, startMs);
      const refused = take('a', 100, startMs - backMs);
      const waitMs = refused.retryAfterSeconds * 1000;
      expect(waitMs).toBeLessThanOrEqual(60_000);
      expect(take('a', 100, startMs - backMs + waitMs).allowed).toBe(true);
    },
  );
});
