import type { Sql } from '../../platform/db/client.ts';
import type { EmailRow } from './store.ts';

/** Ordered by id. */
export async function selectFailedIds(
  sql: Sql,
  merchantId: string | null,
  after: string,
  limit: number,
): Promise<string[]> {
  const rows = await sql<{ email_id: string }[]>`
    select email_id from emails
    where status = 'failed' and email_id > ${after}
      and ${merchantId === null ? sql`true` : sql`merchant_id = ${merchantId}`}
    order by email_id limit ${limit}`;
  return rows.map(({ email_id }) => email_id);
}

/** Requeues those that failed, except e-mails whose link has expired. */
export async function queueFailedAgain(sql: Sql, emailIds: string[], now: Date): Promise<EmailRow[]> {
  return sql<EmailRow[]>`
    update emails set status = 'queued', attempts = 0, next_attempt_at = ${now}, leased_until = null, last_error = null
    where email_id = any(${emailIds}::text[]) and status = 'failed'
      and coalesce((message ->> 'expires_at')::timestamptz > ${now}, true)
    returning *`;
}
