import { describe, expect, it } from 'vitest';
import type { UnitsAround } from '../../solana/recognise.ts';
import { beginningOf, inChain } from './treasury.ts';

const moved: Record<string, UnitsAround> = {
  a: { before: 1n, after: 6n },
  b: { before: 6n, after: 12n },
  same: { before: 12n, after: 12n },
  c: { before: 12n, after: 19n },
  later: { before: 19n, after: 20n },
};
const slots: Record<string, number> = { later: 8 };
const entries = (names: string) =>
  names
    .split(' ')
    .map((signature) => ({ signature, slot: slots[signature] ?? 7, isFailed: false, isFinalized: true }));
const chained = (names: string, start: bigint | null = 1n) =>
  inChain(entries(names), ({ signature }) => moved[signature], start)
    .map(({ signature }) => signature)
    .join(' ');

describe('transactions of one slot', () => {
  it.each([
    ['in their order stay so', 'a b same c later', 'a b same c later'],
    ['in another order are put into theirs', 'c same b a later', 'a b same c later'],
    ['of which one failed keep the others in order', 'c failed b a', 'failed a b c'],
    ['after one that is missing stay as they are', 'b c later', 'b c later'],
  ])('%s', (_case, listed, ordered) => {
    expect(chained(listed)).toBe(ordered);
  });

  it('stay as they are while nothing is known of what was before', () => {
    expect(chained('c b a', null)).toBe('c b a');
  });
});

describe('what the account had before its first transaction', () => {
  const beginning = (names: string, units: bigint, slot = 7) =>
    beginningOf(entries(names), ({ signature }) => moved[signature], { slot, units });

  it.each([
    ['is what was noted, while the same one is listed first', 'b c later', 6n, 6n],
    ['is earlier when a node shows those of the same slot that led to it', 'a b c later', 12n, 1n],
    ['is the same in another order', 'c b a', 12n, 1n],
    ['stays when that one is left out, whatever else leads to it', 'a b', 12n, 12n],
    ['stays when another one is missing in between', 'a c', 12n, 12n],
  ])('%s', (_case, listed, noted, expected) => {
    expect(beginning(listed, noted)).toBe(expected);
  });

  it('is not known when a node shows earlier slots', () => {
    expect(beginning('a b c', 12n, 8)).toBeNull();
  });
});
