import type { Sql } from '../../platform/db/client.ts';
import type { MemberKey } from '../members/member-store.ts';

export interface PasskeyRow extends MemberKey {
  passkey_id: string;
  credential_id: Buffer;
  public_key: Buffer;
  sign_count: bigint;
  name: string;
  created_at: Date;
  last_used_at: Date | null;
}

/** False if the credential is registered already. */
export async function insertPasskey(sql: Sql, row: Omit<PasskeyRow, 'last_used_at'>): Promise<boolean> {
  const { count } = await sql`
    insert into passkeys (passkey_id, merchant_id, member_id, credential_id, public_key, sign_count, name, created_at)
    values (${row.passkey_id}, ${row.merchant_id}, ${row.member_id}, ${row.credential_id}, ${row.public_key},
      ${row.sign_count}, ${row.name}, ${row.created_at})
    on conflict (credential_id) do nothing`;
  return count > 0;
}

export async function selectPasskeysOf(sql: Sql, key: MemberKey): Promise<PasskeyRow[]> {
  return sql<PasskeyRow[]>`
    select passkey_id, merchant_id, member_id, credential_id, public_key, sign_count, name, created_at, last_used_at
    from passkeys where member_id = ${key.member_id} and merchant_id = ${key.merchant_id} order by passkey_id`;
}

/** Of any merchant: like the e-mail address, it says who signs in. */
export async function selectPasskey(sql: Sql, credentialId: Buffer): Promise<PasskeyRow | undefined> {
  const [row] = await sql<PasskeyRow[]>`
    select passkey_id, merchant_id, member_id, credential_id, public_key, sign_count, name, created_at, last_used_at
    from passkeys where credential_id = ${credentialId}`;
  return row;
}

/** False if the passkey was removed, or its stored counter is not below `signCount` (a replay or a clone). */
export async function countUse(
  sql: Sql,
  key: Pick<PasskeyRow, 'passkey_id' | 'merchant_id'>,
  signCount: number,
  at: Date,
): Promise<boolean> {
  const { count } = await sql`
    update passkeys set sign_count = ${signCount}, last_used_at = ${at}
    where passkey_id = ${key.passkey_id} and merchant_id = ${key.merchant_id}
      and (sign_count < ${signCount} or (sign_count = 0 and ${signCount}::bigint = 0))`;
  return count > 0;
}

export async function deletePasskey(
  sql: Sql,
  key: MemberKey,
  passkeyId: string,
): Promise<string | undefined> {
  const [row] = await sql<{ name: string }[]>`
    delete from passkeys
    where passkey_id = ${passkeyId} and member_id = ${key.member_id} and merchant_id = ${key.merchant_id}
    returning name`;
  return row?.name;
}

export async function deletePasskeysOf(sql: Sql, key: MemberKey): Promise<void> {
  await sql`delete from passkeys where member_id = ${key.member_id} and merchant_id = ${key.merchant_id}`;
}
