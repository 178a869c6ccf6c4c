import type { Context } from '../../app/context.ts';
import type { Caller } from '../../lib/caller.ts';
import { ApiError } from '../../lib/errors.ts';
import { announcing } from '../../messages/webhooks/events.ts';
import type { Sql } from '../../platform/db/client.ts';
import { credit } from '../credit/credit.ts';
import { selectDeposits } from '../deposits/deposits.ts';
import type { PaymentRow } from '../payment/payment.ts';
import { holdOwnPayment } from '../payment/payments.ts';
import { isSettled } from '../payment/states.ts';
import { rejectedTransaction } from './outcomes.ts';
import { payFromTestWallets } from './pay-from-test-wallets.ts';
import { finishTransactions } from './simulated-transaction.ts';
import { forgetDetection } from './store.ts';

type SimulatedEnd = 'complete' | 'fail' | 'expire';

/**
 * Applies the chain's current state before a payment is made to fail. If its transaction is already final, the payment
 * completes and cannot fail any more.
 */
export async function catchUp(ctx: Context, caller: Caller, paymentId: string): Promise<void> {
  await announcing(ctx, async (tx) => {
    const payment = await holdOwnPayment(tx, caller, paymentId);
    assertTest(caller);
    await credit(ctx, tx, [payment]);
  });
}

/** Ends a test payment at once, through the same chain and moves as a customer's payment. */
export async function simulatePayment(
  ctx: Context,
  tx: Sql,
  caller: Caller,
  paymentId: string,
  end: SimulatedEnd,
): Promise<PaymentRow> {
  const payment = await holdOwnPayment(tx, caller, paymentId);
  assertTest(caller);
  assertCanEnd(payment, end);
  if (end === 'expire') await credit(ctx, tx, [payment], 'expire');
  else await finishOnChain(ctx, tx, payment, end);
  const ended = await holdOwnPayment(tx, caller, paymentId);
  // A transaction became final in the meantime.
  if (end === 'fail' && isSettled(ended.status)) throw new ApiError('PAYMENT_ALREADY_COMPLETED');
  return ended;
}

function assertTest(caller: Caller): void {
  if (caller.environment === 'test') return;
  throw new ApiError('KEY_ENVIRONMENT_MISMATCH', {
    message: 'Only test payments can be simulated. Use a test key.',
  });
}

function assertCanEnd(payment: PaymentRow, end: SimulatedEnd): void {
  if (isSettled(payment.status)) throw new ApiError('PAYMENT_ALREADY_COMPLETED');
  if (payment.status === 'expired' || payment.status === 'failed') throw new ApiError('PAYMENT_EXPIRED');
  if (payment.status === 'processing' && end === 'expire') {
    throw new ApiError('INVALID_PARAMETER', {
      message: 'A payment whose transaction was seen cannot expire. Simulate complete or fail.',
      details: { field: 'outcome', provided: end, allowed: ['complete', 'fail'] },
    });
  }
}

async function finishOnChain(
  ctx: Context,
  tx: Sql,
  payment: PaymentRow,
  end: 'complete' | 'fail',
): Promise<void> {
  const failure = end === 'fail' ? rejectedTransaction : null;
  const addresses = (await selectDeposits(tx, [payment])).map((deposit) => deposit.address);
  // If a customer has already paid, detected or not, that transaction is the one that ends.
  const finished = await finishTransactions(tx, addresses, ctx.clock.now(), failure);
  if (finished === 0) {
    const outcome = failure
      ? ({ kind: 'reverts', afterMs: 0, ...failure } as const)
      : ({ kind: 'confirms', afterMs: 0 } as const);
    await payFromTestWallets(ctx, tx, [{ payment, outcome }]);
  }
  await credit(ctx, tx, [payment]);
  await forgetDetection(tx, payment);
}
