import type { ChainId, Token } from '../../lib/chains/registry.ts';
import type { Sql } from '../../platform/db/client.ts';
import { transferMoves } from './states.ts';

/** Final arrivals at one deposit address that belong to no sweep. */
export interface UnsweptRow {
  address: string;
  payment_id: string;
  token: Token;
  units: string;
  oldest: Date;
}

/** Largest first. */
export async function selectUnswept(
  sql: Sql,
  chain: ChainId,
  token: Token,
  limit: number,
): Promise<UnsweptRow[]> {
  return sql<UnsweptRow[]>`
    select a.address, w.payment_id, a.token, sum(a.units)::text as units, min(a.block_time) as oldest
    from arrivals a join watched_addresses w on w.chain = a.chain and w.address = a.address
    where a.chain = ${chain} and a.token = ${token} and a.state = 'final' and a.sweep_id is null
      and w.payment_id is not null
    group by a.address, w.payment_id, a.token
    order by sum(a.units) desc limit ${limit}`;
}

/**
 * Assigns the final arrivals of an address to a sweep. Returns their units; 0 if another worker assigned them first.
 */
export async function updateSwept(
  tx: Sql,
  chain: ChainId,
  { address, token }: UnsweptRow,
  sweepId: string,
): Promise<bigint> {
  const rows = await tx<{ units: string }[]>`
    update arrivals set sweep_id = ${sweepId}
    where chain = ${chain} and address = ${address} and token = ${token} and state = 'final' and sweep_id is null
    returning units::text as units`;
  return rows.reduce((sum, { units }) => sum + BigInt(units), 0n);
}

/** Position of a transaction on its chain. */
export interface Place {
  blockNumber: number;
  /** Of its first log. */
  logIndex: number;
}

/**
 * Assigns to sweeps every arrival that was at their addresses when this transaction emptied them, unless another sweep
 * has it. Native money that arrived in the same block has no log index: it counts if the balance after the block is
 * zero.
 */
export async function updateMoved(
  tx: Sql,
  sweeps: readonly { transferId: string; address: string }[],
  { blockNumber, logIndex }: Place,
): Promise<void> {
  await tx`
    update arrivals a set sweep_id = t.transfer_id
    from transfers t join unnest(
      ${sweeps.map(({ transferId }) => transferId)}::text[], ${sweeps.map(({ address }) => address)}::text[]
    ) as s(transfer_id, address) using (transfer_id)
    where t.status = 'sending' and a.chain = t.chain and a.address = s.address and a.token = t.token
      and a.state = 'final' and a.sweep_id is null
      and (a.block_number < ${blockNumber} or a.block_number = ${blockNumber} and (a.log_index < ${logIndex}
        or a.kind <> 'log' and (
          select sum(units) from arrivals n where n.chain = a.chain and n.address = a.address and n.kind <> 'log'
            and n.state <> 'gone' and n.block_number <= ${blockNumber}
        ) = (
          select sum(units) from departures d where d.chain = a.chain and d.address = a.address and not d.gone
            and d.block_number <= ${blockNumber}
        )))`;
}

/** Sets the units of sweeps to the sum of their arrivals. Sweeps without arrivals keep theirs. */
export async function updateSweepUnits(tx: Sql, sweepIds: string[]): Promise<void> {
  await tx`
    update transfers t set units = a.units
    from (
      select sweep_id, sum(units) as units from arrivals where sweep_id = any(${sweepIds}::text[]) group by sweep_id
    ) as a where a.sweep_id = t.transfer_id`;
}

/** Ends sweeps with this status that have no arrivals left. */
export async function updateEmptied(
  tx: Sql,
  sweepIds: string[],
  from: (typeof transferMoves.fail.from)[number],
  now: Date,
): Promise<void> {
  await tx`
    update transfers set status = ${transferMoves.fail.to}, due_at = null, problem = null, ended_at = ${now},
      failure_reason = 'REVERSED', failure_message = 'The chain took back the money that it moved.'
    where transfer_id = any(${sweepIds}::text[]) and status = ${from}
      and not exists (select from arrivals a where a.sweep_id = transfer_id)`;
}

/** Units of sweeps that are under way to the vault. Those that wait for a reason, such as a frozen account, may never come. */
export async function sumSweeping(sql: Sql, chain: ChainId, token: Token): Promise<bigint> {
  const [row] = await sql<{ units: string }[]>`
    select coalesce(sum(units), 0)::text as units from transfers
    where status in ('waiting', 'sending') and problem is null and kind = 'sweep' and chain = ${chain}
      and token = ${token}`;
  return BigInt(row?.units ?? '0');
}
