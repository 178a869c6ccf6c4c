import { expect, it } from 'vitest';
import { nextLook } from './schedule.ts';

const after = (schedule: Parameters<typeof nextLook>[0], now: string) =>
  nextLook(schedule, new Date(now))?.toISOString() ?? null;

it('looks at balances within a minute, at midnight, on Monday, or never', () => {
  // A Monday.
  expect(after('instant', '2026-11-16T10:00:00Z')).toBe('2026-11-16T10:01:00.000Z');
  expect(after('daily', '2026-11-16T10:00:00Z')).toBe('2026-11-17T00:00:00.000Z');
  expect(after('weekly', '2026-11-16T10:00:00Z')).toBe('2026-11-23T00:00:00.000Z');
  expect(after('manual', '2026-11-16T10:00:00Z')).toBeNull();
});

it('looks again a whole period after the moment itself', () => {
  expect(after('daily', '2026-11-16T00:00:00Z')).toBe('2026-11-17T00:00:00.000Z');
  expect(after('daily', '2026-11-15T23:59:59.999Z')).toBe('2026-11-16T00:00:00.000Z');
  expect(after('weekly', '2026-11-16T00:00:00Z')).toBe('2026-11-23T00:00:00.000Z');
  expect(after('weekly', '2026-11-15T23:59:59.999Z')).toBe('2026-11-16T00:00:00.000Z');
});
