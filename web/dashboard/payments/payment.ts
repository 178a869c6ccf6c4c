import type { Payment, PaymentDetail } from '../shared/api/types.ts';

export const paymentStatuses = [
  'pending',
  'processing',
  'completed',
  'failed',
  'expired',
  'partially_refunded',
  'refunded',
] as const satisfies Payment['status'][];

/** Cancelled payments are expired ones that the merchant ended: people see which. */
export function shownStatus({ status, cancelled_at }: Pick<Payment, 'status' | 'cancelled_at'>): string {
  return status === 'expired' && cancelled_at ? 'cancelled' : status;
}

/** Whether the payment can still change by itself. */
export function isInProgress({ payment, refunds, deliveries }: PaymentDetail): boolean {
  return (
    ['pending', 'processing'].includes(payment.status) ||
    refunds.some((refund) => refund.status === 'processing') ||
    deliveries.some((delivery) => delivery.status === 'pending')
  );
}

export const isZero = (amount: string): boolean => /^[0.]*$/.test(amount);

export function simulatedOutcomes(status: string): ('complete' | 'fail' | 'expire')[] {
  if (status === 'pending') return ['complete', 'fail', 'expire'];
  // A payment with a transaction on chain cannot expire.
  return status === 'processing' ? ['complete', 'fail'] : [];
}

/** The share of what is left in tokens, as the service computes it. Null unless it is an amount that is left. */
export function refundTokens(
  detail: Pick<PaymentDetail, 'refundable_amount' | 'refundable_token_amount'>,
  amount: string,
): string | null {
  if (!/^\d{1,12}(\.\d{1,2})?$/.test(amount)) return null;
  const [part, all] = [scaled(amount, 2), scaled(detail.refundable_amount, 2)];
  if (part === 0n || part > all) return null;
  const units = String((scaled(detail.refundable_token_amount, 6) * part) / all).padStart(7, '0');
  return `${units.slice(0, -6)}.${units.slice(-6)}`;
}

function scaled(amount: string, decimals: number): bigint {
  const [whole = '0', fraction = ''] = amount.split('.');
  return BigInt(`${whole}${fraction.padEnd(decimals, '0')}`);
}

/** The receipt of an invoice's payment is sent with the invoice. */
export function hasReceipt({ payment, invoice_id }: PaymentDetail): boolean {
  return payment.customer_email !== null && invoice_id === null && Boolean(payment.completed_at);
}
