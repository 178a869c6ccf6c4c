import type { Db, Fragment, Sql } from '../db/client.ts';
import type { EmailRow, EmailWithShop, Urgency } from './store.ts';

/**
 * Takes due emails of an urgency and leases them: nobody else takes them before `leaseUntil`, and a killed worker's come
 * back then. One of each merchant in turn, the first turn being of whoever comes behind `lastTurn`; of a merchant the
 * oldest. They are chosen first and locked after, so that what is not taken is not written to.
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
    with ${merchantsBehind(sql, urgency, lastTurn)}, turns as (
      select merchant_id from merchants_behind
      where next_attempt_at <= ${now}
        and exists (select 1 from emails where merchant_id = merchants_behind.merchant_id and ${isDue})
      limit ${limit}
    ), chosen as (
      select due.*, row_number() over (partition by due.merchant_id order by next_attempt_at, email_id) as turn
      from turns cross join lateral (
        select ctid as place_in_table, email_id, merchant_id, next_attempt_at from emails
        where merchant_id = turns.merchant_id and ${isDue}
        order by next_attempt_at, email_id limit ${limit}
      ) as due
      order by turn, due.merchant_id limit ${limit}
    ), locked as materialized (
      select ctid as place_in_table from emails where ctid = any(array(select place_in_table from chosen))
      -- Again, on the row as it is now: another worker may just have taken it, failed and put it off.
        and ${isDue}
      for update skip locked
    ), taken as (
      update emails set leased_until = ${leaseUntil}
      where ctid = any(array(select place_in_table from locked))
      returning *
    )
    select taken.*, merchants.name as shop_name, merchants.email as shop_email
    from taken join merchants using (merchant_id) join chosen using (email_id)
    order by chosen.turn, chosen.merchant_id`;
}

/**
 * Merchants with mail in the queue behind this one, and when the first of it is due, found by jumping from one to the
 * next in the index, not by reading the backlog.
 */
function merchantsBehind(sql: Sql, urgency: Urgency, lastTurn: string) {
  const firstBehind = (merchantId: string | Fragment) => sql`
    select merchant_id, next_attempt_at from emails
    where status = 'queued' and urgency = ${urgency} and merchant_id > ${merchantId}
    order by merchant_id, next_attempt_at limit 1`;
  return sql`recursive merchants_behind as (
    (${firstBehind(lastTurn)})
    union all
    select next.* from merchants_behind cross join lateral (${firstBehind(sql`merchants_behind.merchant_id`)}) as next
  )`;
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
