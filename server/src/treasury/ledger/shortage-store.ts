import type { ChainId } from '../../lib/chains/registry.ts';
import type { Environment } from '../../lib/environment.ts';
import type { Sql } from '../../platform/db/client.ts';

export interface ShortRow {
  environment: Environment;
  chain: ChainId;
  token: string;
  units: string;
}

/** Assets in which more is owed than is held, and by how much. */
export async function selectOwedShort(sql: Sql): Promise<ShortRow[]> {
  return sql<ShortRow[]>`select * from ledger_short order by environment, chain, token`;
}

/** Makes the comparison of a chain due. False if the last one was after `before`. */
export async function updateCompareAgain(
  sql: Sql,
  chain: ChainId,
  now: Date,
  before: Date,
): Promise<boolean> {
  const rows = await sql`
    update ledger_reconciliations set due_at = ${now}
    where chain = ${chain} and coalesce(checked_at < ${before}, true) and due_at > ${now} returning 1`;
  return rows.length > 0;
}

/** Whether a comparison of a chain was made at a final block after this time. */
export async function isComparedAfter(sql: Sql, chain: ChainId, time: Date): Promise<boolean> {
  const rows = await sql`
    select 1 from ledger_reconciliations where chain = ${chain} and coalesce(block_time, checked_at) >= ${time}`;
  return rows.length > 0;
}

/** Tokens of which a live chain has less than the ledger says, by its last comparison. */
export async function selectComparedShort(sql: Sql): Promise<{ chain: ChainId; token: string }[]> {
  return sql<{ chain: ChainId; token: string }[]>`
    select chain, difference ->> 'token' as token
    from ledger_reconciliations cross join lateral json_array_elements(differences) as difference
    where payouts_stopped_at is not null and (difference ->> 'difference')::numeric < 0`;
}
