import { describe, expect, it } from 'vitest';
import { isOpen, isSettled, type PaymentStatus, paymentMoves, paymentStatuses } from './states.ts';

/** The contract's table of payment transitions, and what the decisions add: refunds that fail release their amount. */
const allowed: Record<PaymentStatus, PaymentStatus[]> = {
  pending: ['processing', 'expired', 'failed'],
  processing: ['completed', 'failed'],
  completed: ['partially_refunded', 'refunded'],
  failed: [],
  expired: [],
  refunded: ['partially_refunded', 'completed'],
  partially_refunded: ['partially_refunded', 'refunded', 'completed'],
};

const pairs = paymentStatuses.flatMap((from) => paymentStatuses.map((to) => ({ from, to })));

describe('payment states', () => {
  it('are the seven of the contract', () => {
    expect([...paymentStatuses].sort()).toEqual(Object.keys(allowed).sort());
    expect(pairs).toHaveLength(49);
  });

  it.each(pairs)('$from to $to is possible exactly when the contract says so', ({ from, to }) => {
    const moves = Object.values(paymentMoves).filter(
      (move) => move.to === to && (move.from as readonly PaymentStatus[]).includes(from),
    );
    expect(moves.length > 0).toBe(allowed[from].includes(to));
  });

  it.each([
    ['pending', true, false],
    ['processing', true, false],
    ['completed', false, true],
    ['failed', false, false],
    ['expired', false, false],
    ['refunded', false, true],
    ['partially_refunded', false, true],
  ] as const)('%s: open %s, settled %s', (status, open, settled) => {
    expect(isOpen(status)).toBe(open);
    expect(isSettled(status)).toBe(settled);
  });
});
