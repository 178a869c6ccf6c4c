import type { ChainId } from '../../../lib/chains/registry.ts';
import type { Sql } from '../../../platform/db/client.ts';
import { settlingLane } from '../transfer.ts';

export interface BatchRow {
  batch_id: string;
  chain: ChainId;
  sender: string;
  call: 'pay' | 'flush' | 'call' | 'settle';
  target: string;
  data: string;
  /** Native money sent with the call: numeric(78, 0), as text. */
  value: string;
  gas_limit: bigint;
  generation: number;
  nonce: bigint;
  created_at: Date;
}

export interface SignatureRow {
  batch_id: string;
  generation: number;
  attempt: number;
  nonce: bigint;
  tx_hash: string;
  raw: string;
  /** numeric(78, 0), as text. */
  max_fee: string;
  tip: string;
  gas_limit: bigint;
  created_at: Date;
}

/**
 * Takes the next nonce and locks the counter until the transaction ends. `usedBefore` is the sender's transaction count
 * at a final block: lower nonces are used up, also if a backup was restored since. `seen` is the count at the newest
 * block. If it is above our counter, the chain has transactions that the database does not know, and the time is
 * stored.
 */
export async function takeNonce(
  tx: Sql,
  chain: ChainId,
  sender: string,
  { usedBefore, seen, now }: { usedBefore: number; seen: number; now: Date },
): Promise<bigint> {
  const [row] = await tx<{ nonce: bigint }[]>`
    insert into transfer_nonces as n (chain, sender, next_nonce) values (${chain}, ${sender}, ${usedBefore}::bigint + 1)
    on conflict (chain, sender) do update set next_nonce = greatest(n.next_nonce, ${usedBefore}::bigint) + 1,
      jumped_at = case when greatest(n.next_nonce, n.jumped_to) < ${seen}::bigint then ${now}::timestamptz else n.jumped_at end,
      jumped_to = greatest(n.jumped_to, ${seen}::bigint)
    returning next_nonce - 1 as nonce`;
  if (!row) throw new Error('no nonce was taken');
  return row.nonce;
}

/** Stores the time if the chain has transactions of the sender that the database does not know, and had not before. */
export async function updateJump(
  sql: Sql,
  chain: ChainId,
  sender: string,
  { seen, now }: { seen: number; now: Date },
): Promise<void> {
  await sql`
    update transfer_nonces set jumped_at = ${now}, jumped_to = ${seen}::bigint
    where chain = ${chain} and sender = ${sender} and greatest(next_nonce, jumped_to) < ${seen}::bigint`;
}

/** When the chain last had transactions of the sender that the database did not know. */
export async function selectJump(sql: Sql, chain: ChainId, sender: string): Promise<Date | null> {
  const [row] = await sql<{ jumped_at: Date | null }[]>`
    select jumped_at from transfer_nonces where chain = ${chain} and sender = ${sender}`;
  return row?.jumped_at ?? null;
}

export async function insertBatch(tx: Sql, row: BatchRow): Promise<void> {
  await tx`
    insert into transfer_batches (batch_id, chain, sender, call, target, data, value, gas_limit, generation,
      nonce, status, created_at)
    values (${row.batch_id}, ${row.chain}, ${row.sender}, ${row.call}, ${row.target}, ${row.data},
      ${row.value}::numeric, ${row.gas_limit.toString()}::bigint, ${row.generation}, ${row.nonce.toString()}::bigint, 'open', ${row.created_at})`;
}

/** Of the operator, also a former one, or of the key of payments by signature. Ordered by nonce. */
export async function selectOpenBatches(
  sql: Sql,
  chain: ChainId,
  isSettling: boolean,
  limit: number,
): Promise<BatchRow[]> {
  return sql<BatchRow[]>`
    select batch_id, chain, sender, call, target, data, value, gas_limit, generation, nonce, created_at from transfer_batches
    where chain = ${chain} and (call = 'settle') = ${isSettling} and status = 'open' order by nonce limit ${limit}`;
}

