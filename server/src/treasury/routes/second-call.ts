import type { Sql } from '../../platform/db/client.ts';
import { recordOutcomes, selectCall, showTransfer, transferRequested } from '../transfers/transfers.ts';
import { transferIdOf } from './follow-transfers.ts';
import type { RouteCall } from './providers/provider.ts';
import { updateNextTries } from './store.ts';
import { request, type Work } from './work.ts';

/** The chain itself refuses a second mint, so it is sent whatever the operator has sent before. */
const noMatterWhat = new Date('9999-12-31T00:00:00Z');

/**
 * Asks for the second transaction of a bridge, the mint. One that is not sent yet gives way to another: a message that
 * was attested again. So does one that was made and counted for another route, whose burn got the same nonce.
 */
export async function requestSecond(work: Work, call: RouteCall): Promise<void> {
  const { ctx } = work.engine;
  const transferId = transferIdOf(work.step, 'next');
  const known = await selectCall(ctx.db, transferId);
  if (known && known.data !== call.data) {
    const isMade = (await showTransfer(ctx, transferId))?.transfer.status === 'completed';
    return isMade ? updateNextTries(ctx.db, work.step) : dropSecond(work);
  }
  if (known) return;
  await ctx.db.begin((tx: Sql) => request(tx, work, 'next', call, noMatterWhat));
  transferRequested(ctx, 'live');
}

/** Nobody needs it any more. No-op unless it waits: what has a nonce goes on. */
export async function dropSecond({ engine: { ctx }, step }: Work): Promise<void> {
  const transferId = transferIdOf(step, 'next');
  const found = await showTransfer(ctx, transferId);
  if (found?.transfer.status !== 'waiting') return;
  const message = 'Another one was needed, or none.';
  await recordOutcomes(ctx, null, [
    { transferId, result: 'failed', txHash: null, reason: 'NOT_NEEDED', message },
  ]);
}
