import type { Sql } from '../../../platform/db/client.ts';
import { inTreasury } from '../arrival.ts';
import { finalAsScreened, isAnswered } from '../arrival-store.ts';
import type { HistoryMark, KnownMovement, NewMovement, UnfinalArrival } from './slot-ledger-port.ts';

/** A block's hash is not part of what Solana's nodes tell with a transaction: its slot names it. */
const chain = 'solana';

/** Arrived less departed, by account. */
export async function selectExpected(sql: Sql, addresses: readonly string[]): Promise<Map<string, bigint>> {
  const rows = await sql<{ account: string; units: string }[]>`
    select account, sum(units) as units from (
      select account, units from arrivals
      where chain = ${chain} and address = any(${addresses}::text[]) and state <> 'gone'
      union all
      select account, -units from departures
      where chain = ${chain} and address = any(${addresses}::text[]) and not gone
    ) as moved group by account`;
  return new Map(rows.map(({ account, units }) => [account, BigInt(units)]));
}

interface UnfinalRow {
  arrival_id: string;
  address: string;
  account: string;
  units: string;
  tx_hash: string;
  block_number: bigint;
}

function toUnfinal(row: UnfinalRow): UnfinalArrival {
  return {
    arrivalId: row.arrival_id,
    address: row.address,
    account: row.account,
    units: BigInt(row.units),
    signature: row.tx_hash,
    slot: Number(row.block_number),
  };
}

/**
 * Merchants take turns, oldest first: money that waits, for an answer of screening for example, must not keep that of others from
 * becoming final.
 */
export async function selectUnfinal(sql: Sql, limit: number): Promise<UnfinalArrival[]> {
  const rows = await sql<UnfinalRow[]>`
    select arrival_id, address, account, units, tx_hash, block_number from (
      select a.*, row_number() over (partition by d.merchant_id order by block_number, arrival_id) as turn
      from arrivals a left join lateral (
        select merchant_id from deposits where address = a.address and environment = 'live' limit 1) as d on true
      where chain = ${chain} and state = 'seen'
    ) as seen order by turn, block_number, arrival_id limit ${limit}`;
  return rows.map(toUnfinal);
}

export async function selectKnown(sql: Sql, address: string): Promise<KnownMovement[]> {
  const arrivals = await sql<(UnfinalRow & { state: string })[]>`
    select arrival_id, address, account, units, tx_hash, block_number, state from arrivals
    where chain = ${chain} and address = ${address} and state <> 'gone'`;
  const departures = await sql<{ account: string; identity: string; block_number: bigint }[]>`
    select account, identity, block_number from departures where chain = ${chain} and address = ${address}`;
  return [
    ...arrivals.map((row) => ({
      account: row.account,
      signature: row.tx_hash,
      slot: Number(row.block_number),
      unfinal: row.state === 'seen' ? toUnfinal(row) : null,
    })),
    ...departures.map((row) => ({
      account: row.account,
      signature: row.identity.split(' ')[1] ?? '',
      slot: Number(row.block_number),
      unfinal: null,
    })),
  ];
}

/** Known ones stay as they are, except that those of a slot that came back, or that a node lied about, are seen again. */
export async function insertSlotArrivals(
  tx: Sql,
  now: Date,
  rows: readonly (NewMovement & { arrivalId: string })[],
): Promise<{ address: string; kind: 'log' | 'native' }[]> {
  if (rows.length === 0) return [];
  return tx<{ address: string; kind: 'log' | 'native' }[]>`
    insert into arrivals as known (chain, state, seen_at, waits_for_finalized, arrival_id, kind, identity, token, asset,
      address, account, payer_address, units, tx_hash, block_hash, block_number, block_time, sweep_id)
    select ${chain}, 'seen', ${now}::timestamptz, true, * from unnest(
      ${rows.map((r) => r.arrivalId)}::text[], ${rows.map((r) => (r.mint === null ? 'native' : 'log'))}::text[],
      ${rows.map(identityOf)}::text[], ${rows.map((r) => r.token)}::text[], ${rows.map((r) => r.mint)}::text[],
      ${rows.map((r) => r.address)}::text[], ${rows.map((r) => r.account)}::text[],
      ${rows.map((r) => r.payer)}::text[], ${rows.map((r) => r.units)}::numeric[],
      ${rows.map((r) => r.signature)}::text[], ${rows.map((r) => String(r.slot))}::text[],
      ${rows.map((r) => r.slot)}::bigint[], ${rows.map((r) => r.time.toISOString())}::timestamptz[],
      ${rows.map((r) => (r.inTreasury ? inTreasury : null))}::text[])
    on conflict (chain, block_hash, identity) do update set state = 'seen', address = excluded.address,
      payer_address = excluded.payer_address, units = excluded.units,
      confirmed_by = case when (known.address, known.payer_address, known.units) is not distinct from
        (excluded.address, excluded.payer_address, excluded.units) then known.confirmed_by end
    where known.state = 'gone'
    returning address, kind`;
}

