import { transactionUrl } from '../../chains/explorers.ts';
import type { Caller } from '../../lib/caller.ts';
import { tokenDecimals } from '../../lib/chains/registry.ts';
import { firstIdAt } from '../../lib/ids.ts';
import { formatFiat, formatTokenAmount } from '../../lib/money.ts';
import { parseTimestamp } from '../../lib/timestamps.ts';
import { getPayment } from '../../payments/payment/payments.ts';
import { toPayment } from '../../payments/payment/schema.ts';
import { isSettled } from '../../payments/payment/states.ts';
import { refundOutlook, refundsOf } from '../../payments/refunds/refunds.ts';
import { toRefund } from '../../payments/refunds/schema.ts';
import { selectPaymentDeliveries, selectPaymentEvents } from '../../payments/timeline/activity.ts';
import { readTimeline } from '../../payments/timeline/timeline.ts';
import type { Page } from '../../platform/db/page.ts';
import { assertCursor, readPage } from '../../platform/db/pagination.ts';
import type { DashboardContext } from '../context.ts';
import type { PaymentDetail, PaymentsQuery } from './payment-schema.ts';
import { type ListedPayment, selectFilteredPage } from './payment-store.ts';

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
  const payment = await getPayment(ctx, caller, paymentId);
  const refunds = await refundsOf(ctx, payment, maxShown);
  const [events, deliveries, timeline] = await Promise.all([
    selectPaymentEvents(ctx.db, payment, maxShown),
    selectPaymentDeliveries(ctx.db, payment, maxShown),
    readTimeline(ctx, payment),
  ]);
  const isRefundable = isSettled(payment.status) && payment.chain !== null && payment.token !== null;
  const outlook = isRefundable ? await refundOutlook(ctx, payment) : { units: 0n, to: null };
  const decimals = payment.chain && payment.token ? tokenDecimals(payment.chain, payment.token) : 6;
  const refundable = isSettled(payment.status) ? payment.amount_minor - payment.refunded_minor : 0n;
  return {
    payment: toPayment(payment, ctx.config.publicUrl),
    refunded_amount: formatFiat(payment.refunded_minor),
    refundable_amount: formatFiat(refundable),
    refundable_token_amount: formatTokenAmount(outlook.units, decimals),
    refund_to: outlook.to,
    invoice_id: payment.invoice_id,
    tx_url:
      payment.chain && payment.tx_hash
        ? transactionUrl(ctx.config, payment.environment, payment.chain, payment.tx_hash)
        : null,
    timeline: timeline.entries,
    refunds: refunds.map(toRefund),
    events: events.map((event) => ({ ...event, created_at: event.created_at.toISOString() })),
    deliveries: deliveries.map(({ http_status: _status, attempted_at: _at, ...delivery }) => ({
      ...delivery,
      created_at: delivery.created_at.toISOString(),
    })),
  };
}
