import { tokenDecimals } from '../../lib/chains/registry.ts';
import { formatFiat, formatTokenAmount } from '../../lib/money.ts';
import type { NewEvent } from '../../messages/webhooks/events.ts';
import type { AnnouncedMove, PaymentRow } from './payment.ts';
import { transactionFields } from './schema.ts';

const expired = {
  type: 'payment.expired',
  data: (row: PaymentRow) => ({
    ...common(row),
    metadata: row.metadata,
    reference_id: row.reference_id,
    expires_at: iso(row.expires_at),
    ...(row.cancelled_at ? { cancelled_at: iso(row.cancelled_at) } : {}),
    created_at: iso(row.created_at),
  }),
} as const;

/** Event type and data for each announced move, as in the contract. */
const announcements = {
  detect: { type: 'payment.processing', data: (row) => ({ ...paid(row), created_at: iso(row.created_at) }) },
  confirm: {
    type: 'payment.completed',
    data: (row) => ({ ...paid(row), completed_at: iso(row.completed_at), created_at: iso(row.created_at) }),
  },
  fail: {
    type: 'payment.failed',
    data: (row) => ({
      ...common(row),
      chain: row.chain,
      token: row.token,
      failure_reason: row.failure_reason,
      failure_message: row.failure_message,
      tx_hash: row.tx_hash,
      created_at: iso(row.created_at),
    }),
  },
  expire: expired,
  cancel: expired,
} satisfies Record<
  AnnouncedMove,
  { type: NewEvent['type']; data: (row: PaymentRow) => Record<string, unknown> }
>;

export function paymentEvent(move: AnnouncedMove, row: PaymentRow, now: Date): NewEvent {
  return {
    merchantId: row.merchant_id,
    environment: row.environment,
    type: announcements[move].type,
    resourceId: row.payment_id,
    createdAt: now,
    data: announcements[move].data(row),
  };
}

/** A completed payment whose money its chain took back. The status has no way back, so it stays. */
export function reversedEvent(row: PaymentRow, missingUnits: bigint, now: Date): NewEvent {
  const { chain, token } = row;
  return {
    merchantId: row.merchant_id,
    environment: row.environment,
    type: 'payment.reversed',
    resourceId: row.payment_id,
    createdAt: now,
    data: {
      ...paid(row),
      reversed_token_amount:
        chain && token ? formatTokenAmount(missingUnits, tokenDecimals(chain, token)) : null,
      completed_at: iso(row.completed_at),
      created_at: iso(row.created_at),
    },
  };
}

function common(row: PaymentRow) {
  return {
    payment_id: row.payment_id,
    status: row.status,
    amount: formatFiat(row.amount_minor),
    currency: row.currency,
  };
}

function paid(row: PaymentRow) {
  return {
    ...common(row),
    ...transactionFields(row),
    metadata: row.metadata,
    reference_id: row.reference_id,
  };
}

function iso(date: Date | null): string | null {
  return date?.toISOString() ?? null;
}
