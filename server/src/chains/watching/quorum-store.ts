import type { ChainId } from '../../lib/chains/registry.ts';
import type { Sql } from '../../platform/db/client.ts';
import type { ArrivalKind } from './arrival.ts';

/** An arrival that would be final, and that one node alone has shown. */
export interface UnconfirmedRow {
  arrival_id: string;
  kind: ArrivalKind;
  address: string;
  account: string | null;
  asset: string | null;
  /** numeric, as text. */
  units: string;
  tx_hash: string | null;
  block_hash: string;
  block_number: bigint;
  log_index: number | null;
  denied_by: string | null;
}

export async function selectUnconfirmedAddresses(sql: Sql, chain: ChainId, upTo: number): Promise<string[]> {
  const rows = await sql<{ address: string }[]>`
    select distinct address from arrivals
    where chain = ${chain} and state = 'seen' and block_number <= ${upTo} and confirmed_by is null and token is not null`;
  return rows.map(({ address }) => address);
}

/** Denied arrivals come first, since a dispute lasts as long as one of them does. */
export async function selectUnconfirmed(
  sql: Sql,
  chain: ChainId,
  upTo: number,
  limit: number,
): Promise<UnconfirmedRow[]> {
  return sql<UnconfirmedRow[]>`
    select arrival_id, kind, address, account, asset, units, tx_hash, block_hash, block_number, log_index, denied_by
    from arrivals
    where chain = ${chain} and state = 'seen' and block_number <= ${upTo} and confirmed_by is null and token is not null
    order by denied_by is null, block_number, arrival_id limit ${limit}`;
}

export async function updateConfirmed(tx: Sql, arrivalId: string, by: string): Promise<void> {
  await tx`
    update arrivals set confirmed_by = ${by}, denied_by = null where arrival_id = ${arrivalId} and state = 'seen'`;
}

export async function updateDenied(tx: Sql, arrivalId: string, by: string): Promise<void> {
  await tx`update arrivals set denied_by = ${by} where arrival_id = ${arrivalId} and state = 'seen'`;
}

/** No node has it: takes it back unless it is final. Returns its address if it did. */
export async function updateInvented(tx: Sql, arrivalId: string): Promise<string[]> {
  const rows = await tx<{ address: string }[]>`
    update arrivals set state = 'gone' where arrival_id = ${arrivalId} and state = 'seen' returning address`;
  return rows.map(({ address }) => address);
}

export async function selectDispute(sql: Sql, chain: ChainId): Promise<string | null> {
  const [row] = await sql<{ found: string }[]>`select found from node_disputes where chain = ${chain}`;
  return row?.found ?? null;
}

export async function upsertDispute(tx: Sql, chain: ChainId, found: string, now: Date): Promise<void> {
  await tx`
    insert into node_disputes (chain, found, since) values (${chain}, ${found}, ${now})
    on conflict (chain) do update set found = excluded.found where node_disputes.found <> excluded.found`;
}

export async function deleteDispute(tx: Sql, chain: ChainId): Promise<void> {
  await tx`delete from node_disputes where chain = ${chain}`;
}
