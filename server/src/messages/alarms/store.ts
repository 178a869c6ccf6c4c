import type { Sql } from '../../platform/db/client.ts';
import { waitsForCap } from './capped.ts';
import { notRecorded } from './unrecorded.ts';

export interface Alarm {
  alarm_id: string;
  subject: string;
}

export interface AlarmRow extends Alarm {
  raised_at: Date;
  over_at: Date | null;
}

/** One worker at a time looks. */
const lockNumber = 725_001;

export async function tryLock(tx: Sql): Promise<boolean> {
  const [row] = await tx<{ locked: boolean }[]>`select pg_try_advisory_xact_lock(${lockNumber}) as locked`;
  return row?.locked ?? false;
}

/** What needs the operator now. Keys need gas only on `chains`, those that are on. */
export async function selectAlarming(
  sql: Sql,
  {
    chains,
    stuckSince,
    standsSince,
    unscreenedSince,
    cappedSince,
  }: {
    chains: readonly string[];
    stuckSince: Date;
    standsSince: Date;
    unscreenedSince: Date;
    cappedSince: Date;
  },
  limit: number,
): Promise<Alarm[]> {
  return sql<Alarm[]>`
    select 'halted ' || chain as alarm_id, chain || ' has halted: it abandoned final blocks' as subject
    from chain_cursors where halted_at is not null
    union all
    select 'stands ' || chain, chain || ' is not read on, though its node goes on, and nothing expires there: '
      || coalesce(stands_because, 'the log of the worker says why')
    from chain_cursors c where halted_at is null and moved_at < ${standsSince} and head_number > number
      and answered_at > ${standsSince} and exists (select from watched_addresses w where w.chain = c.chain
        and w.registered_at < ${standsSince} and w.watch_until > ${standsSince})
    union all
    select 'difference ' || chain, 'less is on ' || chain || ' than the ledger says, and payouts there are stopped'
    from ledger_reconciliations where payouts_stopped_at is not null
    union all
    select concat_ws(' ', 'negative', environment, chain, token, merchant_id), 'the balance of ' || merchant_id || ' in ' || token
      || ' on ' || chain || ' (' || environment || ') is below zero: its refunds wait until it is not'
    from ledger_debts
    union all
    select concat_ws(' ', 'owed', environment, chain, token), 'more ' || token || ' on ' || chain || ' (' || environment
      || ') is owed to merchants than is there, and nothing of it is sent'
    from ledger_short
    union all
    select 'unrecorded ' || chain, 'what became of transfers on ' || chain || ' could not be recorded: "causeway transfers list" '
      || 'shows them, the log of the worker says why'
    from transfers where status = 'waiting' and held_reason = ${notRecorded} group by chain
    union all
    select 'capped ' || chain || ' ' || token, 'payments of ' || token || ' on ' || chain || ' have waited for the daily cap of '
      || 'the vault for a day: raise it, or list payout wallets'
    from transfers where status = 'waiting' and problem = ${waitsForCap} and held_reason is null
      and created_at < ${cappedSince}
    group by chain, token
    union all
    select 'uncredited ' || payment_id, 'money that came for payment ' || payment_id || ' could not be credited, and is tried '
      || 'again every ten minutes: the log of the worker says why'
    from payments where set_aside_at is not null
    union all
    select 'unknown ' || chain, 'payments left ' || chain || ' that the database does not know, and nothing more is paid there: '
      || '"causeway transfers unknown" lists them'
    from unknown_payments where explained_at is null group by chain
    union all
    select 'unsearched ' || chain, 'nothing is sent on ' || chain || ', since nobody can show what left it before: ' || problem
    from search_stops where since < ${standsSince} and chain = any(${chains}::text[])
      and exists (select from transfers t where t.chain = search_stops.chain and t.environment = 'live' and t.series is not null
        and t.status in ('waiting', 'sending') and t.held_reason is null)
    union all
    select 'contested ' || tx_hash, 'transaction ' || tx_hash || ' on solana names several payments and is credited to none: '
      || '"causeway payments contested" lists it'
    from contested_transactions where decided_at is null group by tx_hash
    union all
    select 'stuck ' || chain, 'transfers on ' || chain || ' are stuck'
    from (
      select chain, status, created_at from transfer_batches
      union all select 'solana', status, created_at from solana_batches
    ) as batches
    where status = 'open' and created_at < ${stuckSince} group by chain
    union all
    select 'gas ' || chain, 'the operator has little gas on ' || chain from gas_levels
    where is_low and chain = any(${chains}::text[])
    union all
    select 'owner ' || chain, hot_owner from chain_status where hot_owner is not null
    union all
    select 'cold ' || chain, 'nothing goes to the cold address on ' || chain || ': ' || problem
    from cold_status where problem is not null
    union all
    select 'refill ' || chain, refill || ': send it to the treasury on ' || chain || ' from the cold address'
    from cold_status where refill is not null
    union all
    select 'nodes ' || chain, 'nodes of ' || chain || ' tell different things, and nothing becomes final there: ' || found
    from node_disputes
    union all
    select 'signer ' || chain || ' ' || key, 'transfers on ' || chain || ' wait. ' || problem from signers where problem is not null
    union all
    select concat_ws(' ', 'screening', what), case what
      when 'held' then 'screening holds money, and somebody has to decide: "causeway screening list" shows it'
      else 'screening does not answer, and money waits: ' || max(problem) end
    from (
      select case when verdict is null then 'down' else 'held' end as what, coalesce(problem, 'nobody was asked') as problem
      from screenings s
      where verdict is distinct from 'ok' and decided_by is distinct from 'operator'
        and coalesce(answered_at, created_at) < ${unscreenedSince} and (direction = 'in' or exists (
          select from transfers t where t.transfer_id = s.subject and t.to_address = s.address and t.status = 'waiting'))
    ) as unscreened group by what
    union all
    select 'settling ' || chain, 'payments by signature on ' || chain || ' will stop soon: send gas to ' || max(address)
    from settlers where is_low and chain = any(${chains}::text[]) group by chain
    union all
    select 'route ' || route_id, 'route ' || route_id || ' is stuck: ' || coalesce(problem, 'nobody knows where its money is')
    from routes where status = 'stuck'
    union all
    select 'late ' || r.route_id, 'route ' || r.route_id || ' waits too long for ' || s.provider || ': look what became of '
      || s.call_hash || ' on ' || s.chain || ', and never send that money again'
    from routes r join route_steps s on s.route_id = r.route_id and s.status = 'called' where r.late_at is not null
    union all
    select 'routes ' || name, 'routes ' || case kind when 'chain' then 'on ' else 'by ' end || name || ' are stopped'
    from route_stops
    union all
    select 'reversed ' || payment_id, 'the chain took back money of payment ' || payment_id
    from (select payment_id, max(reversed_at) as reversed_at from payment_reversals group by payment_id) as reversed
    order by alarm_id limit ${limit}`;
}

