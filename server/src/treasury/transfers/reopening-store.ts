import type { ChainId } from '../../lib/chains/registry.ts';
import type { Sql } from '../../platform/db/client.ts';
import { transferMoves } from './states.ts';
import type { TransferRow } from './transfer.ts';

/** Reopens batches that were mined above this block. They keep their nonces and signatures. */
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
 * Takes arrivals above this block from their sweeps: if they return, a new sweep moves them. Returns those sweeps,
 * which are all under way. The `exists` spares reading arrivals while no sweep is.
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
