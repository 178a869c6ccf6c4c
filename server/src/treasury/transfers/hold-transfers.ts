import type { Context } from '../../app/context.ts';
import type { Sql } from '../../platform/db/client.ts';
import { type BelowZero, updateCancelled, updateHeld, updateReleased, updateUnheld } from './hold-store.ts';
import { selectTransfer } from './store.ts';
import { recordOutcomes, transferRequested } from './transfers.ts';

export const takenBack = 'The chain took back the money that it is for.';
/** While a merchant's balance is below zero, its refunds would be paid with other merchants' money. */
export const belowZero = 'The balance is below zero, since a chain took money back or a backup was restored.';
export const uncovered =
  'The balance does not cover it any more: payments had left that the database did not know.';
export const unknownPaid =
  'Payments left this chain that the database does not know, as after a restored backup. The operator has to explain them.';
/** Noticed again before a transfer is sent, or when a balance changes, so a reason that would be forgotten counts more. */
const weaker = [belowZero, unknownPaid];
/** What stands in for another reason that is gone. */
export const whileBelowZero: BelowZero = { refund: belowZero, payout: uncovered };

/** Holds the transfers of these refunds or unapplied funds. */
export async function holdTransfers(tx: Sql, sources: string[], reason: string): Promise<void> {
  if (sources.length > 0) await updateHeld(tx, sources, reason, weaker);
}

/**
 * Unholds transfers that are held for one of these reasons, unless their balance is below zero. Returns their sources. The
 * caller has locked the balances.
 */
export async function unholdTransfers(tx: Sql, sources: string[], reasons: string[]): Promise<string[]> {
  return sources.length > 0 ? updateUnheld(tx, sources, reasons, whileBelowZero) : [];
}

/** Cancels waiting transfers and returns their sources. The caller ends the refunds or returns they were for. */
export async function cancelTransfers(
  tx: Sql,
  sources: string[],
  failure: { reason: string; message: string },
  now: Date,
): Promise<string[]> {
  return sources.length === 0 ? [] : updateCancelled(tx, sources, failure, now);
}

/** The operator releases a held transfer. False if it was not held. */
export async function releaseTransfer(ctx: Context, transferId: string): Promise<boolean> {
  const isReleased = await updateReleased(ctx.db, transferId, ctx.clock.now());
  if (isReleased) transferRequested(ctx, 'live');
  return isReleased;
}

/**
 * The operator cancels a waiting transfer. Its refund, return or payout fails with it. False if it may have been paid: what
 * became of it could not be recorded.
 */
export function failTransfer(ctx: Context, transferId: string): Promise<boolean> {
  const message = 'The operator cancelled it. Nothing was sent.';
  return recordOutcomes(
    ctx,
    null,
    [{ transferId, result: 'failed', txHash: null, reason: 'CANCELLED', message }],
    async (tx) => (await selectTransfer(tx, transferId))?.pay_id === null,
  );
}
