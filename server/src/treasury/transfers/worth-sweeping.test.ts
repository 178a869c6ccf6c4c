import { expect, it } from 'vitest';
import { worthSweeping } from './worth-sweeping.ts';

const now = new Date('2026-11-16T12:00:00Z');
const deposit = (worthUsd: bigint, hours: number) => ({
  worthUsd,
  oldest: new Date(now.getTime() - hours * 3_600_000),
});

it('sweeps deposits whose gas is at most 1 % of them, after a day 5 %', () => {
  const rows = [deposit(100n, 2), deposit(99n, 2), deposit(20n, 24), deposit(19n, 24)];
  expect(worthSweeping(rows, 1n, now)).toEqual([rows[0], rows[2]]);
});

it('waits for ten of them, or an hour', () => {
  const fresh = Array.from({ length: 9 }, () => deposit(1000n, 0));
  expect(worthSweeping(fresh, 1n, now)).toEqual([]);
  expect(worthSweeping([...fresh, deposit(1000n, 0)], 1n, now)).toHaveLength(10);
  expect(worthSweeping([...fresh, deposit(1000n, 1)], 1n, now)).toHaveLength(10);
  // One that is not worth it does not count.
  expect(worthSweeping([...fresh, deposit(1n, 0)], 1n, now)).toEqual([]);
});
