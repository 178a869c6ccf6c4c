import type { ChainId } from '../chains/registry.ts';
import type { Sql } from '../db/client.ts';

export interface ChainStatusRow {
  chain: ChainId;
  checked_at: Date;
  /** Null while the chain can be used. */
  problem: string | null;
}

export async function upsertStatus(sql: Sql, row: ChainStatusRow): Promise<void> {
  await sql`
    insert into chain_status (chain, checked_at, problem) values (${row.chain}, ${row.checked_at}, ${row.problem})
    on conflict (chain) do update set checked_at = excluded.checked_at, problem = excluded.problem`;
}

export async function selectStatuses(sql: Sql): Promise<ChainStatusRow[]> {
  return sql<ChainStatusRow[]>`select chain, checked_at, problem from chain_status`;
}
