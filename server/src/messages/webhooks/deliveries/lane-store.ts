import type { Db, Sql } from '../../../platform/db/client.ts';
import type { Lane } from './lanes.ts';
import type { UndeliveredRow } from './undelivered-store.ts';

/** A delivery claimed by a worker. Its endpoint is read separately, once per batch. */
export interface TakenDelivery extends Omit<UndeliveredRow, 'next_attempt_at'> {
  lane: Lane;
  event_type: string;
  body: string;
}

/**
 * Endpoints with pending deliveries in a lane, and when their first is due. A recursive CTE jumps from endpoint to
 * endpoint in the index (a loose index scan), so the cost does not grow with the backlog.
 */
function pendingEndpoints(sql: Sql, lane: Lane) {
  return sql`recursive pending as (
    (select merchant_id, endpoint_id, next_attempt_at from undelivered
      where lane = ${lane} and next_attempt_at is not null
      order by merchant_id, endpoint_id, next_attempt_at limit 1)
    union all
    select next.* from pending cross join lateral (
      select merchant_id, endpoint_id, next_attempt_at from undelivered
      where lane = ${lane} and next_attempt_at is not null
        and (merchant_id, endpoint_id) > (pending.merchant_id, pending.endpoint_id)
      order by merchant_id, endpoint_id, next_attempt_at limit 1
    ) as next
  )`;
}

export interface TakeLimits {
  lane: Lane;
  total: number;
  /** How much of the total is only for merchants with fewer than `modestPerMerchant` in flight. */
  keptForModest: number;
  modestPerMerchant: number;
  perEndpoint: number;
  perFailing: number;
  perMerchant: number;
  /** What this process is sending to each endpoint, in both lanes. */
  endpoints: { id: string; count: number }[];
  /** What this process is sending for each merchant, in this lane. */
  merchants: { id: string; count: number }[];
}

export interface Take {
  deliveries: TakenDelivery[];
  /** Endpoints with pending deliveries in the lane: the cost of the claim grows with them. */
  scanned: number;
}

/**
 * Claims due deliveries of enabled endpoints, within the limits per endpoint and merchant. Merchants take turns: those
 * with the fewest deliveries in flight come first, and among them endpoints that do not fail, so that an old backlog of
 * those that do delays no one else. The lease keeps other workers away until `leaseUntil`; after that,
 * deliveries of a killed worker are claimed again. Rows are chosen before they are locked, so that only claimed rows are
 * written to. One statement, one round trip, its own transaction.
 */
export async function takeDueDeliveries(
  sql: Db,
  now: Date,
  leaseUntil: Date,
  limits: TakeLimits,
): Promise<Take> {
  const { lane, total, perEndpoint, perFailing, perMerchant, endpoints, merchants } = limits;
  const { keptForModest, modestPerMerchant } = limits;
  const rows = await sql<(TakenDelivery & { scanned: number })[]>`
    with ${pendingEndpoints(sql, lane)}, due as (
      select due.*, endpoint.failing_since is not null as is_failing, coalesce(merchant.count, 0)
        + row_number() over (partition by pending.merchant_id order by due.next_attempt_at) as turn
      from pending
      join webhook_endpoints endpoint on endpoint.endpoint_id = pending.endpoint_id
        and endpoint.merchant_id = pending.merchant_id and endpoint.status = 'enabled'
      left join unnest(${endpoints.map((e) => e.id)}::text[], ${endpoints.map((e) => e.count)}::int[])
        as flying (endpoint_id, count) on flying.endpoint_id = pending.endpoint_id
      left join unnest(${merchants.map((m) => m.id)}::text[], ${merchants.map((m) => m.count)}::int[])
        as merchant (merchant_id, count) on merchant.merchant_id = pending.merchant_id
      cross join lateral (
        select ctid as place_in_table, next_attempt_at from undelivered
        where lane = ${lane} and merchant_id = pending.merchant_id and endpoint_id = pending.endpoint_id
          and next_attempt_at <= ${now} and (leased_until is null or leased_until <= ${now})
        order by next_attempt_at limit greatest(0, least(${total}::int, case
          when endpoint.failing_since is not null or (${lane}::int = 1 and not endpoint.is_prompt)
          then ${perFailing}::int else ${perEndpoint}::int end - coalesce(flying.count, 0)))
      ) as due
      where pending.next_attempt_at <= ${now} and coalesce(merchant.count, 0) < ${perMerchant}::int
    ), ranked as (
      select place_in_table, turn, row_number() over (order by turn, is_failing, next_attempt_at) as place
      from due where turn <= ${perMerchant}::int
    ), chosen as (
      select place_in_table from ranked
      where place <= ${total}::int
        and (turn <= ${modestPerMerchant}::int or place <= ${total}::int - ${keptForModest}::int)
    ), locked as materialized (
      select ctid as place_in_table from undelivered where ctid = any(array(select place_in_table from chosen))
      -- Check again on the locked version: another worker may have claimed or rescheduled the row in between.
        and next_attempt_at <= ${now} and (leased_until is null or leased_until <= ${now})
      for update skip locked
    ), taken as (
      update undelivered set leased_until = ${leaseUntil}
      where ctid = any(array(select place_in_table from locked))
      returning endpoint_id, delivery_id, merchant_id, event_id, is_test, attempts, lane
    )
    select scan.scanned, taken.*, events.type as event_type, events.body
    from (select count(*)::int as scanned from pending) as scan
    -- Losing a lease in a crash only means sending the delivery again, so the commit need not wait for fsync.
    cross join (select set_config('synchronous_commit', 'off', true)) as unflushed
    -- Join by id alone: with merchant_id the planner may scan all events of the merchant.
    left join (taken join events on events.event_id = taken.event_id) on true`;
  const deliveries = rows.filter((row) => row.delivery_id !== null);
  return { deliveries, scanned: rows[0]?.scanned ?? 0 };
}

/** When the next delivery of a lane can be claimed. May miss an earlier one behind a leased row, which polling finds. */
export async function nextDeliveryDue(sql: Sql, lane: Lane): Promise<Date | null> {
  const [row] = await sql<{ at: Date | null }[]>`
    with ${pendingEndpoints(sql, lane)}
    select min(first.at) as at
    from pending
    join webhook_endpoints endpoint on endpoint.endpoint_id = pending.endpoint_id
      and endpoint.merchant_id = pending.merchant_id and endpoint.status = 'enabled'
    cross join lateral (
      select greatest(next_attempt_at, leased_until) as at from undelivered
      where lane = ${lane} and merchant_id = pending.merchant_id and endpoint_id = pending.endpoint_id
        and next_attempt_at is not null
      order by next_attempt_at limit 1
    ) as first`;
  return row?.at ?? null;
}
