import type { Fragment, Sql } from '../db/client.ts';
import { type Page, type PageRequest, selectPage } from '../db/page.ts';
import type { Environment } from '../environment.ts';
import type { EndpointRow } from './endpoint-store.ts';

export interface DeliveryRow {
  delivery_id: string;
  event_id: string;
  endpoint_id: string;
  merchant_id: string;
  environment: Environment;
  event_type: string;
  status: 'pending' | 'succeeded' | 'failed';
  attempts: number;
  next_attempt_at: Date | null;
  /** Made by a test: tried once, and once more when asked, never on a schedule. */
  is_test: boolean;
  created_at: Date;
}

export interface AttemptRow {
  attempt_id: string;
  delivery_id: string;
  merchant_id: string;
  attempt: number;
  http_status: number | null;
  response_body: string | null;
  latency_ms: number;
  error: string | null;
  attempted_at: Date;
}

type EndpointSecrets = Pick<
  EndpointRow,
  'secret' | 'secret_key_id' | 'previous_secret' | 'previous_secret_key_id' | 'previous_secret_until'
>;

/** A delivery a worker has taken, with all it needs to send it. */
export interface TakenDelivery
  extends Omit<DeliveryRow, 'status' | 'next_attempt_at' | 'created_at'>,
    EndpointSecrets {
  url: string;
  body: string;
}

/** Endpoints with something pending, found by jumping from one to the next in the index, not by reading the backlog. */
function pendingEndpoints(sql: Sql) {
  return sql`recursive pending as (
    (select endpoint_id from deliveries where status = 'pending' order by endpoint_id limit 1)
    union all
    select (
      select endpoint_id from deliveries
      where status = 'pending' and endpoint_id > pending.endpoint_id order by endpoint_id limit 1
    ) from pending where pending.endpoint_id is not null
  )`;
}

export interface TakeLimits {
  total: number;
  perEndpoint: number;
  perMerchant: number;
  /** Endpoints that may have fewer than the rest just now: busy, or failing. */
  rooms: { endpointId: string; room: number }[];
  /** Merchants that have something under way, and how much more they may have. */
  merchantRooms: { merchantId: string; room: number }[];
}

/**
 * Takes due deliveries of enabled endpoints, oldest first, at most so many of each endpoint and merchant, and leases
 * them: nobody else takes them before `leaseUntil`, and a killed worker's come back then. They are chosen first and
 * locked after, so that what is not taken is not written to.
 */
export async function takeDueDeliveries(
  sql: Sql,
  now: Date,
  leaseUntil: Date,
  limits: TakeLimits,
): Promise<TakenDelivery[]> {
  return sql<TakenDelivery[]>`
    with ${pendingEndpoints(sql)}, due as (
      select due.*, row_number() over (partition by due.merchant_id order by due.next_attempt_at) as place
      from pending
      join webhook_endpoints endpoint on endpoint.endpoint_id = pending.endpoint_id and endpoint.status = 'enabled'
      left join unnest(${limits.rooms.map((r) => r.endpointId)}::text[], ${limits.rooms.map((r) => r.room)}::int[])
        as rooms (endpoint_id, room) on rooms.endpoint_id = pending.endpoint_id
      cross join lateral (
        select delivery_id, merchant_id, next_attempt_at from deliveries
        where endpoint_id = pending.endpoint_id and status = 'pending' and next_attempt_at <= ${now}
          and (leased_until is null or leased_until <= ${now})
        order by next_attempt_at limit coalesce(rooms.room, ${limits.perEndpoint}::int)
      ) as due
    ), chosen as materialized (
      select delivery_id, merchant_id from due
      left join unnest(${limits.merchantRooms.map((r) => r.merchantId)}::text[],
        ${limits.merchantRooms.map((r) => r.room)}::int[]) as merchants (merchant_id, room) using (merchant_id)
      where place <= coalesce(merchants.room, ${limits.perMerchant}::int)
      order by next_attempt_at limit ${limits.total}
    ), locked as materialized (
      select d.delivery_id, d.merchant_id, d.event_id, d.endpoint_id
      from chosen join deliveries d using (delivery_id, merchant_id)
      -- Again, on the row as it is now: another worker may just have taken it, failed and put it off.
      where d.status = 'pending' and d.next_attempt_at <= ${now}
        and (d.leased_until is null or d.leased_until <= ${now})
      for update of d skip locked
    )
    update deliveries d set leased_until = ${leaseUntil}
    from locked
    -- By id alone: naming the merchant too invites a plan that walks all events of the merchant.
    join events on events.event_id = locked.event_id
    join webhook_endpoints endpoint on endpoint.endpoint_id = locked.endpoint_id
    where d.delivery_id = locked.delivery_id and d.merchant_id = locked.merchant_id
    returning d.delivery_id, d.event_id, d.endpoint_id, d.merchant_id, d.environment, d.event_type, d.attempts, d.is_test,
      events.body, endpoint.url, endpoint.secret, endpoint.secret_key_id, endpoint.previous_secret,
      endpoint.previous_secret_key_id, endpoint.previous_secret_until`;
}

