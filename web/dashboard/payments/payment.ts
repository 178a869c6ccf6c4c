import type { Metadata } from '../shared/metadata.ts';

/** Payments as the API and the dashboard's own routes give them. */

export const paymentStatuses = [
  'pending',
  'processing',
  'completed',
  'failed',
  'expired',
  'partially_refunded',
  'refunded',
] as const;

export interface Payment {
  payment_id: string;
  status: string;
  amount: string;
  currency: string;
  description: string | null;
  checkout_url: string;
  metadata: Metadata;
  redirect_url: string | null;
  cancel_url: string | null;
  accepted_chains: string[];
  accepted_tokens: string[];
  customer_email: string | null;
  reference_id: string | null;
  expires_at: string;
  created_at: string;
  chain?: string;
  token?: string;
  token_amount?: string;
  tx_hash?: string;
  payer_address?: string;
  completed_at?: string;
  failure_reason?: string;
  failure_message?: string;
}

export interface Refund {
  refund_id: string;
  payment_id: string;
  status: string;
  amount: string;
  currency: string;
  chain: string;
  token: string;
  reason: string | null;
  created_at: string;
  tx_hash?: string;
  refunded_to?: string;
  completed_at?: string;
  failure_reason?: string;
  failure_message?: string;
}

export interface TimelineEntry {
  at: string;
  kind: 'created' | 'event' | 'refund' | 'delivery';
  title: string;
  id: string;
  status?: string;
  http_status?: number | null;
}

export interface Delivery {
  delivery_id: string;
  endpoint_id: string;
  event_type: string;
  status: string;
  attempts: number;
  created_at: string;
}

export interface PaymentDetail {
  payment: Payment;
  refunded_amount: string;
  refundable_amount: string;
  invoice_id: string | null;
  timeline: TimelineEntry[];
  refunds: Refund[];
  events: { event_id: string; type: string; created_at: string }[];
  deliveries: Delivery[];
}

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
