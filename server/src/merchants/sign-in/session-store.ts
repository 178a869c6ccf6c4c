import type { ChainId, Token } from '../../lib/chains/registry.ts';
import type { Role } from '../../lib/roles.ts';
import type { Sql } from '../../platform/db/client.ts';

/** A session with the member and merchant fields that requests need. */
export interface SessionRow {
  session_id: string;
  merchant_id: string;
  member_id: string;
  email: string;
  role: Role;
  suspended: boolean;
  default_accepted_chains: ChainId[] | null;
  default_accepted_tokens: Token[] | null;
  max_usd_minor: bigint | null;
  last_seen_at: Date;
  expires_at: Date;
}

/** Ignores sessions that have expired or have been idle since `idleSince`. */
export async function selectSession(
  sql: Sql,
  tokenHash: Buffer,
  now: Date,
  idleSince: Date,
): Promise<SessionRow | undefined> {
  const [row] = await sql<SessionRow[]>`
    select s.session_id, s.merchant_id, s.member_id, members.email, members.role,
      merchants.status = 'suspended' as suspended, merchants.default_accepted_chains,
      merchants.default_accepted_tokens, merchants.max_usd_minor, s.last_seen_at, s.expires_at
    from sessions s
    join members using (member_id, merchant_id)
    join merchants using (merchant_id)
    where s.token_hash = ${tokenHash} and s.expires_at > ${now} and s.last_seen_at > ${idleSince}`;
  return row;
}

/** Updates `last_seen_at` unless it was updated after `before`. */
export async function touchSession(
  sql: Sql,
  session: Pick<SessionRow, 'session_id' | 'merchant_id' | 'member_id'>,
  now: Date,
  before: Date,
): Promise<void> {
  await sql`
    with seen as (
      update sessions set last_seen_at = ${now}
      where session_id = ${session.session_id} and merchant_id = ${session.merchant_id} and last_seen_at <= ${before}
      returning member_id, merchant_id
    )
    update members set last_seen_at = ${now} from seen
    where members.member_id = seen.member_id and members.merchant_id = seen.merchant_id`;
}

export interface NewSession {
  session_id: string;
  merchant_id: string;
  member_id: string;
  token_hash: Buffer;
  created_at: Date;
  expires_at: Date;
  user_agent: string | null;
  network: string;
}

/** Deletes the member's oldest sessions beyond `maxSessions`. */
export async function insertSession(sql: Sql, row: NewSession, maxSessions: number): Promise<void> {
  await sql`
    insert into sessions (session_id, merchant_id, member_id, token_hash, created_at, last_seen_at, expires_at,
      user_agent, network)
    values (${row.session_id}, ${row.merchant_id}, ${row.member_id}, ${row.token_hash}, ${row.created_at},
      ${row.created_at}, ${row.expires_at}, ${row.user_agent}, ${row.network})`;
  await sql`
    delete from sessions where (session_id, merchant_id) in (
      select session_id, merchant_id from sessions
      where member_id = ${row.member_id} and merchant_id = ${row.merchant_id}
      order by session_id desc offset ${maxSessions})`;
  await sql`
    update members set last_seen_at = ${row.created_at}
    where member_id = ${row.member_id} and merchant_id = ${row.merchant_id}`;
}

export async function updateSessionToken(
  sql: Sql,
  session: Pick<SessionRow, 'session_id' | 'merchant_id'>,
  tokenHash: Buffer,
): Promise<void> {
  await sql`
    update sessions set token_hash = ${tokenHash}
    where session_id = ${session.session_id} and merchant_id = ${session.merchant_id}`;
}

export async function deleteSession(sql: Sql, tokenHash: Buffer): Promise<void> {
  await sql`delete from sessions where token_hash = ${tokenHash}`;
}

export async function deleteSessionsOf(
  sql: Sql,
  member: { member_id: string; merchant_id: string },
): Promise<void> {
  await sql`
    delete from sessions where member_id = ${member.member_id} and merchant_id = ${member.merchant_id}`;
}

type OwnKey = Pick<SessionRow, 'session_id' | 'member_id' | 'merchant_id'>;

export type ListedSession = Pick<SessionRow, 'session_id' | 'last_seen_at'> &
  Pick<NewSession, 'created_at' | 'user_agent' | 'network'>;

export async function selectSessionsOf(
  sql: Sql,
  member: Omit<OwnKey, 'session_id'>,
  now: Date,
  idleSince: Date,
): Promise<ListedSession[]> {
  return sql<ListedSession[]>`
    select session_id, user_agent, network, created_at, last_seen_at from sessions
    where member_id = ${member.member_id} and merchant_id = ${member.merchant_id}
      and expires_at > ${now} and last_seen_at > ${idleSince}
    order by last_seen_at desc, session_id desc`;
}

/** Whether the member had such a session. */
export async function deleteOwnSession(
  sql: Sql,
  member: Omit<OwnKey, 'session_id'>,
  sessionId: string,
): Promise<boolean> {
  const { count } = await sql`
    delete from sessions where session_id = ${sessionId}
      and member_id = ${member.member_id} and merchant_id = ${member.merchant_id}`;
  return count > 0;
}

export async function deleteOtherSessions(sql: Sql, session: OwnKey): Promise<number> {
  const { count } = await sql`
    delete from sessions where session_id <> ${session.session_id}
      and member_id = ${session.member_id} and merchant_id = ${session.merchant_id}`;
  return count;
}

export async function selectSessionOwner(
  sql: Sql,
  tokenHash: Buffer,
): Promise<{ member_id: string; merchant_id: string } | undefined> {
  const [row] = await sql<{ member_id: string; merchant_id: string }[]>`
    select member_id, merchant_id from sessions where token_hash = ${tokenHash}`;
  return row;
}
