import type { Role } from '../../lib/roles.ts';
import type { Sql } from '../../platform/db/client.ts';
import type { MemberKey } from './member-store.ts';

export interface InvitationRow extends MemberKey {
  email: string;
  role: Role;
  created_at: Date;
  expires_at: Date;
}

/** Inviting the same address again keeps the id and replaces the link. */
export async function upsertInvitation(
  sql: Sql,
  row: InvitationRow,
  tokenHash: Buffer,
): Promise<InvitationRow> {
  const [kept] = await sql<InvitationRow[]>`
    insert into invitations (member_id, merchant_id, email, role, token_hash, created_at, expires_at)
    values (${row.member_id}, ${row.merchant_id}, ${row.email}, ${row.role}, ${tokenHash}, ${row.created_at},
      ${row.expires_at})
    on conflict (merchant_id, lower(email)) do update set
      role = excluded.role, token_hash = excluded.token_hash, expires_at = excluded.expires_at
    returning member_id, merchant_id, email, role, created_at, expires_at`;
  return kept ?? row;
}

export async function selectInvitations(sql: Sql, merchantId: string): Promise<InvitationRow[]> {
  return sql<InvitationRow[]>`
    select member_id, merchant_id, email, role, created_at, expires_at
    from invitations where merchant_id = ${merchantId} order by member_id`;
}

export async function selectInvitation(
  sql: Sql,
  tokenHash: Buffer,
  now: Date,
): Promise<(InvitationRow & { merchant_name: string }) | undefined> {
  const [row] = await sql<(InvitationRow & { merchant_name: string })[]>`
    select member_id, merchant_id, invitations.email, role, invitations.created_at, expires_at,
      merchants.name as merchant_name
    from invitations join merchants using (merchant_id)
    where token_hash = ${tokenHash} and expires_at > ${now}`;
  return row;
}

/** Consumes the invitation. Of two concurrent calls, one gets it. */
export async function takeInvitation(
  sql: Sql,
  tokenHash: Buffer,
  now: Date,
): Promise<InvitationRow | undefined> {
  const [row] = await sql<InvitationRow[]>`
    delete from invitations where token_hash = ${tokenHash} and expires_at > ${now}
    returning member_id, merchant_id, email, role, created_at, expires_at`;
  return row;
}

export async function updateInvitedRole(
  sql: Sql,
  key: MemberKey,
  role: Role,
): Promise<InvitationRow | undefined> {
  const [row] = await sql<InvitationRow[]>`
    update invitations set role = ${role}
    where member_id = ${key.member_id} and merchant_id = ${key.merchant_id}
    returning member_id, merchant_id, email, role, created_at, expires_at`;
  return row;
}

export async function selectInvitedRole(sql: Sql, key: MemberKey): Promise<Role | undefined> {
  const [row] = await sql<{ role: Role }[]>`
    select role from invitations where member_id = ${key.member_id} and merchant_id = ${key.merchant_id}`;
  return row?.role;
}

export async function deleteInvitation(sql: Sql, key: MemberKey): Promise<InvitationRow | undefined> {
  const [row] = await sql<InvitationRow[]>`
    delete from invitations where member_id = ${key.member_id} and merchant_id = ${key.merchant_id}
    returning member_id, merchant_id, email, role, created_at, expires_at`;
  return row;
}

/** Counts members and pending invitations. */
export async function countMembers(sql: Sql, merchantId: string): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select (select count(*) from members where merchant_id = ${merchantId})::int
      + (select count(*) from invitations where merchant_id = ${merchantId})::int as count`;
  return row?.count ?? 0;
}
