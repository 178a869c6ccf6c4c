import type { Sql } from '../../platform/db/client.ts';
import type { Sealed } from '../../platform/secrets.ts';
import type { MemberKey } from '../members/member-store.ts';

/** Stores a secret that takes effect once a code is confirmed. False if two-factor authentication is already on. */
export async function updatePendingTotp(sql: Sql, key: MemberKey, secret: Sealed): Promise<boolean> {
  const result = await sql`
    update members set totp_secret = ${secret.sealed}, totp_secret_key_id = ${secret.keyId}, totp_last_step = null
    where member_id = ${key.member_id} and merchant_id = ${key.merchant_id} and totp_confirmed_at is null`;
  return result.count > 0;
}

/** False if it was already confirmed. */
export async function confirmTotp(sql: Sql, key: MemberKey, step: number, at: Date): Promise<boolean> {
  const result = await sql`
    update members set totp_confirmed_at = ${at}, totp_last_step = ${step}
    where member_id = ${key.member_id} and merchant_id = ${key.merchant_id} and totp_confirmed_at is null
      and totp_secret is not null`;
  return result.count > 0;
}

export async function removeTotp(sql: Sql, key: MemberKey): Promise<void> {
  await sql`
    update members set totp_secret = null, totp_secret_key_id = null, totp_confirmed_at = null, totp_last_step = null
    where member_id = ${key.member_id} and merchant_id = ${key.merchant_id}`;
  await deleteNeedlessCodes(sql, key);
}

/** Recovery codes stand in for a second factor: without authenticator app and passkeys there is none. */
export async function deleteNeedlessCodes(sql: Sql, key: MemberKey): Promise<void> {
  await sql`
    delete from recovery_codes where member_id = ${key.member_id} and merchant_id = ${key.merchant_id}
      and not exists (select from passkeys where member_id = ${key.member_id} and merchant_id = ${key.merchant_id})
      and not exists (select from members where member_id = ${key.member_id} and merchant_id = ${key.merchant_id}
        and totp_confirmed_at is not null)`;
}

/** Consumes a code. False if this step or a later one was already used. */
export async function useStep(sql: Sql, key: MemberKey, step: number): Promise<boolean> {
  const result = await sql`
    update members set totp_last_step = ${step}
    where member_id = ${key.member_id} and merchant_id = ${key.merchant_id} and totp_confirmed_at is not null
      and (totp_last_step is null or totp_last_step < ${step})`;
  return result.count > 0;
}

export async function replaceRecoveryCodes(sql: Sql, key: MemberKey, hashes: Buffer[]): Promise<void> {
  await sql`
    delete from recovery_codes where member_id = ${key.member_id} and merchant_id = ${key.merchant_id}`;
  for (const hash of hashes) {
    await sql`
      insert into recovery_codes (member_id, merchant_id, code_hash)
      values (${key.member_id}, ${key.merchant_id}, ${hash})`;
  }
}

/** Consumes a code. False if it does not exist or was already used. */
export async function useRecoveryCode(sql: Sql, key: MemberKey, hash: Buffer): Promise<boolean> {
  const result = await sql`
    delete from recovery_codes
    where member_id = ${key.member_id} and merchant_id = ${key.merchant_id} and code_hash = ${hash}`;
  return result.count > 0;
}
