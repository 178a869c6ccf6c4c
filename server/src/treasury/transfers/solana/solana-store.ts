import type { Token } from '../../../lib/chains/registry.ts';
import type { Sql } from '../../../platform/db/client.ts';
import type { UnsweptRow } from '../sweep-store.ts';

export interface SolanaBatchRow {
  batch_id: string;
  /** `call` and `spend` call programs; `spend` takes money from the treasury. `settle` has a payment by signature. */
  call: 'pay' | 'sweep' | 'call' | 'spend' | 'settle';
  /** Null except for `pay`. */
  nonce_account: string | null;
  created_at: Date;
}

export interface SolanaSignatureRow {
  batch_id: string;
  attempt: number;
  tx_hash: string;
  raw: string;
  lifetime: string;
  read_slot: bigint;
  last_valid_height: bigint | null;
  created_at: Date;
  /** Whether the treasury's finalized history has it. */
  is_landed: boolean;
}

/** False if another batch holds the nonce. */
export async function insertSolanaBatch(tx: Sql, row: SolanaBatchRow): Promise<boolean> {
  const rows = await tx`
    insert into solana_batches (batch_id, call, nonce_account, status, created_at)
    values (${row.batch_id}, ${row.call}, ${row.nonce_account}, 'open', ${row.created_at})
    on conflict do nothing returning 1`;
  return rows.length > 0;
}

/** Open batches, oldest first: those of payments by signature, or all others. */
export async function selectOpenSolana(sql: Sql, isSettling = false): Promise<SolanaBatchRow[]> {
  return sql<SolanaBatchRow[]>`
    select batch_id, call, nonce_account, created_at from solana_batches
    where status = 'open' and (call = 'settle') = ${isSettling} order by created_at`;
}

/** False if another worker was first. */
export async function updateSolanaDone(
  tx: Sql,
  batchId: string,
  end: { txHash: string | null; slot: number | null; cost: bigint; succeeded: boolean; at: Date },
): Promise<boolean> {
  const rows = await tx`
    update solana_batches set status = 'done', tx_hash = ${end.txHash}, slot = ${end.slot},
      cost = ${end.cost.toString()}::numeric, succeeded = ${end.succeeded}, ended_at = ${end.at}
    where batch_id = ${batchId} and status = 'open' returning 1`;
  return rows.length > 0;
}

/** False if it has ended, or has a signature. Until the transaction ends, none is stored. */
export async function lockUnsigned(tx: Sql, batchId: string): Promise<boolean> {
  const open = await tx`
    select from solana_batches where batch_id = ${batchId} and status = 'open' for update`;
  // A statement of its own: it sees what was stored while the first one waited.
  const signed = await tx`select from solana_signatures where batch_id = ${batchId} limit 1`;
  return open.length > 0 && signed.length === 0;
}

/**
 * No-op if this attempt has a signature: two workers may sign it, and the first signature is kept. No-op too once the batch has
 * ended: nobody would follow its transaction.
 */
export async function insertSolanaSignature(
  sql: Sql,
  row: Omit<SolanaSignatureRow, 'is_landed'>,
): Promise<void> {
  await sql`
    insert into solana_signatures (batch_id, attempt, tx_hash, raw, lifetime, read_slot, last_valid_height, created_at)
    select batch_id, ${row.attempt}::integer, ${row.tx_hash}::text, ${row.raw}::text, ${row.lifetime}::text,
      ${row.read_slot.toString()}::bigint, ${row.last_valid_height?.toString() ?? null}::bigint,
      ${row.created_at}::timestamptz
    from solana_batches where batch_id = ${row.batch_id} and status = 'open' for share
    on conflict do nothing`;
}

/** Newest of each batch first. */
export async function selectSolanaSignatures(
  sql: Sql,
  batchIds: readonly string[],
): Promise<SolanaSignatureRow[]> {
  return sql<SolanaSignatureRow[]>`
    select * from solana_signatures where batch_id = any(${batchIds}::text[]) order by attempt desc, batch_id`;
}

