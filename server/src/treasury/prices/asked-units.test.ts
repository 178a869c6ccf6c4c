import { describe, expect, it } from 'vitest';
import { askedAfter, asUnitsOf, hasRunOut, holdsAt, shownAt } from './asked-units.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 16, 12, minute));
const quote = (token_units: string, from: number, to: number) => ({
  token_units,
  quoted_at: at(from),
  quote_expires_at: at(to),
});
const first = quote('1000', 0, 15);
const second = quote('1100', 20, 35);

describe('the quote of a time', () => {
  it.each([
    ['before the first one is the first one', -1, first, false],
    ['while one holds is that one', 15, first, false],
    ['between two is the first, which has run out', 16, first, true],
    ['when the next one was made is that one', 20, second, false],
    ['after all of them is the last, which has run out', 36, second, true],
  ])('%s', (_case, minute, shown, isOver) => {
    const found = shownAt([first, second], at(minute));
    expect(found).toBe(shown);
    expect(hasRunOut(found, at(minute))).toBe(isOver);
  });

  it('made before times were kept holds for ever', () => {
    const old = { token_units: '1', quoted_at: null, quote_expires_at: null };
    expect([holdsAt(old, at(0)), hasRunOut(old, at(0)), shownAt([old], at(0))]).toEqual([true, false, old]);
  });
});

describe('after a quote of 1000 ran out', () => {
  it.each([
    ['the quote counts where the rate is the same', 1000n, 1000n],
    ['the quote counts where 1 % more would be asked for', 1010n, 1000n],
    ['the rate counts where more than 1 % more is asked for', 1011n, 1011n],
    ['the quote counts where 1 % less would be asked for', 991n, 1000n],
    ['the rate counts where more than 1 % less is asked for', 990n, 990n],
    ['the quote counts where no rate is known', null, 1000n],
  ])('%s', (_case, atRate, asked) => {
    expect(askedAfter(1000n, atRate)).toBe(asked);
  });
});

it('counts parts of another quote in proportion, rounded up', () => {
  expect(asUnitsOf(1000n, 500n, 1000n)).toBe(500n);
  expect(asUnitsOf(1000n, 550n, 1100n)).toBe(500n);
  expect(asUnitsOf(1000n, 1n, 1100n)).toBe(1n);
});
