import type { Environment } from '../../lib/environment.ts';
import { firstIdAt } from '../../lib/ids.ts';
import type { Sql } from '../../platform/db/client.ts';
import { type Page, type PageRequest, selectPage } from '../../platform/db/page.ts';
import { customerKinds, type Message, type MessageKind } from './messages.ts';

export type Urgency = 1 | 2 | 3;

export interface EmailRow {
  email_id: string;
  merchant_id: string;
  /** Null for mail to members and announcements. */
  environment: Environment | null;
  kind: MessageKind;
  resource_id: string;
  to_address: string;
  message: Message;
  status: 'queued' | 'sent' | 'failed';
  /** 1: a member is waiting for the link. 2: mail to a customer. 3: announcements. Lower is sent first. */
  urgency: Urgency;
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
  | 'last_error'
>;

/** Those with an error are stored as failed. */
export async function insertEmails(sql: Sql, rows: NewEmailRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into emails (email_id, merchant_id, environment, kind, resource_id, to_address, message, status,
      next_attempt_at, last_error, created_at)
    select email_id, merchant_id, environment, kind, resource_id, to_address, message,
      case when last_error is null then 'queued' else 'failed' end, case when last_error is null then created_at end,
      last_error, created_at
    from json_to_recordset(${JSON.stringify(rows)}::text::json) as row (email_id text, merchant_id text,
      environment text, kind text, resource_id text, to_address text, message json, created_at timestamptz,
      last_error text)`;
}

/** An e-mail with its merchant's name and address. */
export interface EmailWithShop extends EmailRow {
  shop_name: string;
  shop_email: string;
  support_email: string | null;
  support_url: string | null;
  /** The merchant's colour, as #rrggbb. */
  shop_accent: string | null;
}

export async function deleteOldEmails(sql: Sql, before: Date, limit: number): Promise<number> {
  // Ids sort by creation time, so the primary key finds the old ones.
  const deleted = await sql`
    delete from emails where ctid = any(array(
      select ctid from emails
      where email_id < ${firstIdAt('eml', before.getTime())} order by email_id limit ${limit} for update skip locked))`;
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
    select emails.*, merchants.name as shop_name, merchants.email as shop_email,
      merchants.support_email, merchants.support_url, merchants.accent_color as shop_accent
    from emails join merchants using (merchant_id) where email_id = ${emailId}`;
  return row;
}

/** Mail to customers only: links in mail to members give access to their accounts. */
export async function selectEmailPage(
  sql: Sql,
  filter: { environment: Environment; status: EmailRow['status'] | null },
  request: PageRequest,
): Promise<Page<EmailRow>> {
  const where = sql`environment = ${filter.environment} and kind = any(${customerKinds}::text[])
    ${filter.status ? sql`and status = ${filter.status}` : sql``}`;
  const columns = ['email_id', 'kind', 'resource_id', 'to_address', 'status', 'attempts', 'last_error'];
  columns.push('created_at', 'sent_at');
  return selectPage(sql, { table: 'emails', idColumn: 'email_id', columns, where }, request);
}

/** The caller checks the environment, because a mismatch has its own error code. */
export async function selectShownEmail(
  sql: Sql,
  key: { email_id: string; merchant_id: string },
): Promise<EmailWithShop | undefined> {
  const [row] = await sql<EmailWithShop[]>`
    select emails.*, merchants.name as shop_name, merchants.email as shop_email,
      merchants.support_email, merchants.support_url, merchants.accent_color as shop_accent
    from emails join merchants using (merchant_id)
    where email_id = ${key.email_id} and emails.merchant_id = ${key.merchant_id} and kind = any(${customerKinds}::text[])`;
  return row;
}
