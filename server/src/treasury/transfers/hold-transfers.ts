import type { Context } from '../../app/context.ts';
import type { Sql } from '../../platform/db/client.ts';
import { updateCancelled, updateHeld, updateReleased, updateUnheld } from './hold-store.ts';
import { recordOutcomes, transferRequested } from './transfers.ts';

export const takenBack = 'The chain took back the money that it is for.';
/** Why refunds wait while a merchant's balance is below zero: others' money would pay them. */
export const belowZero = 'The balance is below zero, since a chain took money back or a backup was restored.';
export const uncovered =
  'The balance does not cover it any more: payments had left that the database did not know.';

/** Keeps transfers for these refunds or unapplied funds from being sent. */
export async function holdTransfers(tx: Sql, sources: string[], reason: string): Promise<void> {
  if (sources.length > 0) await updateHeld(tx, sources, reason, belowZero);
}

/** Lets those go on that are held for one of these reasons. Returns their sources. */
export async function unholdTransfers(tx: Sql, sources: string[], reasons: string[]): Promise<string[]> {
  return sources.length > 0 ? updateUnheld(tx, sources, reasons) : [];
}

/** Ends transfers that wait. The caller ends what they are for. Returns the sources of those that were ended. */
export async function cancelTransfers(
  tx: Sql,
  sources: string[],
  failure: { reason: string; message: string },
  now: Date,
): Promise<string[]> {
  return sources.length === 0 ? [] : updateCancelled(tx, sources, failure, now);
}

/** The operator's word: sends a transfer that is held. False when it is not held. */
export async function releaseTransfer(ctx: Context, transferId: string): Promise<boolean> {
  const isReleased = await updateReleased(ctx.db, transferId, ctx.clock.now());
  if (isReleased) transferRequested(ctx, 'live');
  return isReleased;
}

/** The operator's word: ends a transfer that waits, and what it is for. */
export async function failTransfer(ctx: Context, transferId: string): Promise<void> {
  const message = 'The operator cancelled it. Nothing was sent.';
  await recordOutcomes(ctx, null, [
    { transferId, result: 'failed', txHash: null, reason: 'CANCELLED', message },
  ]);
}
