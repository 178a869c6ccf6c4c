import type { Context } from '../context.ts';
import type { Sql } from '../db/client.ts';
import type { PaymentRow } from '../payments/payment.ts';
import { holdTransfers, releaseTransfer, takenBack, unholdTransfers } from '../transfers/holding.ts';
import { standingUnits } from '../unapplied-funds/unapplied-funds.ts';
import { selectUnderWay, updateHeld } from './store.ts';

/**
 * Keeps refunds of money that a chain took back from being sent, and lets them go on when it is there again. The
 * payments are locked.
 */
export async function holdRefunds(tx: Sql, payments: readonly PaymentRow[]): Promise<void> {
  for (const payment of payments) {
    const ids = await selectUnderWay(tx, payment);
    if (ids.length === 0) continue;
    const standing = await standingUnits(tx, payment);
    const isHeld = standing !== null && standing < BigInt(payment.refunded_units);
    if (isHeld) await holdTransfers(tx, ids, takenBack);
    else await unholdTransfers(tx, ids);
    await updateHeld(tx, ids, isHeld);
  }
}

/** The operator's word: sends a transfer that is held. False when it is not held. */
export async function releaseHeld(ctx: Context, transferId: string): Promise<boolean> {
  const isReleased = await releaseTransfer(ctx, transferId);
  if (isReleased) await updateHeld(ctx.db, [transferId], false);
  return isReleased;
}
