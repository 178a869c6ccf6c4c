import type { ChainId } from '../../lib/chains/registry.ts';
import type { Sql } from '../../platform/db/client.ts';

export interface ChainRow {
  chain: ChainId;
  number: bigint | null;
  block_time: Date | null;
  answered_at: Date | null;
  head_number: bigint | null;
  halted_at: Date | null;
  halted_reason: string | null;
  is_watched: boolean;
  payouts_stopped_at: Date | null;
  gas_units: string | null;
  gas_is_low: boolean | null;
  transfers_left: bigint | null;
  gas_noted_at: Date | null;
  hot_owner: string | null;
}

/** What workers know of each chain; chains without a row were never looked at. */
export async function selectChains(sql: Sql, chains: readonly ChainId[], now: Date): Promise<ChainRow[]> {
  return sql<ChainRow[]>`
    select chain, number, chain_cursors.block_time, answered_at, head_number, halted_at, halted_reason,
      exists (select from watched_addresses watched
        where watched.chain = named.chain and watch_until > ${now}) as is_watched,
      payouts_stopped_at, gas_levels.units as gas_units, is_low as gas_is_low, transfers_left,
      gas_levels.noted_at as gas_noted_at, hot_owner
    from unnest(${chains}::text[]) as named (chain) left join chain_cursors using (chain)
      left join ledger_reconciliations using (chain) left join gas_levels using (chain)
      left join chain_status using (chain)`;
}

export interface RpcUseRow {
  chain: ChainId;
  host: string;
  calls: bigint;
  errors: bigint;
  last_problem: string | null;
  last_problem_at: Date | null;
}

/** Of today and yesterday (UTC). */
export async function selectRpcUse(sql: Sql): Promise<RpcUseRow[]> {
  return sql<RpcUseRow[]>`
    select chain, host, sum(calls)::bigint as calls, sum(errors)::bigint as errors,
      (array_agg(last_problem order by last_problem_at desc nulls last))[1] as last_problem,
      max(last_problem_at) as last_problem_at
    from rpc_use group by chain, host order by chain, host`;
}
