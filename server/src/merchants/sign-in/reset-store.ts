import type { Sql } from '../../platform/db/client.ts';
import type { MemberKey } from '../members/member-store.ts';

export async function insertReset(
  sql: Sql,
  key: MemberKey,
  tokenHash: Buffer,
  expiresAt: Date,
): Promise<void> {
  await sql`
    insert into password_resets (token_hash, merchant_id, member_id, expires_at)
    values (${tokenHash}, ${key.merchant_id}, ${key.member_id}, ${expiresAt})`;
}

export async function selectReset(
  sql: Sql,
  tokenHash: Buffer,
  now: Date,
): Promise<(MemberKey & { email: string }) | undefined> {
  const [row] = await sql<(MemberKey & { email: string })[]>`
    select member_id, merchant_id, members.email from password_resets join members using (member_id, merchant_id)
    where token_hash = ${tokenHash} and expires_at > ${now}`;
  return row;
}

/** Consumes the link and invalidates the member's other links. False if it was already used. */
export async function takeReset(sql: Sql, key: MemberKey, tokenHash: Buffer): Promise<boolean> {
  const taken = await sql`
    delete from password_resets where token_hash = ${tokenHash} and merchant_id = ${key.merchant_id}`;
  await sql`
    delete from password_resets where member_id = ${key.member_id} and merchant_id = ${key.merchant_id}`;
  return taken.count > 0;
}

/** Deletes a batch each of expired sessions, links, challenges, former members, throttles and refused audit entries. Returns the row count. */
export async function deleteStale(
  sql: Sql,
  before: { now: Date; formerMembers: Date; failures: Date; refused: string },
  limit: number,
): Promise<number> {
  const stale: [table: string, time: string, upTo: Date][] = [
    ['sessions', 'expires_at', before.now],
    ['password_resets', 'expires_at', before.now],
    ['email_verifications', 'expires_at', before.now],
    ['passkey_challenges', 'expires_at', before.now],
    ['former_members', 'ended_at', before.formerMembers],
    ['throttles', 'last_failure_at', before.failures],
  ];
  const { count: refused } = await sql`
    delete from audit_log where ctid = any(array(
      select ctid from audit_log where outcome = 'refused' and audit_id < ${before.refused}
      order by audit_id limit ${limit} for update skip locked))`;
  let deleted = refused;
  for (const [table, time, upTo] of stale) {
    const { count } = await sql`
      delete from ${sql(table)} where ctid = any(array(
        select ctid from ${sql(table)} where ${sql(time)} <= ${upTo}
        order by ${sql(time)} limit ${limit} for update skip locked))`;
    deleted += count;
  }
  return deleted;
}
