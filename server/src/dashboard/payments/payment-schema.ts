import { type Static, Type } from 'typebox';
import { chainIds, type Token, tokens } from '../../lib/chains/registry.ts';
import { currencyField, nullable, oneOf } from '../../lib/fields.ts';
import { formatFiat } from '../../lib/money.ts';
import { listPaymentsQuery, namedPayment, transactionFields } from '../../payments/payment/schema.ts';
import { paymentStatuses } from '../../payments/payment/states.ts';
import { namedRefund } from '../../payments/refunds/schema.ts';
import { namedTimelineEntry } from '../../payments/timeline/schema.ts';
import { pageParameters } from '../../platform/db/pagination.ts';
import { eventSummary } from '../developers/event-summary.ts';
import { ref } from '../route-options.ts';
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

const paymentListItem = Type.Pick(namedPayment.schema, [
  'payment_id',
  'status',
  'amount',
  'currency',
  'description',
  'customer_email',
  'reference_id',
  'chain',
  'token',
  'token_amount',
  'created_at',
  'completed_at',
  'cancelled_at',
]);
type PaymentListItem = Static<typeof paymentListItem>;

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
    ...(row.cancelled_at ? { cancelled_at: row.cancelled_at.toISOString() } : {}),
  };
}

const paymentDetail = Type.Object({
  payment: ref(namedPayment),
  refunded_amount: Type.String(),
  refundable_amount: Type.String(),
  refundable_token_amount: Type.String({ description: 'What a refund of that would send. Six decimals.' }),
  refund_to: nullable(
    Type.String({ description: 'Where a refund would go; null while it would wait for an address.' }),
  ),
  invoice_id: nullable(Type.String()),
  tx_url: nullable(
    Type.String({ description: 'The transaction at the block explorer; in test mode, at our own page.' }),
  ),
  timeline: Type.Array(ref(namedTimelineEntry)),
  refunds: Type.Array(ref(namedRefund)),
  events: Type.Array(eventSummary),
  deliveries: Type.Array(
    Type.Object({
      delivery_id: Type.String(),
      endpoint_id: Type.String(),
      event_type: Type.String(),
      status: Type.String(),
      attempts: Type.Integer(),
      created_at: Type.String(),
    }),
  ),
});
export type PaymentDetail = Static<typeof paymentDetail>;

/** Named in the OpenAPI document of the dashboard. The public API has another `PaymentListItem`. */
export const namedFoundPayment = { name: 'FoundPayment', schema: paymentListItem };
export const namedPaymentDetail = { name: 'PaymentDetail', schema: paymentDetail };
