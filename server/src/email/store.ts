import type { Sql } from '../db/client.ts';
import type { Environment } from '../environment.ts';
import type { Message, MessageKind } from './messages.ts';

export interface EmailRow {
  email_id: string;
  merchant_id: string;
  environment: Environment;
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
