import type { ChainId } from '../../../lib/chains/registry.ts';
import type { Sql } from '../../../platform/db/client.ts';
import type { AuthorizationState } from './authorization-state.ts';

/** A payment that its payer signed. The transfer of the same id says what became of it. */
export interface AuthorizationRow {
  transfer_id: string;
  payment_id: string;
  merchant_id: string;
  chain: ChainId;
  /** Addresses and nonces of EVM chains are in lower case. On Solana the mint, and the hash of the signed message. */
  contract: string;
  from_address: string;
  nonce: string;
  /** Unix seconds, on Solana heights of blocks; numeric(78, 0), as text. */
  valid_after: string;
  valid_before: string;
  /** On Solana the whole transaction, in base64. */
  signature: string;
  created_at: Date;
}

export async function insertAuthorization(tx: Sql, row: AuthorizationRow): Promise<void> {
  await tx`
    insert into authorizations (transfer_id, payment_id, merchant_id, chain, contract, from_address, nonce, valid_after,
      valid_before, signature, created_at)
    values (${row.transfer_id}, ${row.payment_id}, ${row.merchant_id}, ${row.chain}, ${row.contract},
      ${row.from_address}, ${row.nonce}, ${row.valid_after}::numeric, ${row.valid_before}::numeric, ${row.signature},
      ${row.created_at})`;
}

/** A wallet that signs, with the token that it pays. */
export type Payer = Pick<AuthorizationRow, 'chain' | 'contract' | 'from_address'>;

/** Until the transaction ends. */
export async function lockPayer(tx: Sql, { chain, contract, from_address }: Payer): Promise<void> {
  const name = `authorizations ${chain} ${contract} ${from_address}`;
  await tx`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`;
}

/**
 * What a payer's other signatures may still take of its money at `block`, and those of them that have a transaction. They are
 * open until that is final, but the money of those that have arrived by then has left the wallet. Those that were completed
 * `since` and arrived later count too.
 */
export async function sumOpenOf(
  sql: Sql,
  { chain, contract, from_address }: Payer,
  { block, since }: { block: number; since: Date },
  exceptId: string | null,
): Promise<{ units: bigint; sent: number; sentUnits: bigint }> {
  const [row] = await sql<{ units: string; sent: number; sent_units: string }[]>`
    select coalesce(sum(t.units), 0)::text as units, count(*) filter (where t.status = 'sending')::integer as sent,
      coalesce(sum(t.units) filter (where t.status <> 'waiting'), 0)::text as sent_units
    from authorizations a join transfers t using (transfer_id)
    where a.from_address = ${from_address} and a.chain = ${chain} and a.contract = ${contract}
      and (t.status in ('waiting', 'sending') or (t.status = 'completed' and t.ended_at >= ${since}))
      and t.transfer_id is distinct from ${exceptId}
      and not exists (
        select from arrivals r
        where r.chain = t.chain and r.address = t.to_address and r.token = t.token and r.units = t.units
          and r.state <> 'gone' and r.block_number <= ${block})`;
  return {
    units: BigInt(row?.units ?? 0),
    sent: row?.sent ?? 0,
    sentUnits: BigInt(row?.sent_units ?? 0),
  };
}

export interface DueAuthorization extends AuthorizationRow {
  /** Whether its payment still waits for money. */
  is_needed: boolean;
  /** The newest block in which money came to the address; null if none did. */
  newest_block: bigint | null;
}

export async function selectAuthorization(
  sql: Sql,
  transferId: string,
): Promise<DueAuthorization | undefined> {
  const [row] = await sql<DueAuthorization[]>`
    select a.*, exists (select from payments p where p.payment_id = a.payment_id and p.merchant_id = a.merchant_id
      and p.status = 'pending') as is_needed,
      (select max(r.block_number) from transfers t join arrivals r on r.chain = t.chain and r.address = t.to_address
        where t.transfer_id = a.transfer_id and r.state <> 'gone') as newest_block
    from authorizations a where transfer_id = ${transferId}`;
  return row;
}

/** Newest first. */
export async function selectAuthorizationsOf(
  sql: Sql,
  payment: { payment_id: string; merchant_id: string },
): Promise<AuthorizationState[]> {
  return sql<AuthorizationState[]>`
    select a.transfer_id, a.chain, t.token, t.units, a.from_address, a.nonce, a.contract, a.signature, t.status,
      t.failure_reason, t.failure_message, max(a.settled_at) over () as settled_at, coalesce(t.tx_hash, (
        select tx_hash from transfer_signatures s where s.batch_id = t.batch_id
        order by generation desc, attempt desc limit 1)) as tx_hash
    from authorizations a join transfers t using (transfer_id)
    where a.payment_id = ${payment.payment_id} and a.merchant_id = ${payment.merchant_id}
    order by a.created_at desc, a.transfer_id desc`;
}

/** The caller holds the payment, and has seen that none of its signatures was settled. */
export async function updateSettled(tx: Sql, transferId: string, now: Date): Promise<void> {
  await tx`update authorizations set settled_at = ${now} where transfer_id = ${transferId}`;
}

/** Whether a transaction that we sent for this payer reverted since then: it cost gas and paid nothing. */
export async function hasReverted(sql: Sql, fromAddress: string, since: Date): Promise<boolean> {
  const [row] = await sql<{ found: boolean }[]>`
    select exists (select from authorizations a join transfers t using (transfer_id)
      where a.from_address = ${fromAddress} and a.created_at >= ${since}
        and (t.attempts > 0 or t.failure_reason = 'REVERTED')
        and t.failure_reason is distinct from 'AUTHORIZATION_USED') as found`;
  return row?.found ?? false;
}
