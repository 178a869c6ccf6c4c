import type { Context } from '../context.ts';
import type { Sql } from '../db/client.ts';
import { ApiError } from '../errors.ts';
import { isId } from '../ids.ts';
import type { KeyHolder } from '../merchants/store.ts';
import { selectDepositsOf, type WatchedDepositRow } from '../payments/deposit-store.ts';
import { applyReports, moveAndAnnounce, payFromTestWallets } from '../payments/paying.ts';
import { assertOwn } from '../payments/payments.ts';
import { isSettled } from '../payments/states.ts';
import { lockPayment, type PaymentRow } from '../payments/store.ts';
import { rejectedTransaction } from './outcomes.ts';
import { finishTransactions } from './store.ts';

type SimulatedEnd = 'complete' | 'fail' | 'expire';

/** Drives a test payment to its end at once, through the same chain and the same moves as a customer would. */
export async function simulatePayment(
  ctx: Context,
  tx: Sql,
  caller: KeyHolder,
  paymentId: string,
  end: SimulatedEnd,
): Promise<PaymentRow> {
  const key = { payment_id: paymentId, merchant_id: caller.merchant_id };
  const payment = assertOwn(caller, isId('pay', paymentId) ? await lockPayment(tx, key) : undefined);
  assertCanEnd(caller, payment, end);
  if (end === 'expire') await moveAndAnnounce(ctx, tx, 'expire', [key]);
  else await finishOnChain(ctx, tx, payment, end);
  return assertOwn(caller, await lockPayment(tx, key));
}

function assertCanEnd(caller: KeyHolder, payment: PaymentRow, end: SimulatedEnd): void {
  if (caller.environment !== 'test') {
    throw new ApiError('KEY_ENVIRONMENT_MISMATCH', {
      message: 'Only test payments can be simulated. Use a test key.',
    });
  }
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
  const addresses = (await selectDepositsOf(tx, payment)).map((deposit) => deposit.address);
  // A customer may have sent already, seen by the service or not: then that transaction is the one that ends.
  const finished = await finishTransactions(tx, addresses, ctx.clock.now(), failure);
  if (finished === 0) {
    const outcome = failure
      ? ({ kind: 'reverts', afterMs: 0, ...failure } as const)
      : ({ kind: 'confirms', afterMs: 0 } as const);
    await payFromTestWallets(ctx, tx, [{ payment, outcome }]);
  }
  await observeNow(ctx, tx, await selectDepositsOf(tx, payment));
}

async function observeNow(ctx: Context, tx: Sql, deposits: WatchedDepositRow[]): Promise<void> {
  const askedAt = ctx.clock.now();
  for (const deposit of deposits) {
    const adapter = ctx.chains.adapter(deposit.environment, deposit.chain, tx);
    const watched = {
      depositId: deposit.deposit_id,
      address: deposit.address,
      token: deposit.token,
      createdAt: deposit.created_at,
    };
    const [report] = await adapter.observe([watched]);
    if (report) await applyReports(ctx, tx, askedAt, [{ deposit, report }]);
  }
}
