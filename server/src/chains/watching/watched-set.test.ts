import { describe, expect, it } from 'vitest';
import { dayMs, hourMs, minuteMs } from '../../lib/durations.ts';
import { lookEveryMs } from './watched-set.ts';

const nowMs = Date.parse('2026-03-01T12:00:00.000Z');
const row = (closedForMs: number, native: boolean) => ({
  address: '0x',
  native,
  registeredAt: new Date(0),
  watchUntil: new Date(nowMs - closedForMs + 90 * dayMs),
});

describe('balances are looked at', () => {
  it.each([
    ['at every block while native money is expected', -minuteMs, true, 0],
    ['every minute just after the address closed', 0, true, minuteMs],
    ['every 3 minutes after an hour', hourMs, true, 3 * minuteMs],
    ['every 72 minutes after a day', dayMs, true, 72 * minuteMs],
    ['every 6 hours at last', 60 * dayMs, true, 6 * hourMs],
    ['every 10 minutes where none is expected', -minuteMs, false, 10 * minuteMs],
    ['ever more slowly there too', 10 * hourMs, false, 30 * minuteMs],
  ])('%s', (_when, closedForMs, native, everyMs) => {
    expect(lookEveryMs(row(closedForMs, native), nowMs)).toBe(everyMs);
  });
});
