import type { Context } from '../app/context.ts';
import type { Caller } from '../lib/caller.ts';
import { ApiError } from '../lib/errors.ts';
import { announcing } from '../messages/webhooks/events.ts';
import { type IdempotencyClaim, underClaim } from '../platform/db/idempotency.ts';
import { credit } from './credit/credit.ts';
import type { PaymentRow } from './payment/payment.ts';
import { holdOwnPayment } from './payment/payments.ts';
import { type Payment, toPayment } from './payment/schema.ts';
import { isSettled } from './payment/states.ts';

/**
 * Ends a pending payment as `expired`. Money that the chains have recorded by now wins: the request is then refused. What
 * is recorded later is unapplied, as after a deadline.
 */
export function cancelPayment(
  ctx: Context,
  caller: Caller,
  paymentId: string,
  claim: IdempotencyClaim | null,
): Promise<Payment> {
  return announcing(ctx, (tx) =>
    underClaim(tx, claim, async () => {
      const payment = await holdOwnPayment(tx, caller, paymentId);
      assertPending(payment);
      const [ended = payment] = await credit(ctx, tx, [payment], 'cancel');
      if (ended.cancelled_at === null) assertPending(ended);
      return toPayment(ended, ctx.config.publicUrl);
    }),
  );
}

function assertPending({ status }: PaymentRow): void {
  if (status === 'pending') return;
  if (status === 'processing') throw new ApiError('PAYMENT_IN_PROGRESS');
  if (isSettled(status))
    throw new ApiError('PAYMENT_ALREADY_COMPLETED', {
      message: 'The payment is already completed and cannot be cancelled. Refund it instead.',
    });
  throw new ApiError('PAYMENT_EXPIRED', {
    message: 'The payment has already ended and can no longer be paid. There is nothing to cancel.',
  });
}
