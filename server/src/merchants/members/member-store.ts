import type { Locale } from '../../lib/locales.ts';
import type { Role } from '../../lib/roles.ts';
import type { Sql } from '../../platform/db/client.ts';

export interface MemberKey {
  member_id: string;
  merchant_id: string;
}

export interface MemberRow extends MemberKey {
  email: string;
  role: Role;
  totp_enabled: boolean;
  /** How many the member has. */
  passkeys: number;
  last_seen_at: Date | null;
  created_at: Date;
  /** When the member undid the loss of the owner role. */
  restored_at: Date | null;
}

/** A member with the fields that sign-in checks. */
export interface Credentials extends MemberRow {
  password_hash: string;
  totp_secret: Buffer | null;
  totp_secret_key_id: string | null;
  totp_last_step: bigint | null;
  totp_confirmed_at: Date | null;
  /** Since when the member has a passkey. */
  passkey_since: Date | null;
  /** Whether the member has recently signed in from this network. */
  knows_address: boolean;
}

function countOfPasskeys(sql: Sql) {
  return sql`(select count(*) from passkeys own
    where own.member_id = members.member_id and own.merchant_id = members.merchant_id)::int`;
}

/** One statement whether or not the account exists, so that timing does not reveal it. */
export async function selectCredentials(
  sql: Sql,
  by: { email: string } | MemberKey,
  address: string,
  knownSince: Date,
): Promise<Credentials | undefined> {
  const who =
    'email' in by
      ? sql`lower(email) = lower(${by.email})`
      : sql`member_id = ${by.member_id} and merchant_id = ${by.merchant_id}`;
  const [row] = await sql<Credentials[]>`
    select member_id, merchant_id, email, role, totp_confirmed_at is not null as totp_enabled, last_seen_at, created_at,
      restored_at, password_hash, totp_secret, totp_secret_key_id, totp_last_step, totp_confirmed_at,
      ${countOfPasskeys(sql)} as passkeys,
      (select min(created_at) from passkeys own
        where own.member_id = members.member_id and own.merchant_id = members.merchant_id) as passkey_since,
      exists (select from member_addresses known
        where known.member_id = members.member_id and known.merchant_id = members.merchant_id
          and known.address = ${address} and known.last_used_at > ${knownSince}) as knows_address
    from members where ${who}`;
  return row;
}

export async function selectMember(sql: Sql, key: MemberKey): Promise<MemberRow | undefined> {
  const [row] = await sql<MemberRow[]>`
    select member_id, merchant_id, email, role, totp_confirmed_at is not null as totp_enabled, last_seen_at, created_at,
      restored_at, ${countOfPasskeys(sql)} as passkeys
    from members where member_id = ${key.member_id} and merchant_id = ${key.merchant_id}`;
  return row;
}

/** The merchant that the member with this address belongs to. */
export async function selectMerchantIdOf(sql: Sql, email: string): Promise<string | undefined> {
  const [row] = await sql<{ merchant_id: string }[]>`
    select merchant_id from members where lower(email) = lower(${email})`;
  return row?.merchant_id;
}

/** Of any merchant, for operator commands. */
export async function selectMemberOfAny(sql: Sql, memberId: string): Promise<MemberRow | undefined> {
  const [row] = await sql<MemberRow[]>`
    select member_id, merchant_id, email, role, totp_confirmed_at is not null as totp_enabled, last_seen_at, created_at,
      restored_at, ${countOfPasskeys(sql)} as passkeys
    from members where member_id = ${memberId}`;
  return row;
}

export async function selectMembers(sql: Sql, merchantId: string): Promise<MemberRow[]> {
  return sql<MemberRow[]>`
    select member_id, merchant_id, email, role, totp_confirmed_at is not null as totp_enabled, last_seen_at, created_at,
      restored_at, ${countOfPasskeys(sql)} as passkeys
    from members where merchant_id = ${merchantId} order by member_id`;
}

/** Owners, those who were one after `since`, and the member whom it concerns, with the language of their mail. Before a merchant has owners: its own address. */
export async function selectOwners(
  sql: Sql,
  merchantId: string,
  since: Date,
  concernedId: string | null,
): Promise<{ email: string; locale: Locale | null }[]> {
  return sql<{ email: string; locale: Locale | null }[]>`
    with owners as (select email, locale from members where merchant_id = ${merchantId} and role = 'owner')
    select email, locale from members where merchant_id = ${merchantId} and member_id = ${concernedId} and role <> 'owner'
    union all
    select email, locale from owners
    union all
    select email, locale from former_members former
    where merchant_id = ${merchantId} and role = 'owner' and ended_at > ${since}
      and not exists (select from owners where lower(owners.email) = lower(former.email))
    union all
    select email, null from merchants where merchant_id = ${merchantId} and not exists (select from owners)`;
}

