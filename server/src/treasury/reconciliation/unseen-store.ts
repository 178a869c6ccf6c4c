import type { ChainId } from '../../lib/chains/registry.ts';
import type { Sql } from '../../platform/db/client.ts';

export interface Turn {
  after: string;
  at: Date | null;
  /** Addresses that are watched. */
  size: number;
}

export async function selectTurn(sql: Sql, chain: ChainId, now: Date): Promise<Turn> {
  const [row] = await sql<{ after: string | null; at: Date | null; size: bigint }[]>`
    select (select turn_after from ledger_reconciliations where chain = ${chain}) as after,
      (select turn_at from ledger_reconciliations where chain = ${chain}) as at,
      count(*) as size from watched_addresses where chain = ${chain} and watch_until > ${now}`;
  return { after: row?.after ?? '', at: row?.at ?? null, size: Number(row?.size ?? 0) };
}

/** The next addresses of a turn, in their order. */
export async function selectTurnAddresses(
  sql: Sql,
  chain: ChainId,
  now: Date,
  after: string,
  limit: number,
): Promise<{ address: string; registered_at: Date }[]> {
  return sql<{ address: string; registered_at: Date }[]>`
    select address, registered_at from watched_addresses
    where chain = ${chain} and watch_until > ${now} and address > ${after} order by address limit ${limit}`;
}

export async function updateTurn(sql: Sql, chain: ChainId, after: string, now: Date): Promise<void> {
  await sql`update ledger_reconciliations set turn_after = ${after}, turn_at = ${now} where chain = ${chain}`;
}

/** Those of these addresses at which the token is known to have arrived: their sum is compared anyway. */
export async function selectKnownReceivers(
  sql: Sql,
  chain: ChainId,
  token: string,
  addresses: readonly string[],
): Promise<Set<string>> {
  const rows = await sql<{ address: string }[]>`
    select distinct address from arrivals
    where chain = ${chain} and token = ${token} and state <> 'gone' and address = any(${[...addresses]}::text[])`;
  return new Set(rows.map(({ address }) => address));
}
