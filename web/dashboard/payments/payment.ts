import type { Payment, PaymentDetail } from '../shared/types.ts';

/** Payments as the API and the dashboard's own routes give them. */

export const paymentStatuses = [
  'pending',
  'processing',
  'completed',
  'failed',
  'expired',
  'partially_refunded',
  'refunded',
] as const satisfies Payment['status'][];

/** Whether something will still happen by itself. */
export function isMoving({ payment, refunds, deliveries }: PaymentDetail): boolean {
  return (
    ['pending', 'processing'].includes(payment.status) ||
    refunds.some((refund) => refund.status === 'processing') ||
    deliveries.some((delivery) => delivery.status === 'pending')
  );
}

export const isZero = (amount: string): boolean => /^[0.]*$/.test(amount);

export function simulatedOutcomes(status: string): ('complete' | 'fail' | 'expire')[] {
  if (status === 'pending') return ['complete', 'fail', 'expire'];
  // A payment whose transaction was seen cannot expire.
  return status === 'processing' ? ['complete', 'fail'] : [];
}
