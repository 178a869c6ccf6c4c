import { formatFiat } from '../../lib/money.ts';
import type { NewEvent } from '../../messages/webhooks/events.ts';
import type { InvoiceRow } from './invoice.ts';
import type { InvoiceMove } from './states.ts';

type Announced = Extract<InvoiceMove, 'pay' | 'expire'>;

/** Event type and data of each move that sends an event. */
const events = {
  pay: {
    type: 'invoice.paid',
    data: (row) => ({
      ...common(row),
      payment_id: row.payment_id,
      chain: row.chain,
      token: row.token,
      customer_email: row.customer_email,
      paid_at: row.paid_at?.toISOString() ?? null,
      created_at: row.created_at.toISOString(),
    }),
  },
  expire: {
    type: 'invoice.expired',
    data: (row) => ({
      ...common(row),
      customer_email: row.customer_email,
      due_date: row.due_date,
      created_at: row.created_at.toISOString(),
    }),
  },
} satisfies Record<Announced, { type: NewEvent['type']; data: (row: InvoiceRow) => Record<string, unknown> }>;

export function invoiceEvent(move: Announced, row: InvoiceRow, now: Date): NewEvent {
  return {
    merchantId: row.merchant_id,
    environment: row.environment,
    type: events[move].type,
    resourceId: row.invoice_id,
    createdAt: now,
    data: events[move].data(row),
  };
}

function common(row: InvoiceRow) {
  return {
    invoice_id: row.invoice_id,
    status: row.status,
    amount: formatFiat(row.amount_minor),
    currency: row.currency,
  };
}
