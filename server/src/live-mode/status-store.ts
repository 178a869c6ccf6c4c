import type { ChainId } from '../chains/registry.ts';
import type { Sql } from '../db/client.ts';

export interface ChainStatusRow {
  chain: ChainId;
  checked_at: Date;
  /** Null while the chain can be used. */
  problem: string | null;
  /** What moving one deposit costs in gas; null while unknown. */
  sweep_units: string | null;
  /** The least that a new address can receive of the chain's own token; null where there is no minimum. */
  least_native: string | null;
}

export async function upsertStatus(sql: Sql, row: ChainStatusRow): Promise<void> {
  await sql`
    insert into chain_status (chain, checked_at, problem, sweep_units, least_native)
    values (${row.chain}, ${row.checked_at}, ${row.problem}, ${row.sweep_units}, ${row.least_native})
    on conflict (chain) do update set checked_at = excluded.checked_at, problem = excluded.problem,
      sweep_units = excluded.sweep_units, least_native = excluded.least_native`;
}

export async function selectStatuses(sql: Sql): Promise<ChainStatusRow[]> {
  return sql<
    ChainStatusRow[]
  >`select chain, checked_at, problem, sweep_units, least_native from chain_status`;
}
