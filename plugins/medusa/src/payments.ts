import { MedusaError } from '@medusajs/framework/utils';
import { CausewayApiError, type Payment } from '../../../sdk/src/index.ts';
import type { Currency } from './amounts.ts';
import { type Connection, isUnavailable } from './connection.ts';
import { referenceOf, type SessionData, withPayment } from './session-data.ts';

/** A session whose amount changes often has a payment for each. */
const mostAttempts = 50;

interface Asked {
  sessionId: string;
  amount: string;
  currency: Currency;
  email?: string | undefined;
}

/**
 * Makes the payment of a session. The reference is its idempotency key, so a repeated request finds the first payment. A
 * reference that was used for another amount, by an attempt that Medusa did not save, is passed over.
 */
export async function createPayment(connection: Connection, asked: Asked, from = 1): Promise<SessionData> {
  for (let attempt = from; attempt < from + mostAttempts; attempt += 1) {
    const reference = referenceOf(asked.sessionId, attempt);
    try {
      const payment = await connection.causeway.payments.create(paramsOf(connection, asked, reference), {
        idempotencyKey: reference,
      });
      return withPayment({ session_id: asked.sessionId, attempt, reference, refunds: [] }, payment);
    } catch (error) {
      if (!isTaken(error)) throw error;
    }
  }
  throw new MedusaError(
    MedusaError.Types.CONFLICT,
    `Too many payments for session ${asked.sessionId}. Start a new one.`,
  );
}

function paramsOf({ options }: Connection, { amount, currency, email, sessionId }: Asked, reference: string) {
  return {
    amount,
    currency,
    reference_id: reference,
    metadata: { medusa_session: sessionId, medusa_shop: options.shop ?? '' },
    ...(options.redirectUrl ? { redirect_url: options.redirectUrl, cancel_url: options.redirectUrl } : {}),
    ...(options.expirationMinutes ? { expiration_minutes: options.expirationMinutes } : {}),
    ...(email ? { customer_email: email } : {}),
  };
}

function isTaken(error: unknown): boolean {
  return (
    error instanceof CausewayApiError && ['DUPLICATE_REFERENCE', 'IDEMPOTENCY_CONFLICT'].includes(error.code)
  );
}

/** The payment of a session as it is now. A customer who retries at the checkout gets a new one with the same reference. */
export async function currentPayment({ causeway }: Connection, data: SessionData): Promise<Payment> {
  const payment = await causeway.payments.get(data.payment_id);
  if (payment.reference_id !== data.reference)
    throw new MedusaError(
      MedusaError.Types.NOT_ALLOWED,
      `Payment ${data.payment_id} is not of session ${data.session_id}.`,
    );
  if (payment.status !== 'failed') return payment;
  const { data: found } = await causeway.payments.list({ reference_id: data.reference, limit: 1 });
  const newest = found[0]?.payment_id ?? data.payment_id;
  return newest === data.payment_id ? payment : causeway.payments.get(newest);
}

/** Ends a payment that nobody has paid. Throws if money is coming or has come: then it must be kept, or refunded. */
export async function cancelPayment(connection: Connection, data: SessionData): Promise<Payment> {
  const payment = await currentPayment(connection, data);
  const ended = payment.status === 'pending' ? await cancelPending(connection, payment) : payment;
  if (['expired', 'failed', 'refunded'].includes(ended.status)) return ended;
  throw new MedusaError(
    MedusaError.Types.NOT_ALLOWED,
    ended.status === 'processing'
      ? `Payment ${ended.payment_id} is being paid. Wait until it is confirmed, then refund it.`
      : `Payment ${ended.payment_id} is paid. Refund it instead.`,
  );
}

async function cancelPending({ causeway }: Connection, payment: Payment): Promise<Payment> {
  try {
    return await causeway.payments.cancel(payment.payment_id);
  } catch (error) {
    if (isUnavailable(error) || !(error instanceof CausewayApiError)) throw error;
    // It moved meanwhile.
    return causeway.payments.get(payment.payment_id);
  }
}
