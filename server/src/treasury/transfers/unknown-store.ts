import type { ChainId } from '../../lib/chains/registry.ts';
import type { Sql } from '../../platform/db/client.ts';
import type { AccountKey } from '../ledger/posting.ts';
import { type BelowZero, otherReason } from './hold-store.ts';
import type { TransferRow } from './transfer.ts';

export interface UnknownPaymentRow {
  chain: ChainId;
  payment_key: string;
  tx_hash: string;
  token: string;
  to_address: string | null;
  /** numeric(78, 0), as text. */
  units: string;
  block_number: bigint;
  found_at: Date;
}

export async function selectBlockMark(sql: Sql, chain: ChainId): Promise<number | null> {
  const [row] = await sql<{ number: bigint | null }[]>`
    select block_number as number from payment_marks where chain = ${chain}`;
  return row?.number == null ? null : Number(row.number);
}

/** Where to start reading without a mark: nothing can have been paid before the first arrival. */
export async function selectBeforeArrivals(sql: Sql, chain: ChainId): Promise<number | null> {
  const [row] = await sql<{ number: bigint | null }[]>`
    select min(block_number) - 1 as number from arrivals where chain = ${chain}`;
  return row?.number == null ? null : Number(row.number);
}

/** False if the mark is no longer at `before`: another worker moved it, or a backup was restored. */
export async function updateBlockMark(
  tx: Sql,
  chain: ChainId,
  before: number,
  now: number,
): Promise<boolean> {
  const rows = await tx`
    insert into payment_marks as m (chain, block_number) values (${chain}, ${now})
    on conflict (chain) do update set block_number = excluded.block_number where m.block_number = ${before}
    returning 1`;
  return rows.length > 0;
}

/** The transaction up to which an account of a treasury was searched, and what the account had after it. */
export interface TreasuryMark {
  signature: string;
  units: bigint;
}

export async function selectTreasuryMark(sql: Sql, account: string): Promise<TreasuryMark | null> {
  const [row] = await sql<{ signature: string; units: string }[]>`
    select signature, units::text from treasury_marks where account = ${account}`;
  return row ? { signature: row.signature, units: BigInt(row.units) } : null;
}

/** As `updateBlockMark`. */
export async function updateTreasuryMark(
  tx: Sql,
  account: string,
  before: TreasuryMark | null,
  now: TreasuryMark,
): Promise<boolean> {
  const rows = await tx`
    insert into treasury_marks as m (account, signature, units)
    values (${account}, ${now.signature}, ${now.units.toString()}::numeric)
    on conflict (account) do update set signature = excluded.signature, units = excluded.units
      where m.signature = ${before?.signature ?? null}
    returning 1`;
  return rows.length > 0;
}

/** Keeps the time of the first one. */
export async function upsertStop(sql: Sql, chain: ChainId, problem: string, now: Date): Promise<void> {
  await sql`
    insert into search_stops (chain, problem, since) values (${chain}, ${problem}, ${now})
    on conflict (chain) do update set problem = excluded.problem`;
}

export async function deleteStop(sql: Sql, chain: ChainId): Promise<void> {
  await sql`delete from search_stops where chain = ${chain}`;
}

/** Returns the keys of new rows only. */
export async function insertUnknown(tx: Sql, rows: readonly UnknownPaymentRow[]): Promise<string[]> {
  const inserted: string[] = [];
  for (const row of rows) {
    const added = await tx`
      insert into unknown_payments (chain, payment_key, tx_hash, token, to_address, units, block_number, found_at)
      values (${row.chain}, ${row.payment_key}, ${row.tx_hash}, ${row.token}, ${row.to_address}, ${row.units}::numeric,
        ${row.block_number.toString()}::bigint, ${row.found_at})
      on conflict do nothing returning 1`;
    if (added.length > 0) inserted.push(row.payment_key);
  }
  return inserted;
}

/** Unexplained payments, oldest first, so that refunds of one payment are explained in the order they were paid. */
export async function selectUnknownPayments(
  sql: Sql,
  chain: ChainId | null = null,
): Promise<UnknownPaymentRow[]> {
  return sql<UnknownPaymentRow[]>`
    select chain, payment_key, tx_hash, token, to_address, units, block_number, found_at from unknown_payments
    where explained_at is null ${chain === null ? sql`` : sql`and chain = ${chain}`}
    order by chain, block_number, found_at, payment_key`;
}

export async function deleteUnknown(sql: Sql, chain: ChainId, keys: readonly string[]): Promise<void> {
  await sql`
    delete from unknown_payments
    where chain = ${chain} and payment_key = any(${[...keys]}::text[]) and explained_at is null`;
}

/** False if it is explained already. */
export async function updateExplained(
  tx: Sql,
  { chain, payment_key }: Pick<UnknownPaymentRow, 'chain' | 'payment_key'>,
  as: string,
  now: Date,
): Promise<boolean> {
  const rows = await tx`
    update unknown_payments set explained_at = ${now}, explained_as = ${as}
    where chain = ${chain} and payment_key = ${payment_key} and explained_at is null returning 1`;
  return rows.length > 0;
}