/** Filters transactions to those of payments that are not known to have ended. */
export async function selectUnderWay(sql: Sql, hashes: readonly string[]): Promise<Set<string>> {
  const rows = await sql<{ tx_hash: string }[]>`
    select s.tx_hash from solana_signatures s join solana_batches b using (batch_id)
    where b.status = 'open' and b.call = 'pay' and s.tx_hash = any(${[...hashes]}::text[])`;
  return new Set(rows.map(({ tx_hash }) => tx_hash));
}

export async function updateLanded(tx: Sql, hashes: readonly string[]): Promise<void> {
  await tx`
    update solana_signatures set is_landed = true where tx_hash = any(${[...hashes]}::text[]) and not is_landed`;
}

/** Units of open payments and spending calls, whose transactions are not known to be finalized. */
export async function sumSending(sql: Sql, token: Token): Promise<bigint> {
  const [row] = await sql<{ units: string }[]>`
    select coalesce(sum(t.units), 0)::text as units from solana_batches b join transfers t using (batch_id)
    where b.status = 'open' and b.call in ('pay', 'spend') and t.status = 'sending' and t.token = ${token}`;
  return BigInt(row?.units ?? '0');
}

/** Final arrivals at deposit addresses that belong to no sweep, largest first. */
export async function selectUnsweptSolana(sql: Sql, token: Token, limit: number): Promise<UnsweptRow[]> {
  return sql<UnsweptRow[]>`
    select a.address, s.payment_id, a.token, sum(a.units)::text as units, min(a.block_time) as oldest
    from arrivals a join solana_addresses s on s.address = a.address
    where a.chain = 'solana' and a.token = ${token} and a.state = 'final' and a.sweep_id is null
      and s.payment_id is not null
    group by a.address, s.payment_id, a.token
    order by sum(a.units) desc limit ${limit}`;
}

/**
 * Units that left deposit addresses of payments by no completed sweep and no open batch: sweeps made before a backup
 * was restored.
 */
export async function selectForgotten(
  sql: Sql,
  paymentIds: readonly string[],
): Promise<{ payment_id: string; token: Token; units: string }[]> {
  return sql<{ payment_id: string; token: Token; units: string }[]>`
    with gone as (
      select s.payment_id, a.token, sum(d.units) as units
      from solana_addresses s
      join departures d on d.chain = 'solana' and d.address = s.address and not d.gone
      join (
        select distinct address, account, token from arrivals
        where chain = 'solana' and token is not null and address in (
          select address from solana_addresses where payment_id = any(${paymentIds}::text[]))
      ) a on a.address = d.address and a.account = d.account
      where s.payment_id = any(${paymentIds}::text[]) and split_part(d.identity, ' ', 2) not in (
        select g.tx_hash from solana_signatures g join solana_batches b using (batch_id) where b.status = 'open')
      group by s.payment_id, a.token)
    select * from (
      select gone.payment_id, gone.token, (gone.units - coalesce((
        select sum(t.units) from transfers t
        where t.chain = 'solana' and t.kind = 'sweep' and t.source = gone.payment_id and t.token = gone.token
          and t.status = 'completed'), 0))::text as units
      from gone
    ) as forgotten where units::numeric > 0`;
}

export interface DepositRow {
  payment_id: string;
  address: string;
  /** Derivation index of its key. */
  index: number;
  /** Whether its payment has ended, so that further money is late. */
  is_over: boolean;
}

export async function selectDeposits(sql: Sql, paymentIds: readonly string[]): Promise<DepositRow[]> {
  return sql<DepositRow[]>`
    select s.payment_id, s.address, s.index, coalesce(p.status not in ('pending', 'processing'), true) as is_over
    from solana_addresses s left join payments p using (payment_id) where s.payment_id = any(${paymentIds}::text[])`;
}
