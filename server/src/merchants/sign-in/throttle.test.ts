import { describe, expect, it } from 'vitest';
import { counter, delayMs } from './throttle.ts';

describe('delayMs', () => {
  it('starts at the fifth failure, doubles, and is capped at 15 minutes', () => {
    const waits = [0, 1, 4, 5, 6, 7, 8, 9, 10, 11, 1000].map((failures) => delayMs(failures, 5) / 1000);
    expect(waits).toEqual([0, 0, 0, 30, 60, 120, 240, 480, 900, 900, 900]);
  });
});

describe('counter', () => {
  it('has the same key only for the same parts', () => {
    expect(counter(5, 'a', 'bc').key.equals(counter(9, 'a', 'bc').key)).toBe(true);
    expect(counter(5, 'ab', 'c').key.equals(counter(5, 'a', 'bc').key)).toBe(false);
  });
});
