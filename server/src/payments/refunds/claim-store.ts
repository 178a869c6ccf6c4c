import type { ChainId } from '../../lib/chains/registry.ts';
import type { Sql } from '../../platform/db/client.ts';
import type { RefundKey } from './store.ts';

/** What a claim link is for: a refund, or the return of unapplied money. */
export type ClaimKey = RefundKey | { unapplied_id: string; merchant_id: string };

/** Working links per refund or return. The oldest are deleted first. */
const maxClaims = 20;

export async function insertClaim(sql: Sql, key: ClaimKey, tokenHash: Buffer, at: Date): Promise<void> {
  await sql`
    delete from refund_claims where merchant_id = ${key.merchant_id} and token_hash in (
      select token_hash from refund_claims where ${isOf(sql, key)}
      order by created_at desc offset ${maxClaims - 1})`;
  await sql`
    insert into refund_claims (token_hash, merchant_id, refund_id, unapplied_id, created_at)
    values (${tokenHash}, ${key.merchant_id}, ${'refund_id' in key ? key.refund_id : null},
      ${'refund_id' in key ? null : key.unapplied_id}, ${at})`;
}

function isOf(sql: Sql, key: ClaimKey) {
  return 'refund_id' in key
    ? sql`refund_id = ${key.refund_id} and merchant_id = ${key.merchant_id}`
    : sql`unapplied_id = ${key.unapplied_id} and merchant_id = ${key.merchant_id}`;
}

export async function selectClaim(sql: Sql, tokenHash: Buffer): Promise<ClaimKey | undefined> {
  const [row] = await sql<{ merchant_id: string; refund_id: string | null; unapplied_id: string }[]>`
    select merchant_id, refund_id, unapplied_id from refund_claims where token_hash = ${tokenHash}`;
  if (!row) return undefined;
  const { merchant_id, refund_id, unapplied_id } = row;
  return refund_id === null ? { unapplied_id, merchant_id } : { refund_id, merchant_id };
}

/** Deletes the links of a refund or return, except the one its address was given with, which then shows the status. */
export async function deleteClaims(sql: Sql, key: ClaimKey, except: Buffer | null): Promise<void> {
  await sql`delete from refund_claims where ${isOf(sql, key)} and token_hash is distinct from ${except}`;
}

export async function deleteOldClaims(sql: Sql, before: Date, limit: number): Promise<number> {
  const deleted = await sql`
    delete from refund_claims where ctid = any(array(
      select ctid from refund_claims where created_at < ${before}
      order by created_at limit ${limit} for update skip locked))`;
  return deleted.count;
}

export type GivenBy = 'merchant' | 'customer';

/** The caller has locked the refund, so numbers have no gaps. */
export async function insertAddress(
  sql: Sql,
  key: RefundKey,
  given: { address: string; by: GivenBy; at: Date },
): Promise<void> {
  await sql`
    insert into refund_addresses (refund_id, merchant_id, number, address, given_by, given_at)
    select ${key.refund_id}, ${key.merchant_id}, count(*) + 1, ${given.address}, ${given.by}, ${given.at}
    from refund_addresses where refund_id = ${key.refund_id} and merchant_id = ${key.merchant_id}`;
}

/** Whether the customer named this address on the claim page, for money of the same payment and chain. */
export async function isGivenByCustomer(
  sql: Sql,
  money: { merchant_id: string; payment_id: string; chain: ChainId },
  address: string,
): Promise<boolean> {
  const { payment_id, merchant_id, chain } = money;
  const rows = await sql`
    select 1 from refund_addresses a join refunds r using (refund_id, merchant_id)
    where r.payment_id = ${payment_id} and merchant_id = ${merchant_id} and r.chain = ${chain}
      and a.given_by = 'customer' and a.address = ${address}
    union all
    select 1 from unapplied_funds
    where payment_id = ${payment_id} and merchant_id = ${merchant_id} and chain = ${chain}
      and claimed_address = ${address}
    limit 1`;
  return rows.length > 0;
}

export async function isEmailFromCheckout(
  sql: Sql,
  key: { payment_id: string; merchant_id: string },
): Promise<boolean> {
  const rows = await sql`
    select 1 from payments
    where payment_id = ${key.payment_id} and merchant_id = ${key.merchant_id} and email_from_checkout`;
  return rows.length > 0;
}

/** When its wait for an address ends; null if it has one. */
export async function selectDeadline(sql: Sql, key: RefundKey): Promise<Date | null> {
  const [row] = await sql<{ check_at: Date | null }[]>`
    select check_at from refunds where refund_id = ${key.refund_id} and merchant_id = ${key.merchant_id}
      and status = 'processing' and refunded_to is null`;
  return row?.check_at ?? null;
}
