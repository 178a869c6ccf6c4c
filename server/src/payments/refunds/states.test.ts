import { describe, expect, it } from 'vitest';
import { type RefundStatus, refundMoves, refundStatuses } from './states.ts';

/** The contract's table of refund transitions. */
const allowed: Record<RefundStatus, RefundStatus[]> = {
  processing: ['completed', 'failed'],
  completed: [],
  failed: [],
};

const pairs = refundStatuses.flatMap((from) => refundStatuses.map((to) => ({ from, to })));

describe('refund states', () => {
  it('are the three of the contract', () => {
    expect([...refundStatuses].sort()).toEqual(Object.keys(allowed).sort());
    expect(pairs).toHaveLength(9);
  });

  it.each(pairs)('$from to $to is possible exactly when the contract says so', ({ from, to }) => {
    const moves = Object.values(refundMoves).filter(
      (move) => move.to === to && (move.from as readonly RefundStatus[]).includes(from),
    );
    expect(moves.length > 0).toBe(allowed[from].includes(to));
  });
});
