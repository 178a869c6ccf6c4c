import { expect, it } from 'vitest';
import { withinCap } from './cap-turns.ts';

const transfer = (transfer_id: string, merchant_id: string, units: bigint) => ({
  ...{ transfer_id, merchant_id, units: units.toString() },
});
const granted = (left: bigint, waiting: ReturnType<typeof transfer>[], had: [string, bigint][] = []) =>
  [...withinCap(left, waiting, new Map(had))].join(' ');

it('all that fits is paid', () => {
  expect(granted(10n, [transfer('a1', 'a', 6n), transfer('b1', 'b', 4n)])).toBe('a1 b1');
  expect(granted(-1n, [transfer('a1', 'a', 1n)])).toBe('');
  expect(granted(10n, [])).toBe('');
});

it('merchants take turns, and of each the oldest that fits is first', () => {
  const waiting = [
    transfer('a1', 'a', 3n),
    transfer('a2', 'a', 3n),
    transfer('b1', 'b', 9n),
    transfer('b2', 'b', 2n),
  ];
  expect(granted(8n, waiting)).toBe('a1 b2 a2');
});

it('whoever had least of the cap lately is first, however old the others are', () => {
  const waiting = [transfer('a1', 'a', 10n), transfer('b1', 'b', 4n)];
  expect(granted(10n, waiting)).toBe('a1');
  expect(granted(10n, waiting, [['a', 10n]])).toBe('b1');
});

it('what is larger than the cap takes nobody’s place', () => {
  expect(granted(10n, [transfer('a1', 'a', 11n), transfer('b1', 'b', 4n)], [['b', 99n]])).toBe('b1');
});