/** When the first of them can be taken. One behind a leased one may be earlier: the worker's own rhythm finds it. */
export async function nextDeliveryDue(sql: Sql): Promise<Date | null> {
  const [row] = await sql<{ at: Date | null }[]>`
    with ${pendingEndpoints(sql)}
    select min(first.at) as at
    from pending
    join webhook_endpoints endpoint on endpoint.endpoint_id = pending.endpoint_id and endpoint.status = 'enabled'
    cross join lateral (
      select greatest(next_attempt_at, leased_until) as at from deliveries
      where endpoint_id = pending.endpoint_id and status = 'pending' order by next_attempt_at limit 1
    ) as first`;
  return row?.at ?? null;
}

export interface RecordedAttempt extends Omit<AttemptRow, 'attempt'> {
  /** Attempts recorded when the delivery was taken: a late result of a worker thought dead changes nothing. */
  attempts_before: number;
  status: DeliveryRow['status'];
  next_attempt_at: Date | null;
}

/** Results of any number of attempts in one statement: the attempts made, and what they mean for their deliveries. */
export async function recordAttempts(sql: Sql, results: RecordedAttempt[]): Promise<void> {
  await sql`
    with result as materialized (
      select * from json_to_recordset(${JSON.stringify(results)}::text::json) as result (attempt_id text,
        delivery_id text, merchant_id text, attempts_before smallint, http_status smallint, response_body text,
        latency_ms integer, error text, attempted_at timestamptz, status text, next_attempt_at timestamptz)
    ), moved as (
      update deliveries d set status = result.status, attempts = d.attempts + 1,
        next_attempt_at = result.next_attempt_at, leased_until = null
      from result
      where d.delivery_id = result.delivery_id and d.merchant_id = result.merchant_id and d.status = 'pending'
        and d.attempts = result.attempts_before
    )
    insert into delivery_attempts (attempt_id, delivery_id, merchant_id, attempt, http_status, response_body,
      latency_ms, error, attempted_at)
    select attempt_id, delivery_id, merchant_id, attempts_before + 1, http_status, response_body, latency_ms, error,
      attempted_at
    from result
    on conflict do nothing`;
}

export async function insertDelivery(sql: Sql, row: DeliveryRow): Promise<void> {
  await sql`
    insert into deliveries (delivery_id, event_id, endpoint_id, merchant_id, environment, event_type, status, attempts,
      next_attempt_at, is_test, created_at)
    values (${row.delivery_id}, ${row.event_id}, ${row.endpoint_id}, ${row.merchant_id}, ${row.environment},
      ${row.event_type}, ${row.status}, ${row.attempts}, ${row.next_attempt_at}, ${row.is_test}, ${row.created_at})`;
}

export interface DeliveryFilter {
  endpointId: string;
  environment: Environment;
  eventId: string | null;
  status: DeliveryRow['status'] | null;
}

export async function selectDeliveryPage(
  sql: Sql,
  filter: DeliveryFilter,
  request: PageRequest,
): Promise<Page<DeliveryRow>> {
  const { endpointId, environment, eventId, status } = filter;
  const pending = status === 'pending' ? await selectPending(sql, request.merchantId, endpointId) : [];
  const where = sql`endpoint_id = ${endpointId} and environment = ${environment}
    ${eventId === null ? sql`` : deliveriesOfEvent(sql, eventId)}
    ${status === null ? sql`` : deliveriesWithStatus(sql, status, pending)}`;
  const columns = ['delivery_id', 'event_id', 'event_type', 'status', 'next_attempt_at', 'created_at'];
  return selectPage(sql, { table: 'deliveries', idColumn: 'delivery_id', columns, where }, request);
}

