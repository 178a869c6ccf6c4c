import type { Caller } from '../caller.ts';
import { transactionUrl } from '../chains/explorers.ts';
import type { Page } from '../db/page.ts';
import { firstIdAt } from '../ids.ts';
import { formatFiat } from '../money.ts';
import { assertCursor, readPage } from '../pagination.ts';
import type { PaymentRow } from '../payments/payment.ts';
import { getPayment } from '../payments/payments.ts';
import { toPayment } from '../payments/schema.ts';
import { isSettled } from '../payments/states.ts';
import { type Refund, refundsOf } from '../refunds/refunds.ts';
import { toRefund } from '../refunds/schema.ts';
import { parseTimestamp } from '../timestamps.ts';
import type { DashboardContext } from './context.ts';
import type { PaymentDetail, PaymentsQuery, TimelineEntry } from './payment-schema.ts';
import {
  type ListedPayment,
  type PaymentDelivery,
  type PaymentEvent,
  selectFilteredPage,
  selectPaymentDeliveries,
  selectPaymentEvents,
} from './payment-store.ts';

const maxShown = 500;

export async function searchPayments(
  ctx: DashboardContext,
  caller: Caller,
  query: PaymentsQuery,
): Promise<Page<ListedPayment>> {
  const request = readPage(query, caller.merchant_id, 'pay', 'PAYMENT_NOT_FOUND');
  const fromMs = query.created_gte === undefined ? null : parseTimestamp(query.created_gte);
  const toMs = query.created_lte === undefined ? null : parseTimestamp(query.created_lte);
  const filter = {
    environment: caller.environment,
    search: query.search?.trim() || null,
    status: query.status ?? null,
    chain: query.chain ?? null,
    token: query.token ?? null,
    currency: query.currency ?? null,
    fromId: fromMs === null ? null : firstIdAt('pay', fromMs),
    beforeId: toMs === null ? null : firstIdAt('pay', toMs + 1),
  };
  const page = await selectFilteredPage(ctx.db, filter, request);
  assertCursor(page, request, caller.environment, 'PAYMENT_NOT_FOUND');
  return page;
}

/**
 * A payment with its refunds, events and deliveries. Reads the payment first: the page stops polling once the payment is
 * completed, so that response must already contain the event and its deliveries.
 */
export async function getPaymentDetail(
  ctx: DashboardContext,
  caller: Caller,
  paymentId: string,
): Promise<PaymentDetail> {
  const key = { payment_id: paymentId, merchant_id: caller.merchant_id };
  const payment = await getPayment(ctx, caller, paymentId);
  const refunds = await refundsOf(ctx, payment, maxShown);
  const [events, deliveries] = await Promise.all([
    selectPaymentEvents(ctx.db, key, maxShown),
    selectPaymentDeliveries(ctx.db, key, maxShown),
  ]);
  const refundable = isSettled(payment.status) ? payment.amount_minor - payment.refunded_minor : 0n;
  return {
    payment: toPayment(payment, ctx.config.publicUrl),
    refunded_amount: formatFiat(payment.refunded_minor),
    refundable_amount: formatFiat(refundable),
    invoice_id: payment.invoice_id,
    tx_url:
      payment.chain && payment.tx_hash
        ? transactionUrl(ctx.config, payment.environment, payment.chain, payment.tx_hash)
        : null,
    timeline: timelineOf(payment, refunds, events, deliveries),
    refunds: refunds.map(toRefund),
    events: events.map((event) => ({ ...event, created_at: event.created_at.toISOString() })),
    deliveries: deliveries.map(({ http_status: _status, attempted_at: _at, ...delivery }) => ({
      ...delivery,
      created_at: delivery.created_at.toISOString(),
    })),
  };
}

/** Oldest first. Entries with the same timestamp keep the order of cause and effect. */
function timelineOf(
  payment: PaymentRow,
  refunds: Refund[],
  events: PaymentEvent[],
  deliveries: PaymentDelivery[],
): TimelineEntry[] {
  const entries: TimelineEntry[] = [
    {
      at: payment.created_at.toISOString(),
      kind: 'created',
      title: 'Payment created',
      id: payment.payment_id,
    },
    ...refunds.map(refundEntry),
    ...events.map(eventEntry),
    ...deliveries.map(deliveryEntry),
  ];
  return entries.sort((a, b) => (a.at === b.at ? 0 : a.at < b.at ? -1 : 1));
}

function refundEntry(row: Refund): TimelineEntry {
  return {
    at: row.created_at.toISOString(),
    kind: 'refund',
    title: `Refund of ${formatFiat(row.amount_minor)} ${row.currency} created`,
    id: row.refund_id,
    status: row.status,
  };
}

function eventEntry(row: PaymentEvent): TimelineEntry {
  const [subject = '', outcome = ''] = row.type.split('.');
  const title = `${subject.charAt(0).toUpperCase()}${subject.slice(1)} ${outcome}`;
  return { at: row.created_at.toISOString(), kind: 'event', title, id: row.event_id };
}

const deliveryTitles = {
  pending: 'delivery pending',
  succeeded: 'delivered',
  failed: 'delivery failed',
};

function deliveryEntry(row: PaymentDelivery): TimelineEntry {
  return {
    at: (row.attempted_at ?? row.created_at).toISOString(),
    kind: 'delivery',
    title: `${row.event_type} ${deliveryTitles[row.status]}`,
    id: row.delivery_id,
    status: row.status,
    http_status: row.http_status,
  };
}
