import type { Role } from '../../lib/roles.ts';
import type { Sql } from '../../platform/db/client.ts';
import type { MemberKey } from './member-store.ts';

/**
 * Copies a member who is about to be no owner or approver any more, with what signs them in. Call before the member is
 * changed. False if they can still become an owner again by an earlier link, which stays as it is.
 */
export async function insertFormerMember(
  sql: Sql,
  key: MemberKey,
  undoHash: Buffer,
  endedAt: Date,
  undoableSince: Date,
): Promise<boolean> {
  const rows = await sql`
    insert into former_members as known (member_id, merchant_id, email, role, locale, password_hash, totp_secret, totp_secret_key_id,
      totp_confirmed_at, recovery_codes, passkeys, created_at, ended_at, undo_hash)
    select member_id, merchant_id, email, case role when 'owner' then 'owner' else 'approver' end, locale, password_hash,
      totp_secret, totp_secret_key_id, totp_confirmed_at,
      array(select code_hash from recovery_codes codes
        where codes.member_id = members.member_id and codes.merchant_id = members.merchant_id),
      (select coalesce(jsonb_agg(passkeys), '[]') from passkeys
        where passkeys.member_id = members.member_id and passkeys.merchant_id = members.merchant_id),
      created_at, ${endedAt}, ${undoHash}
    from members where member_id = ${key.member_id} and merchant_id = ${key.merchant_id}
    on conflict (member_id, merchant_id) do update set role = excluded.role, ended_at = excluded.ended_at,
      undo_hash = excluded.undo_hash, locale = excluded.locale, password_hash = excluded.password_hash, totp_secret = excluded.totp_secret,
      totp_secret_key_id = excluded.totp_secret_key_id, totp_confirmed_at = excluded.totp_confirmed_at,
      recovery_codes = excluded.recovery_codes, passkeys = excluded.passkeys
    where known.role <> 'owner' or excluded.role = 'owner' or known.ended_at <= ${undoableSince}
    returning 1`;
  return rows.length > 0;
}

export interface RestoredMember extends MemberKey {
  email: string;
  role: 'owner' | 'approver';
}

/** Whom the link restores, without using it up. */
export async function selectFormerMember(
  sql: Sql,
  undoHash: Buffer,
  endedAfter: Date,
): Promise<RestoredMember | undefined> {
  const [row] = await sql<RestoredMember[]>`
    select member_id, merchant_id, email, role from former_members
    where undo_hash = ${undoHash} and ended_at > ${endedAfter}`;
  return row;
}

/**
 * Makes them an owner or approver again: a member who only lost the role gets it back, one who was removed returns with password,
 * second factor, recovery codes and passkeys. The role counts from now: it may have been given just before it was taken.
 * A credential that somebody else registered meanwhile under the same id goes back to them. False if the link was used
 * meanwhile. `approving` are the roles that an approver keeps who has got one meanwhile.
 */
export async function restoreFormerMember(
  sql: Sql,
  undoHash: Buffer,
  now: Date,
  approving: readonly Role[],
): Promise<boolean> {
  const rows = await sql`
    with gone as (delete from former_members where undo_hash = ${undoHash} returning *),
    back as (
      insert into members (member_id, merchant_id, email, locale, password_hash, role, totp_secret, totp_secret_key_id,
        totp_confirmed_at, created_at, role_since, restored_at)
      select member_id, merchant_id, email, locale, password_hash, role, totp_secret, totp_secret_key_id,
        totp_confirmed_at, created_at, ${now}::timestamptz, ${now}::timestamptz from gone
      on conflict (member_id, merchant_id) do update set role = case
          when excluded.role = 'approver' and members.role = any(${[...approving]}::text[]) then members.role
          else excluded.role end,
        role_since = excluded.role_since, restored_at = excluded.restored_at
    ),
    codes as (
      insert into recovery_codes (member_id, merchant_id, code_hash)
      select member_id, merchant_id, unnest(recovery_codes) from gone
      where not exists (
        select from members where members.member_id = gone.member_id and members.merchant_id = gone.merchant_id)
    ),
    keys as (
      insert into passkeys select kept.* from gone, jsonb_populate_recordset(null::passkeys, gone.passkeys) kept
      where not exists (
        select from members where members.member_id = gone.member_id and members.merchant_id = gone.merchant_id)
      on conflict (credential_id) do update set passkey_id = excluded.passkey_id, merchant_id = excluded.merchant_id,
        member_id = excluded.member_id, public_key = excluded.public_key, sign_count = excluded.sign_count,
        name = excluded.name, created_at = excluded.created_at, last_used_at = excluded.last_used_at
    )
    select from gone`;
  return rows.length > 0;
}
