import type { NewEvent } from '../../messages/webhooks/events.ts';
import { commonFields, missingAmount } from './schema.ts';
import type { RefundMove } from './states.ts';
import type { RefundRow } from './store.ts';

/** Event type and data for each move, as in the contract. */
const announcements = {
  complete: {
    type: 'refund.completed',
    data: (row) => ({
      ...commonFields(row),
      tx_hash: row.tx_hash,
      refunded_to: row.refunded_to,
      completed_at: row.completed_at?.toISOString() ?? null,
      created_at: row.created_at.toISOString(),
    }),
  },
  fail: {
    type: 'refund.failed',
    data: (row) => ({
      ...commonFields(row),
      failure_reason: row.failure_reason,
      failure_message: row.failure_message,
      tx_hash: row.tx_hash,
      created_at: row.created_at.toISOString(),
    }),
  },
  /** Created, and not covered by the balance. */
  wait: {
    type: 'refund.waiting',
    data: (row) => ({
      ...commonFields(row),
      waiting_for: 'balance',
      missing_token_amount: missingAmount(row),
      created_at: row.created_at.toISOString(),
    }),
  },
} satisfies Record<
  'complete' | 'fail' | 'wait',
  { type: NewEvent['type']; data: (row: RefundRow) => Record<string, unknown> }
>;

export function refundEvent(move: RefundMove | 'wait', row: RefundRow, now: Date): NewEvent {
  const { type, data } = announcements[move === 'abandon' ? 'fail' : move];
  return {
    merchantId: row.merchant_id,
    environment: row.environment,
    type,
    resourceId: row.refund_id,
    createdAt: now,
    data: data(row),
  };
}
