import { expect, it } from 'vitest';
import { periodQuery } from './period.ts';

it('covers a whole local day, from its first to its last millisecond', () => {
  const { created_gte, created_lte } = periodQuery('2026-02-03', '2026-02-03');
  expect(new Date(created_gte ?? '').toString()).toBe(new Date(2026, 1, 3).toString());
  expect(Date.parse(created_lte ?? '') + 1).toBe(new Date(2026, 1, 4).getTime());
});

it.each([undefined, '', '0002-02-03', '2026-02', 'yesterday', '2026-13-01'])('%s sets no filter', (day) => {
  expect(periodQuery(day, day)).toEqual({ created_gte: undefined, created_lte: undefined });
});
