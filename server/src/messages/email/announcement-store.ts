import type { Sql } from '../../platform/db/client.ts';
import type { AnnouncementMessage } from './messages.ts';

export interface AnnouncementRow {
  announcement_id: string;
  digest: Buffer;
  subject: string;
  body: string;
  created_at: Date;
}

/** Stores an announcement once per digest and returns its id, also when it already exists. */
export async function insertAnnouncement(sql: Sql, row: AnnouncementRow): Promise<string> {
  await sql`
    insert into announcements (announcement_id, digest, subject, body, created_at)
    values (${row.announcement_id}, ${row.digest}, ${row.subject}, ${row.body}, ${row.created_at})
    on conflict (digest) do nothing`;
  return (await selectAnnouncementId(sql, row.digest)) ?? row.announcement_id;
}

export async function selectAnnouncementId(sql: Sql, digest: Buffer): Promise<string | null> {
  const [row] = await sql<{ announcement_id: string }[]>`
    select announcement_id from announcements where digest = ${digest}`;
  return row?.announcement_id ?? null;
}

/** Counts merchants with an unrevoked key, and merchants this announcement was already queued for. */
export async function countAudience(
  sql: Sql,
  announcementId: string | null,
): Promise<{ merchants: number; written: number }> {
  const [row] = await sql<{ merchants: number; written: number }[]>`
    select
      (select count(*)::int from merchants where ${hasKey(sql)}) as merchants,
      (select count(*)::int from announcement_recipients where announcement_id = ${announcementId}) as written`;
  return row ?? { merchants: 0, written: 0 };
}

export interface Addressee {
  merchant_id: string;
  email: string;
}

/** Merchants with an unrevoked key that have not received this announcement, ordered by id. */
export async function selectAddressees(
  sql: Sql,
  announcementId: string | null,
  after: string,
  limit: number,
): Promise<Addressee[]> {
  return sql<Addressee[]>`
    select merchant_id, email from merchants
    where merchant_id > ${after} and ${hasKey(sql)} and not exists (
      select 1 from announcement_recipients as written
      where written.announcement_id = ${announcementId} and written.merchant_id = merchants.merchant_id)
    order by merchant_id limit ${limit}`;
}

function hasKey(sql: Sql) {
  return sql`exists (
    select 1 from api_keys where api_keys.merchant_id = merchants.merchant_id and api_keys.revoked_at is null)`;
}

export interface NewAnnouncementEmail {
  merchant_id: string;
  email_id: string;
  to_address: string;
}

/**
 * Queues one e-mail for each merchant that has not received this announcement, and returns the count. One statement
 * inserts recipients and e-mails, so a crash leaves both or neither. Rows are inserted in id order, so that two
 * concurrent runs cannot deadlock.
 */
export async function insertAnnouncementEmails(
  sql: Sql,
  announcementId: string,
  rows: NewAnnouncementEmail[],
  now: Date,
): Promise<number> {
  const queued = await sql`
    with given as materialized (
      select * from json_to_recordset(${JSON.stringify(rows)}::text::json)
        as row (merchant_id text, email_id text, to_address text)
    ), taken as (
      insert into announcement_recipients (announcement_id, merchant_id, email_id)
      select ${announcementId}, merchant_id, email_id from given order by merchant_id
      on conflict do nothing
      returning merchant_id
    )
    insert into emails (email_id, merchant_id, environment, kind, resource_id, to_address, message, status,
      next_attempt_at, created_at)
    select email_id, merchant_id, null, 'announcement', announcement_id, to_address,
      json_build_object('kind', 'announcement', 'locale', 'en', 'subject', subject, 'body', body), 'queued',
      ${now}::timestamptz, ${now}::timestamptz
    from given join taken using (merchant_id) join announcements on announcement_id = ${announcementId}`;
  return queued.count;
}

export interface NewNotice {
  email_id: string;
  merchant_id: string;
  resource_id: string;
  message: AnnouncementMessage;
  created_at: Date;
}

/** Queues a message of the service to a merchant's own address. */
export async function insertNotice(sql: Sql, row: NewNotice): Promise<void> {
  await sql`
    insert into emails (email_id, merchant_id, environment, kind, resource_id, to_address, message, status,
      next_attempt_at, created_at)
    select ${row.email_id}, merchant_id, null, ${row.message.kind}, ${row.resource_id},
      email,
      ${JSON.stringify(row.message)}::text::json, 'queued', ${row.created_at}, ${row.created_at}
    from merchants where merchant_id = ${row.merchant_id}`;
}
