import type { Context } from '../../app/context.ts';
import type { ChainId } from '../../lib/chains/registry.ts';
import type { Sql } from '../../platform/db/client.ts';
import { post } from '../ledger/ledger.ts';
import { sweepBackPosting } from '../ledger/postings.ts';
import { moneyOf, sweepSource } from './book-sweeps.ts';
import { updateBatchesReopened, updateReopened, updateUnswept } from './reopening-store.ts';
import { updateEmptied, updateSweepUnits } from './sweep-store.ts';

/**
 * Takes up again what was sent in blocks that the chain has abandoned. The same bytes are sent until they are final
 * again: their nonces hold up all later ones, and anybody may send them anyway. Refunds, payouts and what else was told
 * as completed stay so. Sweeps are booked back, until the money has moved again.
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
  // Also of sweeps that are not done yet: money that comes back is swept anew, and would be booked by both.
  const emptied = await updateUnswept(tx, chain, above);
  if (emptied.length === 0) return;
  await updateSweepUnits(tx, emptied);
  // What is sent already is mined all the same, and moves what is there by then: see `takeMoved`.
  await updateEmptied(tx, emptied, 'waiting', now);
}
