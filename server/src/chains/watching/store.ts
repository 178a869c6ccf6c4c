import type { ChainId } from '../../lib/chains/registry.ts';
import type { Sql } from '../../platform/db/client.ts';
import { type ArrivalRow, type CursorRow, inTreasury } from './arrival.ts';
import type { BlockRef, HeldCursor, Writes } from './ledger-port.ts';

export interface Head {
  at: Date;
  number: number;
  time: Date;
}

export interface Lease {
  holder: string;
  now: Date;
  until: Date;
}

/** Takes the chain if nobody else holds it. The fence rises unless this worker has held it without a break. */
export async function takeCursor(
  sql: Sql,
  chain: ChainId,
  lease: Lease,
  head: Head | null,
): Promise<HeldCursor | null> {
  const [row] = await sql<
    (Omit<CursorRow, 'number' | 'hash'> & {
      number: bigint | null;
      hash: string | null;
      version: bigint;
      fence: bigint;
    })[]
  >`
    insert into chain_cursors as c (chain, fence, lease_holder, lease_until, answered_at, head_number, head_time)
    values (${chain}, 1, ${lease.holder}, ${lease.until}, ${head?.at ?? null}, ${head?.number ?? null}, ${head?.time ?? null})
    on conflict (chain) do update set lease_holder = excluded.lease_holder, lease_until = excluded.lease_until,
      fence = c.fence + case when c.lease_holder = excluded.lease_holder and c.lease_until > ${lease.now} then 0 else 1 end,
      answered_at = coalesce(excluded.answered_at, c.answered_at),
      head_number = coalesce(excluded.head_number, c.head_number), head_time = coalesce(excluded.head_time, c.head_time)
    where c.lease_holder is not distinct from excluded.lease_holder or coalesce(c.lease_until <= ${lease.now}, true)
    returning number, hash, block_time, final_number, finalized_number, version, fence, halted_reason`;
  if (!row) return null;
  const isStarted = row.number !== null && row.hash !== null;
  return {
    chain,
    fence: row.fence,
    version: row.version,
    at: isStarted ? { number: Number(row.number), hash: row.hash ?? '', time: row.block_time } : null,
    finalNumber: Number(row.final_number),
    finalizedNumber: Number(row.finalized_number),
    haltedReason: row.halted_reason,
  };
}

/** No-op when the lease has ended. */
export async function updateLease(sql: Sql, chain: ChainId, { holder, now, until }: Lease): Promise<void> {
  await sql`
    update chain_cursors set lease_until = ${until}
    where chain = ${chain} and lease_holder = ${holder} and lease_until > ${now}`;
}

export async function releaseCursors(sql: Sql, holder: string, now: Date): Promise<void> {
  await sql`update chain_cursors set lease_until = ${now} where lease_holder = ${holder} and lease_until > ${now}`;
}

/** Makes the commit of a step that is under way fail: it read what changes now. */
export async function bumpVersion(tx: Sql, chain: ChainId): Promise<void> {
  await tx`update chain_cursors set version = version + 1 where chain = ${chain}`;
}

/** Says why the chain is not read on. The next commit clears it. */
export async function updateStandsBecause(sql: Sql, chain: ChainId, reason: string): Promise<void> {
  await sql`
    update chain_cursors set stands_because = ${reason}
    where chain = ${chain} and stands_because is distinct from ${reason}`;
}

/** The guard of every write: locks the cursor's row, and moves it only if this worker still holds it unchanged. */
export async function moveCursor(tx: Sql, held: HeldCursor, writes: Writes, now: Date): Promise<boolean> {
  const { at } = writes;
  const rows = await tx`
    update chain_cursors set number = ${at.number}, hash = ${at.hash}, block_time = ${at.time},
      moved_at = case when number is distinct from ${at.number} then ${now} else moved_at end,
      stands_because = ${writes.standsBecause ?? null},
      final_number = ${writes.finalNumber}, finalized_number = ${writes.finalizedNumber}, version = version + 1,
      halted_reason = ${writes.haltReason}, halted_at = ${writes.haltReason === null ? null : now}
    where chain = ${held.chain} and fence = ${held.fence} and version = ${held.version} and lease_until > ${now}
      and halted_at is null
    returning chain`;
  return rows.length > 0;
}

export async function selectBlocks(sql: Sql, chain: ChainId, from: number, to: number): Promise<BlockRef[]> {
  const rows = await sql<{ number: bigint; hash: string; block_time: Date }[]>`
    select number, hash, block_time from chain_blocks
    where chain = ${chain} and number between ${from} and ${to} order by number`;
  return rows.map(({ number, hash, block_time }) => ({ number: Number(number), hash, time: block_time }));
}

export async function insertBlocks(tx: Sql, chain: ChainId, blocks: readonly BlockRef[]): Promise<void> {
  if (blocks.length === 0) return;
  await tx`
    insert into chain_blocks (chain, number, hash, block_time)
    select ${chain}, * from unnest(${blocks.map(({ number }) => number)}::bigint[],
      ${blocks.map(({ hash }) => hash)}::text[], ${blocks.map(({ time }) => time.toISOString())}::timestamptz[])`;
}

