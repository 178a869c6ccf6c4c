import type { Context } from '../../app/context.ts';
import type { Sql } from '../../platform/db/client.ts';
import { holdBalance } from '../../treasury/ledger/ledger.ts';
import { holdPayouts } from '../../treasury/payouts/hold-payouts.ts';
import {
  belowZero,
  holdTransfers,
  releaseTransfer,
  takenBack,
  unholdTransfers,
} from '../../treasury/transfers/hold-transfers.ts';
import { transferRequested } from '../../treasury/transfers/transfers.ts';
import type { PaymentRow } from '../payment/payment.ts';
import { type RefundAccount, selectCovered, selectHeldAboveZero } from './coverage-store.ts';
import { standingUnits } from './standing-units.ts';
import { type RefundRow, selectUnderWay, updateHeld, updateUnheld } from './store.ts';

export { updateAwaitsScreening } from './store.ts';

const batchSize = 100;

/**
 * Holds refunds of payments whose money a chain took back, and unholds them when it is back. The caller has locked the
 * payments.
 */
export async function holdRefunds(tx: Sql, payments: readonly PaymentRow[]): Promise<void> {
  for (const payment of payments) {
    const ids = await selectUnderWay(tx, payment);
    if (ids.length === 0) continue;
    const standing = await standingUnits(tx, payment);
    const isHeld = standing !== null && standing < BigInt(payment.refunded_units);
    if (isHeld) {
      await holdTransfers(tx, ids, takenBack);
      await updateHeld(tx, ids, true);
      continue;
    }
    await lockBalance(tx, payment);
    await unholdTransfers(tx, ids, [takenBack]);
    await updateUnheld(tx, ids);
  }
}

/** Of a payment that has refunds, so it was paid in some token. */
async function lockBalance(
  tx: Sql,
  { merchant_id: merchantId, environment, chain, token }: PaymentRow,
): Promise<void> {
  if (chain !== null && token !== null) await holdBalance(tx, { merchantId, environment, chain, token });
}

/** Holds live payouts and refunds of merchants whose balance does not cover them any more. */
export async function holdOutgoing(
  ctx: Pick<Context, 'clock'>,
  tx: Sql,
  balances: readonly Parameters<typeof holdPayouts>[2][],
  reason: Parameters<typeof holdPayouts>[3],
): Promise<void> {
  for (const balance of balances) {
    if (!(await holdPayouts(ctx, tx, balance, reason))) continue;
    const ids = await selectCovered(tx, { ...balance, environment: 'live' });
    await holdTransfers(tx, ids, belowZero);
    await updateHeld(tx, ids, true);
  }
}

/** Whether a refund's balance is below zero. Locks it: whoever takes it there holds the transfers that are there by then. */
export async function isBelowZero(tx: Sql, refund: RefundRow): Promise<boolean> {
  const { merchant_id: merchantId, environment, chain, token } = refund;
  return (await holdBalance(tx, { merchantId, environment, chain, token })) < 0n;
}

/** Holds a refund that gets its transfer while its balance is below zero. */
export async function holdBelowZero(tx: Sql, { refund_id, covered_at }: RefundRow): Promise<void> {
  if (covered_at === null) return;
  await holdTransfers(tx, [refund_id], belowZero);
  await updateHeld(tx, [refund_id], true);
}

/** Unholds refunds of merchants whose balance is not below zero any more. Returns how many. */
export async function releaseAboveZero(ctx: Context): Promise<number> {
  let released = 0;
  for (const held of await selectHeldAboveZero(ctx.db, belowZero, batchSize)) {
    try {
      if (await ctx.db.begin((tx: Sql) => releaseIfCovered(tx, held))) released++;
    } catch (error) {
      // One merchant's error must not block the others.
      ctx.log.error({ err: error, refund_id: held.refund_id }, 'could not release a refund, will retry');
    }
  }
  if (released > 0) transferRequested(ctx, 'live');
  return released;
}

/** Locks the balance: whoever takes it below zero again holds the refund again. */
async function releaseIfCovered(
  tx: Sql,
  { refund_id, merchant_id, ...held }: RefundAccount,
): Promise<boolean> {
  if ((await holdBalance(tx, { merchantId: merchant_id, ...held })) < 0n) return false;
  const unheld = await unholdTransfers(tx, [refund_id], [belowZero]);
  await updateHeld(tx, unheld, false);
  return unheld.length > 0;
}

/** The operator releases a held transfer, and its refund. False if it was not held. */
export async function releaseHeld(ctx: Context, transferId: string): Promise<boolean> {
  const isReleased = await releaseTransfer(ctx, transferId);
  if (isReleased) await updateHeld(ctx.db, [transferId], false);
  return isReleased;
}