export interface Approver {
  member_id: string;
  email: string;
  locale: Locale | null;
  /** Since when they may approve. */
  since: Date;
}

/** Members with one of these roles. */
export async function selectApprovers(
  sql: Sql,
  merchantId: string,
  approving: readonly Role[],
): Promise<Approver[]> {
  return sql<Approver[]>`
    select member_id, email, locale, coalesce(role_since, created_at) as since from members
    where merchant_id = ${merchantId} and role = any(${[...approving]}::text[]) order by member_id`;
}

/** The same, and those who had one after `since`; null for nobody who has none any more. */
export async function selectApproversSince(
  sql: Sql,
  merchantId: string,
  approving: readonly Role[],
  since: Date | null,
): Promise<{ email: string; locale: Locale | null }[]> {
  return sql<{ email: string; locale: Locale | null }[]>`
    with approvers as (
      select member_id, email, locale from members
      where merchant_id = ${merchantId} and role = any(${[...approving]}::text[])
    )
    select email, locale from (
      select member_id, email, locale from approvers
      union all
      select member_id, email, locale from former_members former
      where merchant_id = ${merchantId} and ended_at > ${since}
        and not exists (select from approvers where lower(approvers.email) = lower(former.email))
    ) as told order by member_id`;
}

/** Before anything that belongs to the member, so that transactions about one member cannot deadlock. */
export async function lockMember(sql: Sql, key: MemberKey): Promise<void> {
  await sql`
    select 1 from members where member_id = ${key.member_id} and merchant_id = ${key.merchant_id}
    for no key update`;
}

/** Locks the merchant's owners, so that two concurrent removals cannot remove the last one. */
export async function lockOwners(sql: Sql, merchantId: string): Promise<string[]> {
  const rows = await sql<{ member_id: string }[]>`
    select member_id from members where merchant_id = ${merchantId} and role = 'owner'
    order by member_id for update`;
  return rows.map((row) => row.member_id);
}

export async function updateRole(sql: Sql, key: MemberKey, role: Role, at: Date): Promise<void> {
  await sql`
    update members set role = ${role}, role_since = ${at}
    where member_id = ${key.member_id} and merchant_id = ${key.merchant_id}`;
}

/** Cascades to sessions, known networks, recovery codes and passkeys. */
export async function deleteMember(sql: Sql, key: MemberKey): Promise<void> {
  await sql`delete from members where member_id = ${key.member_id} and merchant_id = ${key.merchant_id}`;
}

export async function updatePassword(sql: Sql, key: MemberKey, passwordHash: string): Promise<void> {
  await sql`
    update members set password_hash = ${passwordHash}
    where member_id = ${key.member_id} and merchant_id = ${key.merchant_id}`;
}

export async function noteAddress(sql: Sql, key: MemberKey, address: string, at: Date): Promise<void> {
  await sql`
    insert into member_addresses (member_id, merchant_id, address, last_used_at)
    values (${key.member_id}, ${key.merchant_id}, ${address}, ${at})
    on conflict (member_id, merchant_id, address) do update set last_used_at = excluded.last_used_at`;
}

interface MerchantOfMember {
  name: string;
  status: 'active' | 'suspended';
  logo_digest: string | null;
  is_verified: boolean;
}

export async function selectMerchantOf(sql: Sql, merchantId: string): Promise<MerchantOfMember | undefined> {
  const [row] = await sql<MerchantOfMember[]>`
    select name, status, digest as logo_digest, email_verified_at is not null as is_verified
    from merchants left join merchant_logos using (merchant_id)
    where merchant_id = ${merchantId}`;
  return row;
}

export async function isEmailTaken(sql: Sql, email: string): Promise<boolean> {
  const rows = await sql`select 1 from members where lower(email) = lower(${email})`;
  return rows.length > 0;
}

export async function insertMember(
  sql: Sql,
  row: {
    member_id: string;
    merchant_id: string;
    email: string;
    password_hash: string;
    role: Role;
    created_at: Date;
    /** Of e-mails to the member; null or none: English. */
    locale?: Locale | null;
  },
): Promise<void> {
  await sql`
    insert into members (member_id, merchant_id, email, password_hash, role, created_at, locale)
    values (${row.member_id}, ${row.merchant_id}, ${row.email}, ${row.password_hash}, ${row.role}, ${row.created_at},
      ${row.locale ?? null})`;
}
