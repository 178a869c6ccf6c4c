import { type Static, Type } from 'typebox';
import { chainIds, type Token, tokens } from '../chains/registry.ts';
import { currencyField, oneOf } from '../fields.ts';
import { formatFiat } from '../money.ts';
import { pageParameters } from '../pagination.ts';
import { listPaymentsQuery, type Payment, transactionFields } from '../payments/schema.ts';
import { paymentStatuses } from '../payments/states.ts';
import type { Refund } from '../refunds/schema.ts';
import type { TimelineEntry } from '../timeline/schema.ts';
import type { ListedPayment } from './payment-store.ts';

const { created_gte, created_lte } = listPaymentsQuery.properties;

/** Filters of the payment list and its export. */
export const paymentFilters = {
  search: Type.Optional(
    Type.String({
      maxLength: 254,
      description:
        'Prefix of a payment id, reference id, customer e-mail address, transaction hash or payer address; an amount; a deposit address.',
    }),
  ),
  status: Type.Optional(oneOf(paymentStatuses)),
  chain: Type.Optional(oneOf(chainIds, { 'x-error-code': 'INVALID_CHAIN' })),
  token: Type.Optional(oneOf<readonly Token[]>(tokens, { 'x-error-code': 'INVALID_TOKEN' })),
  currency: Type.Optional(currencyField()),
  created_gte,
  created_lte,
};

export const paymentsQuery = Type.Object({ ...paymentFilters, ...pageParameters });
export type PaymentsQuery = Static<typeof paymentsQuery>;

export interface PaymentListItem {
  payment_id: string;
  status: string;
  amount: string;
  currency: string;
  description: string | null;
  customer_email: string | null;
  reference_id: string | null;
  chain?: string;
  token?: string;
  token_amount?: string;
  created_at: string;
  completed_at?: string;
}

export function toPaymentListItem(row: ListedPayment): PaymentListItem {
  const { tx_hash: _hash, payer_address: _payer, ...transaction } = { ...transactionFields(row) };
  return {
    payment_id: row.payment_id,
    status: row.status,
    amount: formatFiat(row.amount_minor),
    currency: row.currency,
    description: row.description,
    customer_email: row.customer_email,
    reference_id: row.reference_id,
    ...transaction,
    created_at: row.created_at.toISOString(),
    ...(row.completed_at ? { completed_at: row.completed_at.toISOString() } : {}),
  };
}

export interface PaymentDetail {
  payment: Payment;
  refunded_amount: string;
  refundable_amount: string;
  invoice_id: string | null;
  /** The transaction at the block explorer; in test mode, at our own page. */
  tx_url: string | null;
  timeline: TimelineEntry[];
  refunds: Refund[];
  events: { event_id: string; type: string; created_at: string }[];
  deliveries: {
    delivery_id: string;
    endpoint_id: string;
    event_type: string;
    status: string;
    attempts: number;
    created_at: string;
  }[];
}
