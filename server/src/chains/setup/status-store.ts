import type { ChainId } from '../../lib/chains/registry.ts';
import type { Sql } from '../../platform/db/client.ts';

export interface ChainStatusRow {
  chain: ChainId;
  checked_at: Date;
  /** Null while the chain can be used. */
  problem: string | null;
  /** Since when there is a problem. */
  off_since: Date | null;
  /** What moving one deposit costs in gas; null while unknown. */
  sweep_units: string | null;
  /** The least that a new address can receive of the chain's own token; null where there is no minimum. */
  least_native: string | null;
  /** Why the vault should have another owner; null if it need not. */
  hot_owner: string | null;
}

export async function upsertStatus(sql: Sql, row: Omit<ChainStatusRow, 'off_since'>): Promise<void> {
  await sql`
    insert into chain_status as known (chain, checked_at, problem, off_since, sweep_units, least_native, hot_owner)
    values (${row.chain}, ${row.checked_at}, ${row.problem}, ${row.problem === null ? null : row.checked_at},
      ${row.sweep_units}, ${row.least_native}, ${row.hot_owner})
    on conflict (chain) do update set checked_at = excluded.checked_at, problem = excluded.problem,
      off_since = case when excluded.problem is not null then coalesce(known.off_since, excluded.off_since) end,
      sweep_units = excluded.sweep_units, least_native = excluded.least_native,
      -- A look that found a problem did not come to the owner.
      hot_owner = case when excluded.problem is null then excluded.hot_owner else known.hot_owner end`;
}

export async function selectStatuses(sql: Sql): Promise<ChainStatusRow[]> {
  return sql<
    ChainStatusRow[]
  >`select chain, checked_at, problem, off_since, sweep_units, least_native, hot_owner from chain_status`;
}

/** Since the last time it was written. */
export interface RpcUse {
  chain: string;
  host: string;
  calls: number;
  errors: number;
  /** What kind of problem there was, if there was one. */
  problem: string | null;
}

/** Rows are taken in order, so that two workers cannot deadlock. */
export async function addRpcUse(sql: Sql, uses: readonly RpcUse[], now: Date): Promise<void> {
  await sql`
    insert into rpc_use as known (chain, host, day, calls, errors, last_problem, last_problem_at)
    select chain, host, (${now}::timestamptz at time zone 'UTC')::date, calls, errors,
      case when errors > 0 then problem end, case when errors > 0 then ${now}::timestamptz end
    from json_to_recordset(${JSON.stringify(uses)}::text::json) as row (chain text, host text, calls bigint,
      errors bigint, problem text)
    order by chain, host
    on conflict (chain, host, day) do update set calls = known.calls + excluded.calls,
      errors = known.errors + excluded.errors, last_problem = coalesce(excluded.last_problem, known.last_problem),
      last_problem_at = coalesce(excluded.last_problem_at, known.last_problem_at)`;
}

export async function deleteOldRpcUse(sql: Sql, before: Date): Promise<void> {
  await sql`delete from rpc_use where day < (${before}::timestamptz at time zone 'UTC')::date`;
}
