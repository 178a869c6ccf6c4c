import type { ChainId } from '../../lib/chains/registry.ts';
import type { Sql } from '../../platform/db/client.ts';
import { transferMoves } from './states.ts';
import type { TransferRow } from './transfer.ts';

/** Opens batches again that were mined above this block. Their nonces and signatures stay. */
export async function updateBatchesReopened(tx: Sql, chain: ChainId, above: number): Promise<string[]> {
  const rows = await tx<{ batch_id: string }[]>`
    update transfer_batches set status = 'open', tx_hash = null, block_number = null, gas_cost = null, succeeded = null,
      ended_at = null
    where chain = ${chain} and status = 'done' and block_number > ${above} returning batch_id`;
  return rows.map(({ batch_id }) => batch_id);
}

export async function updateReopened(tx: Sql, batchIds: string[]): Promise<TransferRow[]> {
  const { from, to } = transferMoves.reopen;
  return tx<TransferRow[]>`
    update transfers set status = ${to}, tx_hash = null, ended_at = null, reopenings = reopenings + 1
    where batch_id = any(${batchIds}::text[]) and status = any(${[...from]}::text[]) returning *`;
}

/**
 * Arrivals that are gone belong to no sweep. If they return, they are swept anew. Returns the sweeps that had them: these are
 * under way. Without any, no arrival is looked at.
 */
export async function updateUnswept(tx: Sql, chain: ChainId, above: number): Promise<string[]> {
  const rows = await tx<{ sweep_id: string }[]>`
    with gone as (
      select arrival_id, sweep_id from arrivals
      where chain = ${chain} and block_number > ${above} and state in ('seen', 'final') and sweep_id is not null
        and exists (
          select from transfers where status in ('waiting', 'sending') and kind = 'sweep' and chain = ${chain})
    ), freed as (
      update arrivals a set sweep_id = null from gone where a.arrival_id = gone.arrival_id
    )
    select distinct sweep_id from gone`;
  return rows.map(({ sweep_id }) => sweep_id);
}
