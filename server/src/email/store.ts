import type { Sql } from '../db/client.ts';
import { type Page, type PageRequest, selectPage } from '../db/page.ts';
import type { Environment } from '../environment.ts';
import { firstIdAt } from '../ids.ts';
import type { Message, MessageKind } from './messages.ts';

export interface EmailRow {
  email_id: string;
  merchant_id: string;
  /** Null for mail to members. */
  environment: Environment | null;
  kind: MessageKind;
  resource_id: string;
  to_address: string;
  message: Message;
  status: 'queued' | 'sent' | 'failed';
  attempts: number;
  next_attempt_at: Date | null;
  last_error: string | null;
  created_at: Date;
  sent_at: Date | null;
}

export type NewEmailRow = Pick<
  EmailRow,
  | 'email_id'
  | 'merchant_id'
  | 'environment'
  | 'kind'
  | 'resource_id'
  | 'to_address'
  | 'message'
  | 'created_at'
>;

export async function insertEmails(sql: Sql, rows: NewEmailRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into emails (email_id, merchant_id, environment, kind, resource_id, to_address, message, status,
      next_attempt_at, created_at)
    select email_id, merchant_id, environment, kind, resource_id, to_address, message, 'queued', created_at, created_at
    from json_to_recordset(${JSON.stringify(rows)}::text::json) as row (email_id text, merchant_id text,
      environment text, kind text, resource_id text, to_address text, message json, created_at timestamptz)`;
}

/** An email with what is shown of its merchant. */
export interface EmailWithShop extends EmailRow {
  shop_name: string;
  shop_email: string;
}

/**
 * Takes due emails, oldest first, and leases them: nobody else takes them before `leaseUntil`, and a killed worker's
 * come back then.
 */
export async function takeDueEmails(
  sql: Sql,
  now: Date,
  leaseUntil: Date,
  limit: number,
): Promise<EmailWithShop[]> {
  return sql<EmailWithShop[]>`
    with taken as materialized (
      select email_id, merchant_id from emails
      where status = 'queued' and next_attempt_at <= ${now} and (leased_until is null or leased_until <= ${now})
      order by next_attempt_at limit ${limit}
      for update skip locked
    )
    update emails set leased_until = ${leaseUntil}
    from taken join merchants using (merchant_id)
    where emails.email_id = taken.email_id and emails.merchant_id = taken.merchant_id
    returning emails.*, merchants.name as shop_name, merchants.email as shop_email`;
}

/** Those that should have been sent before then and have not been: they would come as a surprise by now. */
export async function failStaleEmails(
  sql: Sql,
  now: Date,
  dueBefore: Date,
  reason: string,
  limit: number,
): Promise<number> {
  const failed = await sql`
    update emails set status = 'failed', next_attempt_at = null, leased_until = null, last_error = ${reason}
    where (email_id, merchant_id) in (
      select email_id, merchant_id from emails
      where status = 'queued' and next_attempt_at < ${dueBefore} and (leased_until is null or leased_until <= ${now})
      order by next_attempt_at limit ${limit}
      for update skip locked)`;
  return failed.count;
}

/** When the first of them can be taken. One behind a leased one may be earlier: the loop's own rhythm finds it. */
export async function nextEmailDue(sql: Sql): Promise<Date | null> {
  const [row] = await sql<{ at: Date | null }[]>`
    select greatest(next_attempt_at, leased_until) as at from emails
    where status = 'queued' order by next_attempt_at limit 1`;
  return row?.at ?? null;
}

type EmailKey = Pick<EmailRow, 'email_id' | 'merchant_id' | 'attempts'>;

/** Whoever sent it, and however late the news: what the server accepted is sent, and is never sent again. */
export async function recordSent(sql: Sql, email: EmailKey, at: Date): Promise<void> {
  await sql`
    update emails set status = 'sent', attempts = attempts + 1, next_attempt_at = null, leased_until = null,
      last_error = null, sent_at = ${at}
    where email_id = ${email.email_id} and merchant_id = ${email.merchant_id} and status <> 'sent'`;
}

/** Failed for good when there is no next attempt. A late result of a worker thought dead changes nothing. */
export async function recordFailure(
  sql: Sql,
  email: EmailKey,
  reason: string,
  nextAttemptAt: Date | null,
): Promise<void> {
  await sql`
    update emails set status = ${nextAttemptAt ? 'queued' : 'failed'}, attempts = attempts + 1,
      next_attempt_at = ${nextAttemptAt}, leased_until = null, last_error = ${reason}
    where email_id = ${email.email_id} and merchant_id = ${email.merchant_id} and status = 'queued'
      and attempts = ${email.attempts}`;
}

export async function countQueued(sql: Sql): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from emails where status = 'queued'`;
  return row?.count ?? 0;
}

export async function deleteOldEmails(sql: Sql, before: Date, limit: number): Promise<number> {
  // Ids sort by creation, so their own index finds the old ones.
  const deleted = await sql`
    delete from emails where (email_id, merchant_id) in (
      select email_id, merchant_id from emails
      where email_id < ${firstIdAt('eml', before.getTime())} order by email_id limit ${limit} for update skip locked)`;
  return deleted.count;
}

export interface EmailFilter {
  merchantId: string | null;
  status: EmailRow['status'] | null;
  limit: number;
}

/** Newest first. */
export async function selectEmails(sql: Sql, filter: EmailFilter): Promise<EmailRow[]> {
  return sql<EmailRow[]>`
    select * from emails
    where ${filter.merchantId === null ? sql`true` : sql`merchant_id = ${filter.merchantId}`}
      and ${filter.status === null ? sql`true` : sql`status = ${filter.status}`}
    order by email_id desc limit ${filter.limit}`;
}

export async function selectEmail(sql: Sql, emailId: string): Promise<EmailWithShop | undefined> {
  const [row] = await sql<EmailWithShop[]>`
    select emails.*, merchants.name as shop_name, merchants.email as shop_email
    from emails join merchants using (merchant_id) where email_id = ${emailId}`;
  return row;
}

/** Mail to customers. Mail to members carries links into their accounts and is shown to nobody. */
const shownKinds = ['invoice', 'invoice_paid', 'refund_completed'];

export async function selectEmailPage(
  sql: Sql,
  filter: { environment: Environment; status: EmailRow['status'] | null },
  request: PageRequest,
): Promise<Page<EmailRow>> {
  const where = sql`environment = ${filter.environment} and kind = any(${shownKinds}::text[])
    ${filter.status ? sql`and status = ${filter.status}` : sql``}`;
  const columns = ['email_id', 'kind', 'resource_id', 'to_address', 'status', 'attempts', 'last_error'];
  columns.push('created_at', 'sent_at');
  return selectPage(sql, { table: 'emails', idColumn: 'email_id', columns, where }, request);
}

/** The environment is compared by the caller, who must tell a mismatch from a stranger. */
export async function selectShownEmail(
  sql: Sql,
  key: { email_id: string; merchant_id: string },
): Promise<EmailWithShop | undefined> {
  const [row] = await sql<EmailWithShop[]>`
    select emails.*, merchants.name as shop_name, merchants.email as shop_email
    from emails join merchants using (merchant_id)
    where email_id = ${key.email_id} and emails.merchant_id = ${key.merchant_id} and kind = any(${shownKinds}::text[])`;
  return row;
}