/** More pending ones than this are answered by walking the endpoint's deliveries: in a backlog a page of them is near. */
const maxListedPending = 1000;

/** Ids of pending deliveries, at most one more than are listed. */
async function selectPending(sql: Sql, merchantId: string, endpointId: string): Promise<string[]> {
  const rows = await sql<{ delivery_id: string }[]>`
    select delivery_id from deliveries
    where endpoint_id = ${endpointId} and merchant_id = ${merchantId} and status = 'pending'
    limit ${maxListedPending + 1}`;
  return rows.map((row) => row.delivery_id);
}

/**
 * Statuses are written out and no parameters: only then does every plan know the indexes that hold one status alone. The
 * failed have one in the order of a page. The pending have one by due time, so a few of them are named. Most of an
 * endpoint's deliveries succeed, and are met on the way from the newest.
 */
function deliveriesWithStatus(sql: Sql, status: DeliveryRow['status'], pending: string[]): Fragment {
  if (status === 'failed') return sql`and status = 'failed'`;
  if (status === 'succeeded') return sql`and status = 'succeeded'`;
  return pending.length > maxListedPending
    ? sql`and status = 'pending'`
    : sql`and status = 'pending' and delivery_id = any(${pending}::text[])`;
}

/** A delivery's id begins with the time of its event: the range finds it without reading all of an endpoint's. */
function deliveriesOfEvent(sql: Sql, eventId: string) {
  const [first, last] = ['0', 'z'].map((end) => `del_${eventId.slice(4, 14)}`.padEnd(30, end));
  return sql`and event_id = ${eventId} and delivery_id between ${first ?? ''} and ${last ?? ''}`;
}

export async function selectDelivery(
  sql: Sql,
  key: { delivery_id: string; merchant_id: string },
): Promise<DeliveryRow | undefined> {
  const [row] = await sql<DeliveryRow[]>`
    select * from deliveries where delivery_id = ${key.delivery_id} and merchant_id = ${key.merchant_id}`;
  return row;
}

export async function selectAttempts(
  sql: Sql,
  merchantId: string,
  deliveryIds: string[],
): Promise<AttemptRow[]> {
  if (deliveryIds.length === 0) return [];
  return sql<AttemptRow[]>`
    select * from delivery_attempts
    where delivery_id = any(${deliveryIds}::text[]) and merchant_id = ${merchantId} order by attempted_at, attempt_id`;
}

/** Due now, whatever became of it before. */
export async function makeDeliveryDue(
  sql: Sql,
  key: { delivery_id: string; merchant_id: string },
  now: Date,
): Promise<DeliveryRow | undefined> {
  const [row] = await sql<DeliveryRow[]>`
    update deliveries set status = 'pending', next_attempt_at = ${now}
    where delivery_id = ${key.delivery_id} and merchant_id = ${key.merchant_id} returning *`;
  return row;
}

/**
 * Makes a batch of an endpoint's failed deliveries due, oldest first and after `afterId`. Tests are not owed to anybody
 * and stay as they are.
 */
export async function makeFailedDue(
  tx: Sql,
  endpoint: { endpoint_id: string; merchant_id: string },
  afterId: string,
  now: Date,
  limit: number,
): Promise<{ delivery_id: string }[]> {
  return tx<{ delivery_id: string }[]>`
    with failed as materialized (
      select delivery_id, merchant_id from deliveries
      where endpoint_id = ${endpoint.endpoint_id} and merchant_id = ${endpoint.merchant_id} and status = 'failed'
        and delivery_id > ${afterId} and not is_test
      order by delivery_id limit ${limit} for update skip locked
    )
    update deliveries d set status = 'pending', next_attempt_at = ${now}
    from failed where d.delivery_id = failed.delivery_id and d.merchant_id = failed.merchant_id
    returning d.delivery_id`;
}
