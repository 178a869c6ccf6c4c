import { describe, expect, it } from 'vitest';
import { type UnappliedStatus, unappliedMoves, unappliedStatuses } from './states.ts';

const allowed: Record<UnappliedStatus, UnappliedStatus[]> = {
  open: ['returning', 'credited', 'reversed', 'applied'],
  returning: ['returned', 'open', 'reversed'],
  returned: [],
  credited: ['reversed'],
  reversed: ['open'],
  applied: ['open'],
};

const pairs = unappliedStatuses.flatMap((from) => unappliedStatuses.map((to) => ({ from, to })));

describe('states of unapplied funds', () => {
  it.each(pairs)('$from to $to is possible exactly when the table says so', ({ from, to }) => {
    const moves = Object.values(unappliedMoves).filter(
      (move) => move.to === to && (move.from as readonly UnappliedStatus[]).includes(from),
    );
    expect(moves.length > 0).toBe(allowed[from].includes(to));
  });
});
