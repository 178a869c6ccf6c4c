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

/** With whether its payment still waits for money. */
export async function selectAuthorization(
  sql: Sql,
  transferId: string,
): Promise<(AuthorizationRow & { is_needed: boolean }) | undefined> {
  const [row] = await sql<(AuthorizationRow & { is_needed: boolean })[]>`
    select a.*, exists (select from payments p where p.payment_id = a.payment_id and p.merchant_id = a.merchant_id
      and p.status = 'pending') as is_needed
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
