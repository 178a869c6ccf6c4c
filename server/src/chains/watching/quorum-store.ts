import type { ChainId } from '../../lib/chains/registry.ts';
import type { Fragment, Sql } from '../../platform/db/client.ts';
import { type ArrivalKind, inTreasury } from './arrival.ts';

/** An arrival that would be final, and that one node alone has shown. */
export interface UnconfirmedRow {
  arrival_id: string;
  kind: ArrivalKind;
  address: string;
  account: string | null;
  asset: string | null;
  payer_address: string | null;
  /** numeric, as text. */
  units: string;
  tx_hash: string | null;
  block_hash: string;
  block_number: bigint;
  log_index: number | null;
  denied_by: string | null;
  /** In the treasury on Solana: the addresses of ours that its transaction names, several only where the operator has decided. */
  names: string[] | null;
  /** Native money that came to the address up to its block, and up to the final one. Null unless `balance`. */
  arrived: string | null;
  arrived_final: string | null;
  /** What left the address up to the final block, as one node has shown it. Null unless `balance`. */
  departures: Departure[] | null;
  final_number: bigint;
}

/** Native money that left an address of ours. */
export interface Departure {
  address: string;
  block_hash: string;
  block_number: number;
  identity: string;
  units: string;
}

export async function selectUnconfirmedAddresses(sql: Sql, chain: ChainId, upTo: number): Promise<string[]> {
  const rows = await sql<{ address: string }[]>`
    select distinct address from arrivals
    where chain = ${chain} and state = 'seen' and block_number <= ${upTo} and confirmed_by is null and token is not null`;
  return rows.map(({ address }) => address);
}

/**
 * What came to these addresses, and what a node denied. That comes first, since a dispute lasts as long as one of them does. Small
 * money that waits for something else takes nobody's place.
 */
export async function selectUnconfirmed(
  sql: Sql,
  chain: ChainId,
  upTo: number,
  needing: readonly string[],
  limit: number,
): Promise<UnconfirmedRow[]> {
  return sql<UnconfirmedRow[]>`
    select arrival_id, kind, address, account, asset, payer_address, units, tx_hash, block_hash, block_number, log_index,
      denied_by, ${namesOf(sql)} as names,
      case kind when 'balance' then ${arrivedBy(sql, sql`arrivals.block_number`)} end as arrived,
      case kind when 'balance' then ${arrivedBy(sql, sql`${upTo}::bigint`)} end as arrived_final,
      case kind when 'balance' then ${departedBy(sql, upTo)} end as departures,
      ${upTo}::bigint as final_number
    from arrivals
    where chain = ${chain} and state = 'seen' and block_number <= ${upTo} and confirmed_by is null and token is not null
      and (denied_by is not null or address = any(${[...needing]}::text[]))
    order by denied_by is null, block_number, arrival_id limit ${limit}`;
}

function namesOf(sql: Sql): Fragment {
  return sql`case sweep_id when ${inTreasury} then coalesce((select c.addresses from contested_transactions c
    where c.tx_hash = arrivals.tx_hash and c.account = arrivals.account and c.decided_for = arrivals.address), array[address]) end`;
}

function arrivedBy(sql: Sql, block: Fragment): Fragment {
  return sql`(select sum(known.units) from arrivals known
    where known.chain = arrivals.chain and known.address = arrivals.address and known.kind <> 'log' and known.state <> 'gone'
      and known.block_number <= ${block})`;
}

function departedBy(sql: Sql, upTo: number): Fragment {
  return sql`(select coalesce(json_agg(json_build_object('address', d.address, 'block_hash', d.block_hash,
      'block_number', d.block_number, 'identity', d.identity, 'units', d.units::text)), '[]')
    from departures d
    where d.chain = arrivals.chain and d.address = arrivals.address and not d.gone and d.block_number <= ${upTo})`;
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

/** Its address has what did not leave it, and is looked at again. */
export async function updateInventedDeparture(
  tx: Sql,
  chain: ChainId,
  { block_hash, identity }: Departure,
): Promise<void> {
  await tx`
    update departures set gone = true where chain = ${chain} and block_hash = ${block_hash} and identity = ${identity}`;
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
