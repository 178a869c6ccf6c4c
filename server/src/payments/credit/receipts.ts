import type { Context } from '../../app/context.ts';
import type { Caller } from '../../lib/caller.ts';
import { shownSymbol, tokenDecimals } from '../../lib/chains/registry.ts';
import { ApiError } from '../../lib/errors.ts';
import { formatFiat, formatTokenAmount } from '../../lib/money.ts';
import { type NewEmail, queueEmail, queueNotices } from '../../messages/email/emails.ts';
import type { Sql } from '../../platform/db/client.ts';
import { checkoutUrl } from '../../platform/public-urls.ts';
import type { AnnouncedMove, PaymentRow } from '../payment/payment.ts';
import { holdOwnPayment } from '../payment/payments.ts';
import { isSettled } from '../payment/states.ts';

/** Queues the receipts of payments in the transaction that completes them. */
export async function sendReceipts(
  ctx: Context,
  tx: Sql,
  move: AnnouncedMove,
  payments: PaymentRow[],
): Promise<void> {
  const receipts = move === 'confirm' ? payments.flatMap((row) => receiptOf(ctx, row) ?? []) : [];
  if (receipts.length > 0) await queueNotices(ctx, tx, receipts);
}

/** Queues the receipt once more, because the merchant asks for it. Call `mailQueued` after the commit. */
export async function sendReceiptAgain(
  ctx: Context,
  tx: Sql,
  caller: Caller,
  paymentId: string,
): Promise<{ to: string }> {
  const payment = await holdOwnPayment(tx, caller, paymentId);
  const refuse = (message: string) =>
    new ApiError('INVALID_PARAMETER', { message, details: { field: 'payment_id', provided: paymentId } });
  if (!isSettled(payment.status)) throw refuse('Only a completed payment has a receipt.');
  if (payment.invoice_id !== null) throw refuse('The receipt of this payment belongs to its invoice.');
  const receipt = receiptOf(ctx, payment);
  if (!receipt) throw refuse('This payment has no e-mail address to send the receipt to.');
  await queueEmail(ctx, tx, receipt);
  return { to: receipt.to };
}

/** In the language of the payment. Null without an address, and for an invoice, which has a receipt of its own. */
function receiptOf({ config }: Context, payment: PaymentRow): NewEmail | null {
  const { customer_email: to, chain, token, token_units: units, completed_at: paidAt } = payment;
  if (!to || payment.invoice_id !== null || !chain || !token || units === null || !paidAt) return null;
  return {
    merchantId: payment.merchant_id,
    environment: payment.environment,
    resourceId: payment.payment_id,
    to,
    message: {
      kind: 'payment_receipt',
      locale: payment.locale ?? 'en',
      amount: formatFiat(payment.amount_minor),
      currency: payment.currency,
      description: payment.description,
      reference_id: payment.reference_id,
      paid_at: paidAt.toISOString(),
      chain,
      token: shownSymbol(payment.environment, token),
      token_amount: formatTokenAmount(BigInt(units), tokenDecimals(chain, token)),
      tx_hash: payment.tx_hash,
      checkout_url: checkoutUrl(config.publicUrl, payment.payment_id),
    },
  };
}
