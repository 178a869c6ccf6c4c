import type { Context } from '../../app/context.ts';
import { ApiError } from '../../lib/errors.ts';
import { announcing } from '../../messages/webhooks/events.ts';
import { credit } from '../../payments/credit/credit.ts';
import {
  chooseDeposit,
  openDeposit,
  type PaymentOption,
  selectDeposits,
} from '../../payments/deposits/deposits.ts';
import { outcomeFor } from '../../payments/test-mode/outcomes.ts';
import { payFromTestWallets } from '../../payments/test-mode/pay-from-test-wallets.ts';
import { anyTransactionTo } from '../../payments/test-mode/simulated-transaction.ts';
import { assertCanStillPay, loadPayable, lockForPerson } from '../checkout/checkout.ts';
import { assertAccepted } from '../checkout/options.ts';

/**
 * Pays a test payment from the test wallet, with the outcome of its amount. The payment is locked, so the second of two
 * tabs finds the first one's transaction, detected or not, and sends nothing.
 */
export async function payFromTestWallet(
  ctx: Context,
  paymentId: string,
  option: PaymentOption,
): Promise<void> {
  const checkout = await loadPayable(ctx, paymentId);
  if (checkout.environment !== 'test') {
    throw new ApiError('FORBIDDEN', {
      message: 'Only test payments can be paid from a test wallet. Pay this one from your own wallet.',
    });
  }
  assertAccepted(ctx, checkout, option);
  const deposit = await openDeposit(ctx, checkout, option);
  await announcing(ctx, async (tx) => {
    const payment = await lockForPerson(tx, checkout);
    const opened = (await selectDeposits(tx, [payment])).map(({ address }) => address);
    if (payment.status === 'processing') return;
    if (payment.status === 'pending' && (await anyTransactionTo(tx, opened))) return;
    assertCanStillPay(ctx, payment);
    await chooseDeposit(ctx, tx, deposit);
    const outcome = outcomeFor(payment.amount_minor, ctx.random);
    await payFromTestWallets(ctx, tx, [{ payment, outcome, option }]);
    await credit(ctx, tx, [payment]);
  });
  ctx.wake.at('credit-payments', ctx.clock.now());
}
