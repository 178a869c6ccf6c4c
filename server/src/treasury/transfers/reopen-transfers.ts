import type { Context } from '../../app/context.ts';
import type { ChainId } from '../../lib/chains/registry.ts';
import type { Sql } from '../../platform/db/client.ts';
import { post } from '../ledger/ledger.ts';
import { sweepBackPosting } from '../ledger/postings.ts';
import { moneyOf, sweepSource } from './book-sweeps.ts';
import { updateBatchesReopened, updateReopened, updateUnswept } from './reopening-store.ts';
import { updateEmptied, updateSweepUnits } from './sweep-store.ts';

/**
 * Reopens batches that were mined in abandoned blocks, and their transfers. The same signed bytes are sent until they
 * are final again: their nonces block all later ones, and anybody could send them anyway. Refunds, returns and payouts
 * keep the status `completed`. Sweeps are reversed in the ledger until they are final again.
 */
export async function reopenAbandoned(
  { clock }: Pick<Context, 'clock'>,
  tx: Sql,
  chain: ChainId,
  above: number,
): Promise<void> {
  const batches = await updateBatchesReopened(tx, chain, above);
  const transfers = batches.length > 0 ? await updateReopened(tx, batches) : [];
  const sweeps = transfers.filter(({ kind }) => kind === 'sweep');
  const now = clock.now();
  await post(
    tx,
    sweeps.map((sweep) => sweepBackPosting(moneyOf(sweep), sweepSource(sweep, sweep.reopenings - 1), now)),
  );
  // Also for sweeps that are not completed: an arrival that comes back belongs to a new sweep, and must not be booked
  // by both.
  const emptied = await updateUnswept(tx, chain, above);
  if (emptied.length === 0) return;
  await updateSweepUnits(tx, emptied);
  // Sweeps that are sent already may still be mined, and move what is there by then: see `assignMovedArrivals`.
  await updateEmptied(tx, emptied, 'waiting', now);
}
