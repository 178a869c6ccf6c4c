import type { Environment } from '../../lib/environment.ts';
import { type Claim, isClaimed } from '../../platform/db/claim.ts';
import type { Sql } from '../../platform/db/client.ts';
import type { NoticeContent, NoticeKind } from '../email/messages.ts';

export interface NoticeRow {
  notice_id: string;
  merchant_id: string;
  environment: Environment;
  kind: NoticeKind;
  content: NoticeContent;
  created_at: Date;
}

/** Advisory lock: one worker at a time sends notices, so that counts need no row locks. */
const lockNumber = 725_042;

export async function tryLock(tx: Sql): Promise<boolean> {
  const [row] = await tx<{ locked: boolean }[]>`select pg_try_advisory_xact_lock(${lockNumber}) as locked`;
  return row?.locked ?? false;
}

/** Skips test mode if no member wants its notices, except for disabled endpoints. */
export async function insertNotices(sql: Sql, rows: readonly NoticeRow[]): Promise<void> {
  await sql`
    insert into notices (notice_id, merchant_id, environment, kind, content, created_at)
    select notice_id, merchant_id, environment, kind, content, created_at
    from json_to_recordset(${JSON.stringify(rows)}::text::json) as row (notice_id text, merchant_id text,
      environment text, kind text, content json, created_at timestamptz)
    where environment = 'live' or (content ->> 'disabled') is not distinct from 'true' or exists (
      select from members where members.merchant_id = row.merchant_id and notify_test)`;
}

/** Oldest first. */
export async function takeNotices(tx: Sql, limit: number, claim: Claim): Promise<NoticeRow[]> {
  const rows = await tx<NoticeRow[]>`
    delete from notices where (notice_id, merchant_id) in (
      select notice_id, merchant_id from notices where true ${isClaimed(tx, 'notice_id', claim)}
      order by notice_id limit ${limit})
    returning *`;
  return rows.sort((a, b) => (a.notice_id < b.notice_id ? -1 : 1));
}

export interface DigestRow {
  merchant_id: string;
  environment: Environment;
  kind: NoticeKind;
  /** YYYY-MM-DD */
  day: string;
  currency: string;
  count: bigint;
  amount_minor: bigint;
}

export async function addToDigest(tx: Sql, row: DigestRow): Promise<void> {
  await tx`
    insert into notice_digests (merchant_id, environment, kind, day, currency, count, amount_minor)
    values (${row.merchant_id}, ${row.environment}, ${row.kind}, ${row.day}::date, ${row.currency}, ${row.count},
      ${row.amount_minor})
    on conflict (merchant_id, environment, kind, day, currency) do update
    set count = notice_digests.count + excluded.count,
      amount_minor = notice_digests.amount_minor + excluded.amount_minor`;
}

/** The rows of one unsent digest of an earlier day; empty if all are sent. */
export async function takeDigest(tx: Sql, today: string, merchants: Claim): Promise<DigestRow[]> {
  return tx<DigestRow[]>`
    delete from notice_digests where (merchant_id, environment, kind, day) = (
      select merchant_id, environment, kind, day from notice_digests where day < ${today}::date
        ${isClaimed(tx, 'merchant_id', merchants)}
      order by day, merchant_id, environment, kind limit 1)
    returning merchant_id, environment, kind, day::text, currency, count, amount_minor`;
}
