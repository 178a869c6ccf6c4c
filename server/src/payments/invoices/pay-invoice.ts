import type { Context } from '../../app/context.ts';
import { ApiError } from '../../lib/errors.ts';
import { isId } from '../../lib/ids.ts';
import type { Locale } from '../../lib/locales.ts';
import { formatFiat } from '../../lib/money.ts';
import { type NewEmail, queueNotices } from '../../messages/email/emails.ts';
import { announcing, recordEvents } from '../../messages/webhooks/events.ts';
import type { Sql } from '../../platform/db/client.ts';
import { credit } from '../credit/credit.ts';
import { selectDeposits } from '../deposits/deposits.ts';
import type { AnnouncedMove, PaymentRow } from '../payment/payment.ts';
import { addPayment, newPayment, paymentAdded } from '../payment/payments.ts';
import { endOfDay } from './content.ts';
import type { InvoiceKey, InvoiceRow } from './invoice.ts';
import { receiptEmail } from './invoice-emails.ts';
import { invoiceEvent } from './invoice-events.ts';
import { assertAllowed } from './invoices.ts';
import { lockEnding, selectUnderWay } from './payment-store.ts';
import { type InvoiceChange, lockInvoice, moveInvoices, selectInvoiceOwner } from './store.ts';

/** The minimum lifetime of a payment. A pending payment with less time left is replaced instead of reopened. */
const minLeftMs = 5 * 60_000;

/**
 * Pay Now: returns the invoice's payment in progress, or a new one. Takes no caller, because the invoice page is public. In
 * test mode too, the payment waits for a person. `locale` is used for the checkout and the receipt.
 */
export async function payInvoice(
  ctx: Context,
  invoiceId: string,
  locale: Locale | null = null,
): Promise<PaymentRow> {
  const key = isId('inv', invoiceId) ? await selectInvoiceOwner(ctx.db, invoiceId) : undefined;
  if (!key) throw new ApiError('INVOICE_NOT_FOUND');
  const { payment, made } = await announcing(
    ctx,
    (tx) => reopenOrReplace(ctx, tx, key, locale),
    ({ replaced }) => replaced,
  );
  if (made) paymentAdded(ctx, payment);
  return payment;
}

async function reopenOrReplace(
  ctx: Context,
  tx: Sql,
  key: InvoiceKey,
  locale: Locale | null,
): Promise<{ payment: PaymentRow; made: boolean; replaced: boolean }> {
  // Lock order: payment before invoice. See lockInvoice.
  const ending = await replaceable(tx, await lockEnding(tx, key, minDeadline(ctx)));
  const invoice = await lockInvoice(tx, key);
  if (!invoice) throw new ApiError('INVOICE_NOT_FOUND');
  assertAllowed(invoice, 'pay');
  const underWay = ending ?? (await selectUnderWay(tx, invoice));
  if (underWay && !ending) return { payment: underWay, made: false, replaced: false };
  const row = paymentFor(ctx, invoice, locale);
  // In the last minutes of the due date, a new payment would not last longer.
  if (ending && row.expires_at <= ending.expires_at) return { payment: ending, made: false, replaced: false };
  const [ended] = ending ? await credit(ctx, tx, [ending], 'expire') : [];
  if (ended && ended.status !== 'expired') return { payment: ended, made: false, replaced: true };
  await addPayment(tx, row);
  return { payment: row, made: true, replaced: ending !== undefined };
}

/** A live payment whose address was shown is kept until its deadline: money may be on its way that no block has yet. */
async function replaceable(tx: Sql, payment: PaymentRow | undefined): Promise<PaymentRow | undefined> {
  const isShown = payment?.environment === 'live' && (await selectDeposits(tx, [payment])).length > 0;
  return isShown ? undefined : payment;
}

function minDeadline(ctx: Context): Date {
  return new Date(ctx.clock.nowMs() + minLeftMs);
}

function paymentFor(ctx: Context, invoice: InvoiceRow, locale: Locale | null): PaymentRow {
  const row = newPayment(ctx, invoice, {
    amount: formatFiat(invoice.amount_minor),
    currency: invoice.currency,
    description: `Invoice ${invoice.invoice_number}`,
    ...(invoice.accepted_chains ? { accepted_chains: invoice.accepted_chains } : {}),
    ...(invoice.accepted_tokens ? { accepted_tokens: invoice.accepted_tokens } : {}),
    ...(invoice.customer_email ? { customer_email: invoice.customer_email } : {}),
    ...(locale ? { checkout_options: { locale } } : {}),
  });
  const dueDateEnd = endOfDay(invoice.due_date);
  // Still open, because the task that expires it has not run yet.
  if (dueDateEnd <= row.created_at)
    throw new ApiError('INVOICE_NOT_OPEN', {
      message: `The invoice was due on ${invoice.due_date} and has expired. Ask the sender for a new one.`,
    });
  return {
    ...row,
    invoice_id: invoice.invoice_id,
    expires_at: row.expires_at < dueDateEnd ? row.expires_at : dueDateEnd,
  };
}

/** Marks invoices as paid in the transaction that confirms their payments. */
export async function settleInvoices(
  ctx: Context,
  tx: Sql,
  move: AnnouncedMove,
  payments: PaymentRow[],
): Promise<void> {
  const changes = move === 'confirm' ? payments.flatMap(paidBy) : [];
  if (changes.length === 0) return;
  const now = ctx.clock.now();
  const invoices = await moveInvoices(tx, 'pay', now, changes);
  await recordEvents(
    tx,
    ctx.ids,
    invoices.map((row) => invoiceEvent('pay', row, now)),
  );
  await queueNotices(ctx, tx, receipts(ctx, invoices, payments));
  // Should not happen: void and expire refuse while a payment is processing. The merchant keeps the money either way.
  if (invoices.length < changes.length)
    ctx.log.error(
      { changes, paid: invoices.map((row) => row.invoice_id) },
      'payment confirmed for a closed invoice',
    );
}

function paidBy({ invoice_id, merchant_id, payment_id, chain, token }: PaymentRow): InvoiceChange[] {
  return invoice_id === null ? [] : [{ invoice_id, merchant_id, payment_id, chain, token }];
}

function receipts(ctx: Context, invoices: InvoiceRow[], payments: PaymentRow[]): NewEmail[] {
  const byId = new Map(payments.map((payment) => [payment.payment_id, payment]));
  return invoices.flatMap((invoice) => {
    const payment = byId.get(invoice.payment_id ?? '');
    return (payment && receiptEmail(invoice, payment, ctx.config.publicUrl)) ?? [];
  });
}
