import { expect, it } from 'vitest';
import { leaseMsOf, whileRenewing } from './lease.ts';

it('a lease is five polls, within limits', () => {
  expect([100, 2000, 4000, 60_000].map((pollMs) => leaseMsOf({ pollMs }))).toEqual([
    3000, 10_000, 20_000, 60_000,
  ]);
});

it('a lease is renewed until the work has ended, also after a renewal that failed', async () => {
  let renewals = 0;
  let isEnded = false;
  const result = whileRenewing(
    4,
    async () => {
      expect(isEnded).toBe(false);
      renewals++;
      throw new Error('the database is away');
    },
    async () => {
      while (renewals < 3) await new Promise((resolve) => setTimeout(resolve, 1));
      return 'done';
    },
  );
  expect(await result).toBe('done');
  isEnded = true;
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(renewals).toBeGreaterThanOrEqual(3);
});
