import { describe, expect, it } from 'vitest';
import { freshHistory, isTroubled, nextAttempt } from './attempts.ts';

describe('after a lost stream', () => {
  it('the stream is retried with growing delays', () => {
    const waits = [1, 2].map((streamFailures) => nextAttempt({ ...freshHistory, streamFailures }, 0.5));
    expect(waits).toEqual([
      { via: 'stream', delayMs: 1000 },
      { via: 'stream', delayMs: 2000 },
    ]);
  });

  it('polling takes over after three failures in a row', () => {
    expect(nextAttempt({ ...freshHistory, streamFailures: 3 }, 0.5)).toEqual({ via: 'poll', delayMs: 3000 });
  });

  it('failed polls back off, up to 15 seconds', () => {
    const delayMs = (pollFailures: number) =>
      nextAttempt({ streamFailures: 3, pollFailures, pollsSinceStream: 1 }, 0.5).delayMs;
    expect([1, 3, 5, 50].map(delayMs)).toEqual([1000, 4000, 15_000, 15_000]);
  });

  it('the stream is tried again after eight polls', () => {
    expect(nextAttempt({ streamFailures: 3, pollFailures: 0, pollsSinceStream: 8 }, 0.5).via).toBe('stream');
  });

  it('jitter changes the delay by up to a quarter', () => {
    const delayMs = (random: number) => nextAttempt({ ...freshHistory, streamFailures: 2 }, random).delayMs;
    expect([delayMs(0), delayMs(1)]).toEqual([1500, 2500]);
  });
});

describe('isTroubled', () => {
  it('is false after one failure', () => {
    expect(isTroubled({ ...freshHistory, streamFailures: 1 })).toBe(false);
  });

  it('is true after two in a row', () => {
    expect(isTroubled({ ...freshHistory, streamFailures: 2 })).toBe(true);
  });

  it('stays true until the first poll has an answer', () => {
    expect(isTroubled({ ...freshHistory, streamFailures: 3 })).toBe(true);
  });

  it('stays false when polling works and the stream is tried again in vain', () => {
    expect(isTroubled({ ...freshHistory, streamFailures: 4 })).toBe(false);
  });

  it('is false again when polling works', () => {
    expect(isTroubled({ streamFailures: 3, pollFailures: 0, pollsSinceStream: 1 })).toBe(false);
    expect(isTroubled({ streamFailures: 3, pollFailures: 1, pollsSinceStream: 1 })).toBe(true);
  });
});
