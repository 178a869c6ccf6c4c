import type { Db, Fragment, Sql } from '../../platform/db/client.ts';
import type { EmailRow, EmailWithShop, Urgency } from './store.ts';

/**
 * Claims due e-mails of one urgency and leases them until `leaseUntil`; if the worker dies, they are due again then.
 * Round-robin over merchants, starting with the merchant id after `lastTurn`; oldest first within a merchant. Rows are
 * chosen first and locked afterwards, because locking writes to a row.
 */
export async function takeDueEmails(
  sql: Db,
  now: Date,
  leaseUntil: Date,
  { urgency, lastTurn, limit }: { urgency: Urgency; lastTurn: string; limit: number },
): Promise<EmailWithShop[]> {
  const isDue = sql`status = 'queued' and urgency = ${urgency}
    and next_attempt_at <= ${now} and (leased_until is null or leased_until <= ${now})`;
  return sql<EmailWithShop[]>`
    with ${merchantsAfter(sql, urgency, lastTurn)}, turns as (
      select merchant_id from merchants_after
      where next_attempt_at <= ${now}
        and exists (select 1 from emails where merchant_id = merchants_after.merchant_id and ${isDue})
      limit ${limit}
    ), chosen as (
      select due.*, row_number() over (partition by due.merchant_id order by next_attempt_at, email_id) as turn
      from turns cross join lateral (
        select ctid as row_ctid, email_id, merchant_id, next_attempt_at from emails
        where merchant_id = turns.merchant_id and ${isDue}
        order by next_attempt_at, email_id limit ${limit}
      ) as due
      order by turn, due.merchant_id limit ${limit}
    ), locked as materialized (
      select ctid as row_ctid from emails where ctid = any(array(select row_ctid from chosen))
      -- Check the current row again: another worker may have claimed, failed and rescheduled it meanwhile.
        and ${isDue}
      for update skip locked
    ), taken as (
      update emails set leased_until = ${leaseUntil}
      where ctid = any(array(select row_ctid from locked))
      returning *
    )
    select taken.*, merchants.name as shop_name, merchants.email as shop_email,
      merchants.support_email, merchants.support_url, merchants.accent_color as shop_accent
    from taken join merchants using (merchant_id) join chosen using (email_id)
    order by chosen.turn, chosen.merchant_id`;
}

/**
 * Merchants after this one that have queued mail, with the time their first e-mail is due. A loose index scan: it skips
 * from merchant to merchant instead of reading the backlog.
 */
function merchantsAfter(sql: Sql, urgency: Urgency, lastTurn: string) {
  const firstAfter = (merchantId: string | Fragment) => sql`
    select merchant_id, next_attempt_at from emails
    where status = 'queued' and urgency = ${urgency} and merchant_id > ${merchantId}
    order by merchant_id, next_attempt_at limit 1`;
  return sql`recursive merchants_after as (
    (${firstAfter(lastTurn)})
    union all
    select next.* from merchants_after cross join lateral (${firstAfter(sql`merchants_after.merchant_id`)}) as next
  )`;
}

/** Fails e-mails that were due before `dueBefore`: too old to be useful to the recipient. */
export async function failStaleEmails(
  sql: Sql,
  now: Date,
  dueBefore: Date,
  reason: string,
  limit: number,
): Promise<number> {
  const failed = await sql`
    update emails set status = 'failed', next_attempt_at = null, leased_until = null, last_error = ${reason}
    where ctid = any(array(
      select ctid from emails
      where status = 'queued' and next_attempt_at < ${dueBefore} and (leased_until is null or leased_until <= ${now})
      order by next_attempt_at limit ${limit}
      for update skip locked))`;
  return failed.count;
}

/** When the oldest queued e-mail can be claimed. If it is leased, a later one may be due sooner: polling finds it. */
export async function nextEmailDue(sql: Sql): Promise<Date | null> {
  const [row] = await sql<{ at: Date | null }[]>`
    select greatest(next_attempt_at, leased_until) as at from emails
    where status = 'queued' order by next_attempt_at limit 1`;
  return row?.at ?? null;
}

type EmailKey = Pick<EmailRow, 'email_id' | 'merchant_id' | 'attempts'>;

/** Does not check the lease: once the server accepted it, the e-mail is sent, even if another worker has claimed it. */
export async function recordSent(sql: Sql, email: EmailKey, at: Date): Promise<void> {
  await sql`
    update emails set status = 'sent', attempts = attempts + 1, next_attempt_at = null, leased_until = null,
      last_error = null, sent_at = ${at}
    where email_id = ${email.email_id} and merchant_id = ${email.merchant_id} and status <> 'sent'`;
}

/** Without a next attempt the e-mail has failed. The check on `attempts` ignores the late result of an expired lease. */
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

export async function countQueuedEmails(sql: Sql): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from emails where status = 'queued'`;
  return row?.count ?? 0;
}
