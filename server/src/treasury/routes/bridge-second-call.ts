import type { Sql } from '../../platform/db/client.ts';
import { recordOutcomes, selectCall, showTransfer, transferRequested } from '../transfers/transfers.ts';
import { transferIdOf } from './follow-transfers.ts';
import type { RouteCall } from './providers/provider.ts';
import { request, type Work } from './step-work.ts';
import { updateNextTries } from './store.ts';

/** Sent even after unknown transactions of the operator: the chain itself refuses a second mint. */
const noMatterWhat = new Date('9999-12-31T00:00:00Z');

/**
 * Requests the second transaction of a bridge, the mint. If the call changed, since the message was attested again, a
 * waiting transaction is dropped and the next step requests the new one. A completed one was counted for another route,
 * whose burn got the same nonce: it is tried again.
 */
export async function requestSecondCall(work: Work, call: RouteCall): Promise<void> {
  const { ctx } = work.engine;
  const transferId = transferIdOf(work.step, 'next');
  const known = await selectCall(ctx.db, transferId);
  if (known && known.data !== call.data) {
    const isMade = (await showTransfer(ctx, transferId))?.transfer.status === 'completed';
    return isMade ? updateNextTries(ctx.db, work.step) : cancelSecondCall(work);
  }
  if (known) return;
  await ctx.db.begin((tx: Sql) => request(tx, work, 'next', call, noMatterWhat));
  transferRequested(ctx, 'live');
}

/** Cancels the second transaction. No-op unless it is waiting: one with a nonce will be mined anyway. */
export async function cancelSecondCall({ engine: { ctx }, step }: Work): Promise<void> {
  const transferId = transferIdOf(step, 'next');
  const found = await showTransfer(ctx, transferId);
  if (found?.transfer.status !== 'waiting') return;
  const message = 'Another one was needed, or none.';
  await recordOutcomes(ctx, null, [
    { transferId, result: 'failed', txHash: null, reason: 'NOT_NEEDED', message },
  ]);
}
