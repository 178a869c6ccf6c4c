import type { Sql } from '../../platform/db/client.ts';
import type { MemberKey } from '../members/member-store.ts';

export async function insertVerification(
  sql: Sql,
  key: MemberKey,
  tokenHash: Buffer,
  expiresAt: Date,
): Promise<void> {
  await sql`
    insert into email_verifications (token_hash, merchant_id, member_id, expires_at)
    values (${tokenHash}, ${key.merchant_id}, ${key.member_id}, ${expiresAt})`;
}

/** Consumes the link and invalidates the member's other links. Undefined if it was used or has expired. */
export async function takeVerification(
  sql: Sql,
  tokenHash: Buffer,
  now: Date,
): Promise<(MemberKey & { email: string }) | undefined> {
  const [taken] = await sql<(MemberKey & { email: string })[]>`
    with taken as (
      delete from email_verifications where token_hash = ${tokenHash} and expires_at > ${now}
      returning member_id, merchant_id
    )
    select member_id, merchant_id, email from taken join members using (member_id, merchant_id)`;
  if (taken)
    await sql`
      delete from email_verifications
      where member_id = ${taken.member_id} and merchant_id = ${taken.merchant_id}`;
  return taken;
}

export async function updateVerified(sql: Sql, merchantId: string, now: Date): Promise<void> {
  await sql`
    update merchants set email_verified_at = ${now}
    where merchant_id = ${merchantId} and email_verified_at is null`;
}

export async function isVerified(sql: Sql, merchantId: string): Promise<boolean> {
  const rows = await sql`
    select from merchants where merchant_id = ${merchantId} and email_verified_at is not null`;
  return rows.length > 0;
}
