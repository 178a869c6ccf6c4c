import type { ChainId } from '../chains/registry.ts';
import type { Sql } from '../db/client.ts';

export interface BatchRow {
  batch_id: string;
  chain: ChainId;
  sender: string;
  call: 'pay' | 'flush';
  target: string;
  data: string;
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
 * Takes the next nonce, and locks the counter until the transaction ends. `usedBefore` is the sender's count at a final
 * block: all below it are used for ever, also by a database that a backup has replaced.
 */
export async function takeNonce(
  tx: Sql,
  chain: ChainId,
  sender: string,
  usedBefore: number,
): Promise<bigint> {
  const [row] = await tx<{ nonce: bigint }[]>`
    insert into transfer_nonces as n (chain, sender, next_nonce) values (${chain}, ${sender}, ${usedBefore}::bigint + 1)
    on conflict (chain, sender) do update set next_nonce = greatest(n.next_nonce, ${usedBefore}::bigint) + 1
    returning next_nonce - 1 as nonce`;
  if (!row) throw new Error('no nonce was taken');
  return row.nonce;
}

export async function insertBatch(tx: Sql, row: BatchRow): Promise<void> {
  await tx`
    insert into transfer_batches (batch_id, chain, sender, call, target, data, gas_limit, generation, nonce, status,
      created_at)
    values (${row.batch_id}, ${row.chain}, ${row.sender}, ${row.call}, ${row.target}, ${row.data},
      ${row.gas_limit.toString()}::bigint, ${row.generation}, ${row.nonce.toString()}::bigint, 'open', ${row.created_at})`;
}

/** In the order of their nonces. */
export async function selectOpenBatches(sql: Sql, chain: ChainId, limit: number): Promise<BatchRow[]> {
  return sql<BatchRow[]>`
    select batch_id, chain, sender, call, target, data, gas_limit, generation, nonce, created_at from transfer_batches
    where chain = ${chain} and status = 'open' order by nonce limit ${limit}`;
}

/** The next generation of a batch whose nonce was used by another transaction; false when another worker was first. */
export async function updateGeneration(tx: Sql, batch: BatchRow, nonce: bigint): Promise<boolean> {
  const rows = await tx`
    update transfer_batches set generation = generation + 1, nonce = ${nonce.toString()}::bigint
    where batch_id = ${batch.batch_id} and generation = ${batch.generation} and status = 'open' returning 1`;
  return rows.length > 0;
}

/** False when another worker was first. */
export async function updateBatchDone(
  tx: Sql,
  batch: BatchRow,
  mined: { txHash: string; gasCost: bigint; succeeded: boolean; at: Date },
): Promise<boolean> {
  const rows = await tx`
    update transfer_batches set status = 'done', tx_hash = ${mined.txHash}, gas_cost = ${mined.gasCost.toString()}::numeric,
      succeeded = ${mined.succeeded}, ended_at = ${mined.at}
    where batch_id = ${batch.batch_id} and generation = ${batch.generation} and status = 'open' returning 1`;
  return rows.length > 0;
}

/** Without effect when this attempt was signed before: two workers may sign it, and one signature is kept. */
export async function insertSignature(sql: Sql, row: SignatureRow): Promise<void> {
  await sql`
    insert into transfer_signatures (batch_id, generation, attempt, nonce, tx_hash, raw, max_fee, tip, gas_limit,
      created_at)
    values (${row.batch_id}, ${row.generation}, ${row.attempt}, ${row.nonce.toString()}::bigint, ${row.tx_hash},
      ${row.raw}, ${row.max_fee}::numeric, ${row.tip}::numeric, ${row.gas_limit.toString()}::bigint, ${row.created_at})
    on conflict do nothing`;
}

/** The signatures of a batch's generation, the newest first. */
export async function selectSignatures(
  sql: Sql,
  { batch_id, generation }: Pick<BatchRow, 'batch_id' | 'generation'>,
): Promise<SignatureRow[]> {
  return sql<SignatureRow[]>`
    select * from transfer_signatures where batch_id = ${batch_id} and generation = ${generation}
    order by attempt desc`;
}

/** All signatures, of all generations. */
export async function selectAllSignatures(sql: Sql, batchId: string): Promise<SignatureRow[]> {
  return sql<SignatureRow[]>`
    select * from transfer_signatures where batch_id = ${batchId} order by generation, attempt`;
}

/** Chains with transactions under way, or with transfers that are due. */
export async function selectChainsAtWork(sql: Sql, now: Date): Promise<ChainId[]> {
  const rows = await sql<{ chain: ChainId }[]>`
    select distinct chain from transfer_batches where status = 'open'
    union
    select 'solana' where exists (select from solana_batches where status = 'open')
    union
    select distinct chain from transfers where status = 'waiting' and due_at <= ${now} and environment = 'live'`;
  return rows.map(({ chain }) => chain);
}
