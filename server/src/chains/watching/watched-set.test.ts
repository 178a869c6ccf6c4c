import { describe, expect, it } from 'vitest';
import { dayMs, hourMs, minuteMs } from '../../lib/durations.ts';
import { bloomOf } from '../evm/bloom.ts';
import { toTopic } from '../rpc/hex.ts';
import type { WatchedRow } from './ledger-port.ts';
import { createWatchedSet, lookEveryMs } from './watched-set.ts';

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
    ['every minute where none is expected', -minuteMs, false, minuteMs],
    ['ever more slowly there too', 10 * hourMs, false, 30 * minuteMs],
  ])('%s', (_when, closedForMs, native, everyMs) => {
    expect(lookEveryMs(row(closedForMs, native), nowMs)).toBe(everyMs);
  });
});

it('a balance is looked at again at once when native money is expected there from now on', async () => {
  const address = `0x${'a'.repeat(40)}`;
  const rows: WatchedRow[] = [];
  const watched = createWatchedSet(
    { id: 'base' },
    { watchedSince: async () => ({ mark: '1', rows: rows.splice(0) }) },
    () => nowMs,
  );
  // The customer chose USDC first, and its look is over.
  rows.push({ ...row(-minuteMs, false), address });
  await watched.refresh();
  watched.looked(watched.dueLooks(10));
  expect(watched.dueLooks(10)).toEqual([]);
  rows.push({ ...row(-minuteMs, true), address });
  await watched.refresh();
  expect(watched.dueLooks(10)).toEqual([address]);
});

describe('blooms name a watched address', () => {
  const addresses = ['a', 'b', 'c'].map((digit) => `0x${digit.repeat(40)}`);
  const bloomFor = (address: string) =>
    bloomOf([{ address: `0x${'1'.repeat(40)}`, topics: [toTopic(address)] }]);

  it('whenever it was registered, also after everything was read again', async () => {
    let atMs = nowMs;
    const rows: WatchedRow[] = [];
    const watched = createWatchedSet(
      { id: 'base' },
      { watchedSince: async () => ({ mark: '1', rows: [...rows] }) },
      () => atMs,
    );
    for (const address of addresses) {
      rows.push({ ...row(-minuteMs, false), address });
      await watched.refresh();
    }
    const named = () => addresses.map((address) => watched.mayBeIn(bloomFor(address)));
    expect(named()).toEqual([true, true, true]);
    atMs += 2 * hourMs;
    await watched.refresh();
    expect(named()).toEqual([true, true, true]);
    expect(watched.mayBeIn(bloomFor(`0x${'d'.repeat(40)}`))).toBe(false);
  });
});
