import { describe, expect, it } from 'vitest';
import { type PayoutStatus, payoutMoves, payoutStatuses } from './states.ts';

/** What payouts may become. */
const allowed: Record<PayoutStatus, PayoutStatus[]> = {
  processing: ['completed', 'failed'],
  completed: [],
  failed: [],
};

const pairs = payoutStatuses.flatMap((from) => payoutStatuses.map((to) => ({ from, to })));

describe('payout states', () => {
  it('are these three', () => {
    expect([...payoutStatuses].sort()).toEqual(Object.keys(allowed).sort());
    expect(pairs).toHaveLength(9);
  });

  it.each(pairs)('$from to $to is possible exactly when the table says so', ({ from, to }) => {
    const moves = Object.values(payoutMoves).filter(
      (move) => move.to === to && (move.from as readonly PayoutStatus[]).includes(from),
    );
    expect(moves.length > 0).toBe(allowed[from].includes(to));
  });
});
