import { PaymentSessionStatus } from '@medusajs/framework/utils';
import type { Payment } from '../../../sdk/src/index.ts';

/** A refund that Medusa counts. */
export interface KnownRefund {
  refund_id: string;
  amount: string;
  status: string;
}

/** What Medusa keeps of a payment, in the data of its session and of its payment. Customers can read it. */
export interface SessionData extends Record<string, unknown> {
  session_id: string;
  payment_id: string;
  /** Of the attempt to pay: that of the session, or with a number if its amount was changed. */
  reference: string;
  attempt: number;
  checkout_url: string;
  status: Payment['status'];
  amount: string;
  currency: string;
  expires_at: string;
  tx_hash: string | null;
  refunds: KnownRefund[];
}

export function isSessionData(data: Record<string, unknown> | undefined): data is SessionData {
  return typeof data?.['payment_id'] === 'string' && typeof data['reference'] === 'string';
}

export function withPayment(
  data: Pick<SessionData, 'session_id' | 'attempt' | 'reference' | 'refunds'>,
  payment: Payment,
): SessionData {
  const { session_id, attempt, reference, refunds } = data;
  const { payment_id, checkout_url, status, amount, currency, expires_at } = payment;
  const tx_hash = payment.tx_hash ?? null;
  return {
    session_id,
    attempt,
    reference,
    refunds,
    payment_id,
    checkout_url,
    status,
    amount,
    currency,
    expires_at,
    tx_hash,
  };
}

export function referenceOf(sessionId: string, attempt: number): string {
  return attempt === 1 ? sessionId : `${sessionId}.${attempt}`;
}

/** The session of a payment's reference, or null if the payment is not of this plug-in. */
export function sessionOf(reference: string | null | undefined): string | null {
  return /^(payses_\w+)(\.\d+)?$/.exec(reference ?? '')?.[1] ?? null;
}

/** Money that is under way has not been paid, so the order waits for it: `pending_authorization`. */
export function sessionStatus(status: Payment['status']): PaymentSessionStatus {
  switch (status) {
    case 'completed':
    case 'partially_refunded':
      return PaymentSessionStatus.CAPTURED;
    case 'failed':
      return PaymentSessionStatus.ERROR;
    case 'expired':
    case 'refunded':
      return PaymentSessionStatus.CANCELED;
    default:
      return PaymentSessionStatus.PENDING_AUTHORIZATION;
  }
}
