import type { Context } from '../../app/context.ts';
import type { TransactionSql } from '../../platform/db/client.ts';
import type { PaymentRow } from '../payment/payment.ts';
import { applyScreened } from '../unapplied-funds/resolve-funds.ts';
import { credit } from './credit.ts';
import { updateReversed } from './store.ts';

/**
 * Judges a payment again after somebody decided about money that screening held. What was released is decided anew, and what
 * its payment does not take is unapplied under the same id, with another reason. The payment is locked.
 */
export async function reopenScreened(
  ctx: Context,
  tx: TransactionSql,
  payment: PaymentRow,
  released: string[],
): Promise<void> {
  const reopened = await applyScreened(tx, released);
  if (reopened.length > 0) await updateReversed(tx, reopened, ctx.clock.now());
  await credit(ctx, tx, [payment]);
}