/** Filters transactions to those that this database has signatures of. */
export async function selectSigned(sql: Sql, hashes: readonly string[]): Promise<Set<string>> {
  const rows = await sql<{ tx_hash: string }[]>`
    select tx_hash from transfer_signatures where tx_hash = any(${[...hashes]}::text[])
    union all select tx_hash from solana_signatures where tx_hash = any(${[...hashes]}::text[])`;
  return new Set(rows.map(({ tx_hash }) => tx_hash));
}

/**
 * Transfers that a transaction without a stored signature may have paid: open ones, and those completed by one of these
 * hashes. Oldest first.
 */
export async function selectPaidElsewhere(
  sql: Sql,
  chain: ChainId,
  hashes: readonly string[],
): Promise<TransferRow[]> {
  return sql<TransferRow[]>`
    select * from transfers where environment = 'live' and chain = ${chain} and series is not null
      and (status in ('waiting', 'sending') or tx_hash = any(${[...hashes]}::text[]))
    order by created_at, transfer_id`;
}

/** Those of these transactions on Solana that were signed here, or that the search of the treasuries has found to be unknown. */
export async function selectOutgoing(sql: Sql, hashes: readonly string[]): Promise<Set<string>> {
  if (hashes.length === 0) return new Set();
  const rows = await sql<{ hash: string }[]>`
    select tx_hash as hash from solana_signatures where tx_hash = any(${[...hashes]}::text[])
    union all
    select payment_key from unknown_payments where chain = 'solana' and payment_key = any(${[...hashes]}::text[])`;
  return new Set(rows.map(({ hash }) => hash));
}

/** Whether a transaction on Solana was explained, or completed another transfer than this one. */
export async function isOfAnother(sql: Sql, txHash: string, transferId: string): Promise<boolean> {
  const rows = await sql`
    select 1 from unknown_payments
    where chain = 'solana' and payment_key = ${txHash} and explained_at is not null and explained_as <> ${transferId}
    union all
    select 1 from transfers
    where chain = 'solana' and tx_hash = ${txHash} and series is not null and transfer_id <> ${transferId}`;
  return rows.length > 0;
}

/** Refunds and returns that wait to be paid to the same address in the same token, in any amount. The payment may be one of them. */
export async function selectWaitingForSameAddress(
  sql: Sql,
  { chain, token, to_address }: Pick<UnknownPaymentRow, 'chain' | 'token' | 'to_address'>,
): Promise<string[]> {
  // Includes refunds that wait for the balance: they have no transfer yet, but are paid once it covers them.
  const rows = await sql<{ transfer_id: string }[]>`
    select transfer_id from transfers
    where environment = 'live' and chain = ${chain} and token = ${token} and kind in ('refund', 'return')
      and status = 'waiting' and lower(to_address) = lower(${to_address})
    union
    select refund_id from refunds
    where environment = 'live' and chain = ${chain} and token = ${token} and status = 'processing' and covered_at is null
      and lower(refunded_to) = lower(${to_address}) order by 1`;
  return rows.map(({ transfer_id }) => transfer_id);
}

/**
 * Holds waiting transfers and their refunds. Returns the held ids; transfers that the operator released are left out. One that is
 * held since they were read keeps its reason.
 */
export async function updateHeldUnknown(sql: Sql, ids: readonly string[], reason: string): Promise<string[]> {
  const rows = await sql<{ transfer_id: string }[]>`
    with held as (
      update transfers set held_reason = coalesce(held_reason, ${reason})
      where transfer_id = any(${[...ids]}::text[]) and status = 'waiting' and released_at is null returning transfer_id
    ), shown as (
      update refunds set is_held = true where refund_id in (select transfer_id from held) and status = 'processing'
    )
    select transfer_id from held`;
  return rows.map(({ transfer_id }) => transfer_id);
}

type BalanceOwner = Omit<AccountKey, 'kind'>;

/** The balances of transfers of the chain that are held for this reason, in the order in which they are locked. */
export async function selectBalancesHeld(sql: Sql, chain: ChainId, reason: string): Promise<BalanceOwner[]> {
  return sql<BalanceOwner[]>`
    select distinct environment, merchant_id as "merchantId", chain, token from transfers
    where chain = ${chain} and status in ('waiting', 'sending') and held_reason = ${reason} and merchant_id is not null
    order by merchant_id, token`;
}

/** Unholds transfers of the chain that are held for this reason, unless their balance is below zero. Returns how many. */
export async function updateUnheldUnknown(
  tx: Sql,
  chain: ChainId,
  reason: string,
  below: BelowZero,
): Promise<number> {
  const rows = await tx`
    with unheld as (
      update transfers set held_reason = ${otherReason(tx, below)}
      where chain = ${chain} and status in ('waiting', 'sending') and held_reason = ${reason} returning transfer_id, held_reason
    ), shown as (
      update refunds set is_held = false
      where refund_id in (select transfer_id from unheld where held_reason is null)
    )
    select 1 from unheld where held_reason is null`;
  return rows.length;
}
