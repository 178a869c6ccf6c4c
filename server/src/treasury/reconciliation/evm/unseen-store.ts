import type { ChainId } from '../../../lib/chains/registry.ts';
import type { Sql } from '../../../platform/db/client.ts';

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

/** What is known to be at these addresses after a block: what arrived, without what was swept by then. */
export async function selectKnownUnits(
  sql: Sql,
  chain: ChainId,
  contract: string,
  addresses: readonly string[],
  block: number,
): Promise<Map<string, bigint>> {
  const rows = await sql<{ address: string; units: string }[]>`
    select a.address, sum(a.units)::text as units from arrivals a
    where a.chain = ${chain} and a.asset = ${contract} and a.state <> 'gone' and a.address = any(${[...addresses]}::text[])
      and not exists (select from transfers t join transfer_batches b using (batch_id)
        where t.transfer_id = a.sweep_id and t.status = 'completed' and b.block_number <= ${block})
    group by a.address`;
  return new Map(rows.map(({ address, units }) => [address, BigInt(units)]));
}
