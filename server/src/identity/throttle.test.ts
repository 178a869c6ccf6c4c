import { describe, expect, it } from 'vitest';
import { counter, delayMs, networkOf } from './throttle.ts';

describe('waiting', () => {
  it('begins at the fifth failure, doubles, and ends growing at 15 minutes', () => {
    const waits = [0, 1, 4, 5, 6, 7, 8, 9, 10, 11, 1000].map((failures) => delayMs(failures, 5) / 1000);
    expect(waits).toEqual([0, 0, 0, 30, 60, 120, 240, 480, 900, 900, 900]);
  });
});

describe('counters', () => {
  it('are of the same key for the same parts only', () => {
    expect(counter(5, 'a', 'bc').key.equals(counter(9, 'a', 'bc').key)).toBe(true);
    expect(counter(5, 'ab', 'c').key.equals(counter(5, 'a', 'bc').key)).toBe(false);
  });

  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['not an address', 'not an address'],
  ])('of %s count for %s', (ip, network) => {
    expect(networkOf(ip)).toBe(network);
  });
});
