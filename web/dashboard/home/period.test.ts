import { expect, it } from 'vitest';
import { periodOf } from './period.ts';

const now = Date.parse('2026-03-01T23:59:00.000Z');

it('covers the given number of days, including today', () => {
  expect(periodOf('7', now)).toEqual({ from: '2026-02-23', to: '2026-03-01' });
});

it('defaults to 30 days for a missing or invalid value', () => {
  expect(periodOf(undefined, now)).toEqual({ from: '2026-01-31', to: '2026-03-01' });
  expect(periodOf('100000', now)).toEqual(periodOf('30', now));
});