export async function deleteBlocks(
  tx: Sql,
  chain: ChainId,
  { below, above }: { below: number; above: number | null },
): Promise<void> {
  await tx`delete from chain_blocks where chain = ${chain} and number < ${below}`;
  if (above !== null) await tx`delete from chain_blocks where chain = ${chain} and number > ${above}`;
}

/** Why a chain is halted, and the version to resume it from; null if it is not halted. */
export async function selectHalted(
  sql: Sql,
  chain: ChainId,
): Promise<{ reason: string; version: bigint } | null> {
  const [row] = await sql<{ reason: string; version: bigint }[]>`
    select halted_reason as reason, version from chain_cursors where chain = ${chain} and halted_at is not null`;
  return row ?? null;
}

/** Lets a halted chain go on from `fork`. The fence rises, so that whoever holds the chain takes it anew. */
export async function updateResumed(
  tx: Sql,
  chain: ChainId,
  version: bigint,
  fork: BlockRef,
): Promise<boolean> {
  const rows = await tx`
    update chain_cursors set number = ${fork.number}, hash = ${fork.hash}, block_time = ${fork.time},
      final_number = ${fork.number}, finalized_number = least(finalized_number, ${fork.number}),
      moved_at = null, version = version + 1, fence = fence + 1, halted_at = null, halted_reason = null
    where chain = ${chain} and version = ${version} and halted_at is not null
    returning chain`;
  return rows.length > 0;
}

/** Native money that should be there: arrived less departed. */
export async function selectNativeSums(
  sql: Sql,
  chain: ChainId,
  addresses: readonly string[],
): Promise<Map<string, bigint>> {
  const rows = await sql<{ address: string; units: string }[]>`
    select address, sum(units) as units from (
      select address, units from arrivals
      where chain = ${chain} and address = any(${addresses}::text[]) and kind <> 'log' and state <> 'gone'
      union all
      select address, -units from departures
      where chain = ${chain} and address = any(${addresses}::text[]) and not gone
    ) as moved group by address`;
  return new Map(rows.map(({ address, units }) => [address, BigInt(units)]));
}

export async function selectNativeHashes(sql: Sql, chain: ChainId, address: string): Promise<string[]> {
  const rows = await sql<{ tx_hash: string }[]>`
    select tx_hash from arrivals
    where chain = ${chain} and address = ${address} and kind <> 'log' and tx_hash is not null`;
  return rows.map(({ tx_hash }) => tx_hash);
}

export async function existsUnfinal(sql: Sql, chain: ChainId): Promise<boolean> {
  const rows = await sql`select from arrivals where chain = ${chain} and state = 'seen' limit 1`;
  return rows.length > 0;
}

/** Confirmations count from the verified cursor. */
export async function selectArrivals(
  sql: Sql,
  chains: readonly ChainId[],
  addresses: readonly string[],
): Promise<ArrivalRow[]> {
  return sql<ArrivalRow[]>`
    select a.arrival_id, a.chain, a.kind, a.token, a.asset, a.address, a.payer_address, a.units, a.tx_hash, a.block_hash,
      a.block_number, a.block_time, a.log_index, a.state, a.seen_at, a.screening,
      case a.state when 'gone' then 0 else greatest(0, c.number - a.block_number + 1)::integer end as confirmations,
      a.block_number <= c.final_number as is_passed, a.sweep_id is not distinct from ${inTreasury} as in_treasury
    from arrivals a join chain_cursors c using (chain)
    where a.chain = any(${chains}::text[]) and a.address = any(${addresses}::text[])
    order by a.block_number, a.log_index, a.arrival_id`;
}

/** How far a chain has been read; null before the first block. */
export async function selectCursor(sql: Sql, chain: ChainId): Promise<CursorRow | null> {
  const [row] = await sql<CursorRow[]>`
    select ${cursorColumns(sql)} from chain_cursors where chain = ${chain} and number is not null`;
  return row ?? null;
}

/** Until when each chain was read, by the time of its verified block. */
export async function selectReadUntil(sql: Sql): Promise<Map<ChainId, Date>> {
  const rows = await sql<{ chain: ChainId; block_time: Date }[]>`
    select chain, block_time from chain_cursors where number is not null`;
  return new Map(rows.map(({ chain, block_time }) => [chain, block_time]));
}

/** As `selectCursor`, and locks it: the chain is neither read on nor resumed until the transaction ends. */
export async function selectCursorForShare(tx: Sql, chain: ChainId): Promise<CursorRow | null> {
  const [row] = await tx<CursorRow[]>`
    select ${cursorColumns(tx)} from chain_cursors where chain = ${chain} and number is not null for share`;
  return row ?? null;
}

function cursorColumns(sql: Sql) {
  return sql`chain, number, hash, block_time, final_number, finalized_number, answered_at, head_number, head_time,
    halted_at, halted_reason, fence`;
}