export async function insertSlotDepartures(tx: Sql, rows: readonly NewMovement[]): Promise<void> {
  if (rows.length === 0) return;
  await tx`
    insert into departures (chain, identity, address, account, units, block_hash, block_number)
    select ${chain}, * from unnest(
      ${rows.map(identityOf)}::text[], ${rows.map((r) => r.address)}::text[], ${rows.map((r) => r.account)}::text[],
      ${rows.map((r) => r.units)}::numeric[], ${rows.map((r) => String(r.slot))}::text[],
      ${rows.map((r) => r.slot)}::bigint[])
    on conflict (chain, block_hash, identity) do nothing`;
}

export async function selectMarks(sql: Sql, accounts: readonly string[]): Promise<Map<string, HistoryMark>> {
  const rows = await sql<{ account: string; signature: string | null; slot: bigint; units: string | null }[]>`
    select account, signature, slot, units::text from history_marks
    where account = any(${accounts}::text[]) and slot is not null`;
  return new Map(
    rows.map(({ account, signature, slot, units }) => [
      account,
      { signature, slot: Number(slot), units: units === null ? null : BigInt(units) },
    ]),
  );
}

export async function upsertMarks(tx: Sql, marks: ReadonlyMap<string, HistoryMark | null>): Promise<void> {
  if (marks.size === 0) return;
  const all = [...marks.values()];
  await tx`
    insert into history_marks (account, signature, slot, units)
    select * from unnest(${[...marks.keys()]}::text[], ${all.map((mark) => mark?.signature ?? null)}::text[],
      ${all.map((mark) => mark?.slot ?? null)}::bigint[],
      ${all.map((mark) => mark?.units?.toString() ?? null)}::numeric[])
    on conflict (account) do update set signature = excluded.signature, slot = excluded.slot, units = excluded.units`;
}

/** Only what is not final can change. Returns the addresses. */
export async function updateGone(tx: Sql, arrivalIds: readonly string[]): Promise<string[]> {
  if (arrivalIds.length === 0) return [];
  const rows = await tx<{ address: string }[]>`
    update arrivals set state = 'gone' where chain = ${chain} and arrival_id = any(${arrivalIds}::text[])
      and state = 'seen' returning address`;
  return rows.map(({ address }) => address);
}

/** What came to `compared` is final only when a second node has shown it. Returns the addresses. */
export async function updateFinal(
  tx: Sql,
  arrivalIds: readonly string[],
  compared: readonly string[],
  isScreened: boolean,
): Promise<string[]> {
  const rows = await tx<{ address: string }[]>`
    update arrivals set ${finalAsScreened(tx)}
    where chain = ${chain} and arrival_id = any(${[...arrivalIds]}::text[]) and state = 'seen'
      and denied_by is null and (confirmed_by is not null or not address = any(${[...compared]}::text[]))
      and not exists (select from node_disputes d where d.chain = arrivals.chain) and ${isAnswered(tx, isScreened)}
    returning address`;
  return rows.map(({ address }) => address);
}

function identityOf({ account, signature }: NewMovement): string {
  return `${account} ${signature}`;
}

/** Addresses that are the treasury, are to be it, or were it once: the newest first. */
export async function selectTreasuries(sql: Sql): Promise<string[]> {
  const rows = await sql<{ address: string }[]>`
    select address from (
      select solana_next_treasury as address, 0 as place, null::timestamptz as left_at from operator_wallet
      union all select solana_treasury, 1, null from operator_wallet
      union all select address, 2, left_at from former_treasuries
    ) as treasury where address is not null order by place, left_at desc, address`;
  return rows.map(({ address }) => address);
}