/** Adds what is new, also what was over and is not any more. */
export async function upsertAlarms(tx: Sql, alarms: readonly Alarm[], now: Date): Promise<void> {
  await tx`
    insert into alarms as known (alarm_id, subject, raised_at)
    select alarm_id, subject, ${now}::timestamptz
    from unnest(${alarms.map((a) => a.alarm_id)}::text[], ${alarms.map((a) => a.subject)}::text[])
      as found (alarm_id, subject)
    on conflict (alarm_id) do update set over_at = null, raised_at = excluded.raised_at, told_at = null
    where known.over_at is not null`;
}

export async function updateOver(tx: Sql, alarms: readonly Alarm[], now: Date): Promise<void> {
  await tx`
    update alarms set over_at = ${now}, told_at = null
    where over_at is null and alarm_id <> all(${alarms.map((a) => a.alarm_id)}::text[])`;
}

/**
 * Claims one that the operator does not know of, or of a kind in `repeated` was last told of before `toldBefore`. Claimed
 * before the mail is sent, so that it is sent at most once.
 */
export async function claimUntold(
  sql: Sql,
  now: Date,
  { repeated, toldBefore }: { repeated: readonly string[]; toldBefore: Date },
): Promise<AlarmRow | undefined> {
  const [row] = await sql<AlarmRow[]>`
    update alarms set told_at = ${now} where alarm_id = (
      select alarm_id from alarms
      where told_at is null
        or over_at is null and told_at <= ${toldBefore} and split_part(alarm_id, ' ', 1) = any(${[...repeated]}::text[])
      order by raised_at, alarm_id limit 1 for update skip locked)
    returning alarm_id, subject, raised_at, over_at`;
  return row;
}

/** After a mail that the server refused: it is tried again. */
export async function updateUntold(sql: Sql, alarmId: string): Promise<void> {
  await sql`update alarms set told_at = null where alarm_id = ${alarmId}`;
}
