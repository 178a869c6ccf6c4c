import type { Context } from '../context.ts';
import type { Sql } from '../db/client.ts';
import { type NewEmail, queueEmails } from '../email/emails.ts';
import { ApiError } from '../errors.ts';
import { isId } from '../ids.ts';
import type { Locale } from '../locales.ts';
import { formatFiat } from '../money.ts';
import { moveAndAnnounce } from '../payments/paying.ts';
import type { AnnouncedMove, PaymentRow } from '../payments/payment.ts';
import { addPayment, newPayment, paymentAdded } from '../payments/payments.ts';
import { lookAtPayment } from '../payments/watching.ts';
import { announcing, recordEvents } from '../webhooks/events.ts';
import { endOfDay } from './content.ts';
import type { InvoiceKey, InvoiceRow } from './invoice.ts';
import { receiptEmail } from './invoice-emails.ts';
import { invoiceEvent } from './invoice-events.ts';
import { assertAllowed } from './invoices.ts';
import { lockEnding, selectUnderWay } from './payment-store.ts';
import { type InvoiceChange, lockInvoice, moveInvoices, selectInvoiceOwner } from './store.ts';

/** The shortest a payment can be made for; a pending one with less left is replaced instead of reopened. */
const minLeftMs = 5 * 60_000;

/**
 * What Pay Now does: the invoice's payment that is under way, or a new one. For the invoice's own page, so by its id
 * alone; it waits for a person in test mode too. The locale is that of the page, for the checkout and the receipt.
 */
export async function payInvoice(
  ctx: Context,
  invoiceId: string,
  locale: Locale | null = null,
): Promise<PaymentRow> {
  const key = isId('inv', invoiceId) ? await selectInvoiceOwner(ctx.db, invoiceId) : undefined;
  if (!key) throw new ApiError('INVOICE_NOT_FOUND');
  const askedAt = await askOnceMore(ctx, key);
  const { payment, made } = await announcing(
    ctx,
    (tx) => reopenOrReplace(ctx, tx, key, locale, askedAt),
    ({ replaced }) => replaced,
  );
  if (made) paymentAdded(ctx, payment);
  return payment;
}

/** Before a payment is replaced its chains are asked: money that is on its way makes it `processing`, and it stays. */
async function askOnceMore(ctx: Context, key: InvoiceKey): Promise<Date> {
  const askedAt = ctx.clock.now();
  const payment = await selectUnderWay(ctx.db, key);
  const ending = payment?.status === 'pending' && payment.expires_at < minDeadline(ctx);
  if (ending) await lookAtPayment(ctx, askedAt, payment);
  return askedAt;
}

async function reopenOrReplace(
  ctx: Context,
  tx: Sql,
  key: InvoiceKey,
  locale: Locale | null,
  askedAt: Date,
): Promise<{ payment: PaymentRow; made: boolean; replaced: boolean }> {
  // Before the invoice: whoever holds that waits for no payment's row.
  const ending = await lockEnding(tx, key, minDeadline(ctx), askedAt);
  const invoice = await lockInvoice(tx, key);
  if (!invoice) throw new ApiError('INVOICE_NOT_FOUND');
  assertAllowed(invoice, 'pay');
  const underWay = ending ?? (await selectUnderWay(tx, invoice));
  if (underWay && !ending) return { payment: underWay, made: false, replaced: false };
  const row = paymentFor(ctx, invoice, locale);
  // In the last minutes of the due date no other would last longer.
  if (ending && row.expires_at <= ending.expires_at) return { payment: ending, made: false, replaced: false };
  if (ending) await moveAndAnnounce(ctx, tx, 'expire', [ending]);
  await addPayment(tx, row);
  return { payment: row, made: true, replaced: ending !== undefined };
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
  const over = endOfDay(invoice.due_date);
  // Open for a moment longer, until the task that expires it comes by.
  if (over <= row.created_at)
    throw new ApiError('INVOICE_NOT_OPEN', {
      message: `The invoice was due on ${invoice.due_date} and has expired.`,
    });
  return {
    ...row,
    invoice_id: invoice.invoice_id,
    expires_at: row.expires_at < over ? row.expires_at : over,
  };
}

/** When a payment for an invoice is confirmed, the invoice is paid in the same transaction. */
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
  await queueEmails(ctx, tx, receipts(ctx, invoices, payments));
  // Neither void nor expiry comes between: both wait for a payment that was seen. Its money is the merchant's either way.
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
