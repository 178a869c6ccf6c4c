import { describe, expect, it } from 'vitest';
import { type TransferStatus, transferMoves, transferStatuses } from './states.ts';

const allowed: Record<TransferStatus, TransferStatus[]> = {
  waiting: ['waiting', 'sending', 'completed', 'failed'],
  sending: ['waiting', 'completed', 'failed'],
  completed: ['sending'],
  failed: ['waiting'],
};

const pairs = transferStatuses.flatMap((from) => transferStatuses.map((to) => ({ from, to })));

describe('transfer states', () => {
  it.each(pairs)('$from to $to is possible exactly when the table says so', ({ from, to }) => {
    const moves = Object.values(transferMoves).filter(
      (move) => move.to === to && (move.from as readonly TransferStatus[]).includes(from),
    );
    expect(moves.length > 0).toBe(allowed[from].includes(to));
  });
});