/** Gives a batch a new nonce after another transaction used its own. False if another worker was first. */
export async function updateGeneration(tx: Sql, batch: BatchRow, nonce: bigint): Promise<boolean> {
  const rows = await tx`
    update transfer_batches set generation = generation + 1, nonce = ${nonce.toString()}::bigint
    where batch_id = ${batch.batch_id} and generation = ${batch.generation} and status = 'open' returning 1`;
  return rows.length > 0;
}

/** Ends a batch whose nonce another transaction used. False if another worker was first. */
export async function updateBatchReplaced(
  tx: Sql,
  batch: BatchRow,
  txHash: string,
  now: Date,
): Promise<boolean> {
  const rows = await tx`
    update transfer_batches set status = 'done', tx_hash = ${txHash}, succeeded = false, ended_at = ${now}
    where batch_id = ${batch.batch_id} and generation = ${batch.generation} and status = 'open' returning 1`;
  return rows.length > 0;
}

/** False if another worker was first. */
export async function updateBatchDone(
  tx: Sql,
  batch: BatchRow,
  mined: { txHash: string; blockNumber: number; gasCost: bigint; succeeded: boolean; at: Date },
): Promise<boolean> {
  const rows = await tx`
    update transfer_batches set status = 'done', tx_hash = ${mined.txHash}, gas_cost = ${mined.gasCost.toString()}::numeric,
      block_number = ${mined.blockNumber}, succeeded = ${mined.succeeded}, ended_at = ${mined.at}
    where batch_id = ${batch.batch_id} and generation = ${batch.generation} and status = 'open' returning 1`;
  return rows.length > 0;
}

/** No-op if this attempt has a signature: two workers may sign it, and the first signature is kept. */
export async function insertSignature(sql: Sql, row: SignatureRow): Promise<void> {
  await sql`
    insert into transfer_signatures (batch_id, generation, attempt, nonce, tx_hash, raw, max_fee, tip, gas_limit,
      created_at)
    values (${row.batch_id}, ${row.generation}, ${row.attempt}, ${row.nonce.toString()}::bigint, ${row.tx_hash},
      ${row.raw}, ${row.max_fee}::numeric, ${row.tip}::numeric, ${row.gas_limit.toString()}::bigint, ${row.created_at})
    on conflict do nothing`;
}

/** The signatures for a batch's current nonce, newest first. */
export async function selectSignatures(
  sql: Sql,
  { batch_id, generation }: Pick<BatchRow, 'batch_id' | 'generation'>,
): Promise<SignatureRow[]> {
  return sql<SignatureRow[]>`
    select * from transfer_signatures where batch_id = ${batch_id} and generation = ${generation}
    order by attempt desc`;
}

/** All signatures of a batch, for all nonces it had. */
export async function selectAllSignatures(sql: Sql, batchId: string): Promise<SignatureRow[]> {
  return sql<SignatureRow[]>`
    select * from transfer_signatures where batch_id = ${batchId} order by generation, attempt`;
}

export async function upsertGasLevel(
  sql: Sql,
  chain: ChainId,
  level: { isLow: boolean; units: bigint; left: number },
  now: Date,
): Promise<void> {
  await sql`
    insert into gas_levels (chain, is_low, noted_at, units, transfers_left)
    values (${chain}, ${level.isLow}, ${now}, ${level.units.toString()}, ${level.left})
    on conflict (chain) do update set is_low = excluded.is_low, noted_at = excluded.noted_at, units = excluded.units,
      transfers_left = excluded.transfers_left`;
}

/** Lanes with open batches or due transfers: chains, and `settlingLane` of those with payments by signature. */
export async function selectLanesAtWork(sql: Sql, now: Date): Promise<string[]> {
  const rows = await sql<{ chain: ChainId; is_settling: boolean }[]>`
    select distinct chain, call = 'settle' as is_settling from transfer_batches where status = 'open'
    union
    select distinct 'solana', call = 'settle' from solana_batches where status = 'open'
    union
    select distinct chain, kind = 'authorization' from transfers
    where status = 'waiting' and due_at <= ${now} and environment = 'live' and held_reason is null`;
  return rows.map(({ chain, is_settling }) => (is_settling ? settlingLane(chain) : chain));
}
