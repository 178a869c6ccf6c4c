import type { Sql } from '../platform/db/client.ts';

/** A series: its labels and its value. */
type Series<Label extends string> = Record<Label, string> & { value: number };

/** Live transfers that are under way. Those that wait for the operator are `held`. */
export function countOpenTransfers(sql: Sql): Promise<Series<'chain' | 'state'>[]> {
  return sql<Series<'chain' | 'state'>[]>`
    select chain, case when held_reason is null then status else 'held' end as state, count(*)::int as value
    from transfers where status in ('waiting', 'sending') and environment = 'live' group by 1, 2`;
}

/** When the live transfer was due that has waited longest; null if none is due. Held ones are not due. */
export async function oldestDueTransfer(sql: Sql): Promise<Date | null> {
  const [row] = await sql<{ at: Date | null }[]>`
    select min(due_at) as at from transfers
    where status in ('waiting', 'sending') and environment = 'live' and held_reason is null`;
  return row?.at ?? null;
}

export function countUnknownPayments(sql: Sql): Promise<Series<'chain'>[]> {
  return sql<Series<'chain'>[]>`
    select chain, count(*)::int as value from unknown_payments where explained_at is null group by chain`;
}

/** Tokens that differed in the last comparison of each chain. */
export function countDifferences(sql: Sql): Promise<Series<'chain'>[]> {
  return sql<Series<'chain'>[]>`
    select chain, json_array_length(differences) as value
    from ledger_reconciliations where checked_at is not null`;
}

/** Seconds since the last comparison of each of these chains. Rows of chains that were turned off stay, and only get older. */
export function agesOfComparisons(
  sql: Sql,
  chains: readonly string[],
  now: Date,
): Promise<Series<'chain'>[]> {
  return sql<Series<'chain'>[]>`
    select chain, extract(epoch from ${now}::timestamptz - checked_at)::float8 as value
    from ledger_reconciliations where checked_at is not null and chain = any(${chains}::text[])`;
}

/** Seconds since the newest block that a node of each of these chains reported. */
export function agesOfHeads(sql: Sql, chains: readonly string[], now: Date): Promise<Series<'chain'>[]> {
  return sql<Series<'chain'>[]>`
    select chain, greatest(0, extract(epoch from ${now}::timestamptz - head_time))::float8 as value
    from chain_cursors where head_time is not null and chain = any(${chains}::text[])`;
}

/**
 * How far behind each of these chains is read: the age of the block up to which it was, or of the first address that is watched
 * now if that is younger. A chain where none is watched is not read on. Only of a chain that is behind all addresses are read.
 */
export function agesOfReads(sql: Sql, chains: readonly string[], now: Date): Promise<Series<'chain'>[]> {
  return sql<Series<'chain'>[]>`
    select chain, greatest(0, extract(epoch from ${now}::timestamptz - case
        when block_time > ${now}::timestamptz - interval '1 minute' then block_time
        else greatest(block_time, (
          select min(registered_at) from watched_addresses watched
          where watched.chain = named.chain and watch_until > ${now})) end))::float8 as value
    from unnest(${chains}::text[]) as named (chain) left join chain_cursors using (chain)
    where exists (
      select from watched_addresses watched where watched.chain = named.chain and watch_until > ${now})`;
}
