import type { ChainId } from '../../lib/chains/registry.ts';
import type { Fragment, Sql } from '../../platform/db/client.ts';
import type { ArrivalKind } from './arrival.ts';
import type { BlockRef, NewArrival, NewDeparture } from './ledger-port.ts';

export interface StoredArrival {
  address: string;
  kind: ArrivalKind;
}

/**
 * Inserts arrivals that are not known. One that was gone becomes `seen` again, as its block came back or a node lied about it;
 * a second node's confirmation stays if nothing of it changed.
 */
export async function insertArrivals(
  tx: Sql,
  chain: ChainId,
  now: Date,
  rows: readonly (NewArrival & { arrivalId: string })[],
): Promise<StoredArrival[]> {
  if (rows.length === 0) return [];
  return tx<StoredArrival[]>`
    insert into arrivals as known (chain, state, seen_at, arrival_id, kind, identity, token, asset, address, payer_address,
      units, tx_hash, block_hash, block_number, block_time, log_index, waits_for_finalized)
    select ${chain}, 'seen', ${now}::timestamptz, * from unnest(
      ${rows.map((r) => r.arrivalId)}::text[], ${rows.map((r) => r.kind)}::text[], ${rows.map((r) => r.identity)}::text[],
      ${rows.map((r) => r.token)}::text[], ${rows.map((r) => r.asset)}::text[], ${rows.map((r) => r.address)}::text[],
      ${rows.map((r) => r.payerAddress)}::text[], ${rows.map((r) => r.units)}::numeric[],
      ${rows.map((r) => r.txHash)}::text[], ${rows.map((r) => r.block.hash)}::text[],
      ${rows.map((r) => r.block.number)}::bigint[], ${rows.map((r) => r.block.time.toISOString())}::timestamptz[],
      ${rows.map((r) => r.logIndex)}::integer[], ${rows.map((r) => r.waitsForFinalized)}::boolean[])
    on conflict (chain, block_hash, identity) do update set state = 'seen', token = excluded.token, asset = excluded.asset,
      address = excluded.address, payer_address = excluded.payer_address, units = excluded.units, tx_hash = excluded.tx_hash,
      waits_for_finalized = excluded.waits_for_finalized,
      confirmed_by = case when (known.asset, known.address, known.payer_address, known.units, known.tx_hash) is not distinct from
        (excluded.asset, excluded.address, excluded.payer_address, excluded.units, excluded.tx_hash) then known.confirmed_by end
    where known.state = 'gone'
    returning address, kind`;
}

export async function insertDepartures(
  tx: Sql,
  chain: ChainId,
  rows: readonly NewDeparture[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx`
    insert into departures as known (chain, identity, address, units, block_hash, block_number)
    select ${chain}, * from unnest(
      ${rows.map((r) => r.identity)}::text[], ${rows.map((r) => r.address)}::text[],
      ${rows.map((r) => r.units)}::numeric[], ${rows.map((r) => r.block.hash)}::text[],
      ${rows.map((r) => r.block.number)}::bigint[])
    on conflict (chain, block_hash, identity) do update set gone = false, units = excluded.units where known.gone`;
}

/**
 * Removes what was seen in abandoned blocks. Final arrivals are above the fork only when an operator resumes a chain that
 * abandoned final blocks.
 */
export async function abandonAbove(tx: Sql, chain: ChainId, number: number): Promise<string[]> {
  await tx`update departures set gone = true where chain = ${chain} and block_number > ${number} and not gone`;
  const rows = await tx<{ address: string }[]>`
    update arrivals set state = 'gone'
    where chain = ${chain} and block_number > ${number} and state in ('seen', 'final')
    returning address`;
  return rows.map(({ address }) => address);
}

/** Addresses of arrivals that are gone, from blocks in this range: what did not come back by now is lost. */
export async function selectGoneAddresses(
  sql: Sql,
  chain: ChainId,
  above: number,
  upTo: number,
): Promise<string[]> {
  const rows = await sql<{ address: string }[]>`
    select distinct address from arrivals
    where chain = ${chain} and state = 'gone' and block_number > ${above} and block_number <= ${upTo}`;
  return rows.map(({ address }) => address);
}

/** The newest `limit` blocks with arrivals, in ascending order. */
export async function selectArrivalBlocks(
  sql: Sql,
  chain: ChainId,
  below: number,
  limit: number,
): Promise<BlockRef[]> {
  const rows = await sql<{ number: bigint; hash: string; block_time: Date }[]>`
    select distinct block_number as number, block_hash as hash, block_time from arrivals
    where chain = ${chain} and state <> 'gone' and block_number < ${below}
    order by block_number desc limit ${limit}`;
  return rows
    .map(({ number, hash, block_time }) => ({ number: Number(number), hash, time: block_time }))
    .reverse();
}

export async function countFinalAbove(sql: Sql, chain: ChainId, number: number): Promise<number> {
  const [row] = await sql<{ count: bigint }[]>`
    select count(*) from arrivals where chain = ${chain} and state = 'final' and block_number > ${number}`;
  return Number(row?.count ?? 0);
}

/** Addresses of arrivals that depth makes final before the chain says so. */
export async function selectFinalByDepth(
  tx: Sql,
  chain: ChainId,
  finalNumber: number,
  finalizedNumber: number,
): Promise<string[]> {
  const rows = await tx<{ address: string }[]>`
    select distinct address from arrivals
    where chain = ${chain} and state = 'seen' and block_number <= ${finalNumber} and block_number > ${finalizedNumber}
      and not waits_for_finalized`;
  return rows.map(({ address }) => address);
}

/**
 * Makes arrivals final up to `finalNumber`, but only up to `finalizedNumber` those that are large or at an address of `waiting`.
 * Those at addresses of `compared` need the confirmation of a second node too. Returns the addresses.
 */
export async function finaliseArrivals(
  tx: Sql,
  chain: ChainId,
  finalNumber: number,
  finalizedNumber: number,
  {
    waiting,
    compared,
    isScreened,
  }: { waiting: readonly string[]; compared: readonly string[]; isScreened: boolean },
): Promise<string[]> {
  const rows = await tx<{ address: string }[]>`
    update arrivals set ${finalAsScreened(tx)}
    where chain = ${chain} and state = 'seen' and block_number <= ${finalNumber}
      and (block_number <= ${finalizedNumber} or not (waits_for_finalized or address = any(${[...waiting]}::text[])))
      and denied_by is null and (confirmed_by is not null or not address = any(${[...compared]}::text[]))
      and not exists (select from node_disputes d where d.chain = arrivals.chain) and ${isAnswered(tx, isScreened)}
    returning address`;
  return rows.map(({ address }) => address);
}

/** Found by payer and amount, not by arrival: money that moves to another block is not asked about again. */
function verdictOn(tx: Sql): Fragment {
  return tx`(select s.verdict from screenings s where s.direction = 'in' and s.chain = arrivals.chain
    and s.subject = arrivals.address and s.address = coalesce(arrivals.payer_address, '') and s.token = arrivals.token
    and s.units = arrivals.units)`;
}

/** Assignments that make an arrival final. It keeps the verdict that screening has at that moment. */
export function finalAsScreened(tx: Sql): Fragment {
  return tx`state = 'final', screening = nullif(${verdictOn(tx)}, 'ok')`;
}

/** Condition: screening has answered, where it is on. Nobody is asked about strays, which are never credited. */
export function isAnswered(tx: Sql, isScreened: boolean): Fragment {
  return isScreened ? tx`(token is null or ${verdictOn(tx)} is not null)` : tx`true`;
}
