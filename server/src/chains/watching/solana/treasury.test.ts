import { describe, expect, it } from 'vitest';
import type { UnitsAround } from '../../solana/recognise.ts';
import { inChain } from './treasury.ts';

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
