import type { Context } from '../context.ts';
import type { Sql } from '../db/client.ts';
import { type NewEmail, queueEmails } from '../email/emails.ts';
import { ApiError } from '../errors.ts';
import { isId } from '../ids.ts';
import type { Locale } from '../locales.ts';
import { formatFiat } from '../money.ts';
import type { AnnouncedMove, PaymentRow } from '../payments/payment.ts';
import { addPayment, newPayment, paymentAdded } from '../payments/payments.ts';
import { recordEvents } from '../webhooks/events.ts';
import { endOfDay } from './content.ts';
import { receiptEmail } from './invoice-emails.ts';
import { invoiceEvent } from './invoice-events.ts';
import { assertAllowed } from './invoices.ts';
import { selectUnderWay } from './payment-store.ts';
import {
  type InvoiceChange,
  type InvoiceRow,
  lockInvoice,
  moveInvoices,
  selectInvoiceOwner,
} from './store.ts';

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
  const { payment, made } = await ctx.db.begin(async (tx) => {
    const invoice = await lockInvoice(tx, key);
    if (!invoice) throw new ApiError('INVOICE_NOT_FOUND');
    assertAllowed(invoice, 'pay');
    const underWay = await selectUnderWay(tx, invoice);
    if (underWay) return { payment: underWay, made: false };
    const row = paymentFor(ctx, invoice, locale);
    await addPayment(tx, row);
    return { payment: row, made: true };
  });
  if (made) paymentAdded(ctx, payment);
  return payment;
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
