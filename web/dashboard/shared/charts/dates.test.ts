import { expect, it } from 'vitest';
import { exactTime, relativeTime, untilText } from './dates.ts';

const now = Date.parse('2026-02-10T12:00:00.000Z');

it.each([
  ['2026-02-10T11:59:30.000Z', 'just now'],
  ['2026-02-10T11:55:00.000Z', '5 min. ago'],
  ['2026-02-10T09:00:00.000Z', '3 hr. ago'],
  ['2026-02-09T11:00:00.000Z', 'yesterday'],
  ['2026-02-10T12:20:00.000Z', 'in 20 min.'],
])('formats %s as %s', (at, expected) => {
  expect(relativeTime(at, now)).toBe(expected);
});

it('shows the date after a week', () => {
  expect(relativeTime('2026-01-20T12:00:00.000Z', now)).toBe('Jan 20, 2026');
});

it('names the time zone of an exact time', () => {
  expect(exactTime('2026-01-20T12:00:00.000Z')).toMatch(/Jan \d+, 2026, \d+:\d\d:00 [AP]M [A-Z]{2,}/);
});

it.each([
  ['2026-02-10T18:00:00.000Z', 'today at 18:00 UTC'],
  ['2026-02-11T00:00:00.000Z', 'tonight at 00:00 UTC'],
  ['2026-02-11T09:30:00.000Z', 'tomorrow at 09:30 UTC'],
  ['2026-02-16T00:00:00.000Z', 'on Feb 16, 2026 at 00:00 UTC'],
])('says when %s will be: %s', (at, expected) => {
  expect(untilText(at, now)).toBe(expected);
});
