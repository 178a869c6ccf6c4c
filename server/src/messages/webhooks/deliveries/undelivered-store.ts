import type { Sql } from '../../../platform/db/client.ts';
import type { AttemptRow } from './delivery-store.ts';

/** A delivery that has not succeeded. The row is deleted on success: no row means delivered. */
export interface UndeliveredRow {
  endpoint_id: string;
  delivery_id: string;
  merchant_id: string;
  event_id: string;
  /** A test delivery: one attempt, plus one per manual retry; never retried on a schedule. */
  is_test: boolean;
  attempts: number;
  /** Null when the delivery failed and no attempt is planned. */
  next_attempt_at: Date | null;
}

export interface RecordedAttempt extends Omit<AttemptRow, 'attempt'> {
  endpoint_id: string;
  /** Attempts recorded at the time of the claim. A late result, from after the lease expired, no longer matches. */
  attempts_before: number;
  /** Null when the delivery succeeded or is out of attempts. */
  next_attempt_at: Date | null;
}

/** Writes the attempts and the new state of their deliveries in one statement. */
export async function recordAttempts(sql: Sql, results: RecordedAttempt[]): Promise<void> {
  await sql`
    with result as materialized (
      select * from unnest(
        ${results.map((r) => r.attempt_id)}::text[], ${results.map((r) => r.endpoint_id)}::text[],
        ${results.map((r) => r.delivery_id)}::text[], ${results.map((r) => r.merchant_id)}::text[],
        ${results.map((r) => r.attempts_before)}::smallint[], ${results.map((r) => r.http_status)}::smallint[],
        ${results.map((r) => r.response_body)}::text[], ${results.map((r) => r.latency_ms)}::int[],
        ${results.map((r) => r.error)}::text[], ${results.map((r) => r.attempted_at.toISOString())}::timestamptz[],
        ${results.map((r) => r.next_attempt_at?.toISOString() ?? null)}::timestamptz[]
      ) as result (attempt_id, endpoint_id, delivery_id, merchant_id, attempts_before, http_status, response_body,
        latency_ms, error, attempted_at, next_attempt_at)
    ), delivered as (
      delete from undelivered u using result
      where u.endpoint_id = result.endpoint_id and u.delivery_id = result.delivery_id
        and u.merchant_id = result.merchant_id and u.attempts = result.attempts_before and result.error is null
    ), put_off as (
      update undelivered u set attempts = u.attempts + 1, next_attempt_at = result.next_attempt_at, leased_until = null,
        lane = 2
      from result
      where u.endpoint_id = result.endpoint_id and u.delivery_id = result.delivery_id
        and u.merchant_id = result.merchant_id and u.attempts = result.attempts_before and result.error is not null
    )
    insert into delivery_attempts (attempt_id, delivery_id, merchant_id, attempt, http_status, response_body,
      latency_ms, error, attempted_at)
    select attempt_id, delivery_id, merchant_id, attempts_before + 1, http_status, response_body, latency_ms, error,
      attempted_at
    from result
    on conflict do nothing`;
}

export async function insertUndelivered(sql: Sql, row: UndeliveredRow): Promise<void> {
  await sql`
    insert into undelivered (endpoint_id, delivery_id, merchant_id, event_id, is_test, attempts, next_attempt_at)
    values (${row.endpoint_id}, ${row.delivery_id}, ${row.merchant_id}, ${row.event_id}, ${row.is_test},
      ${row.attempts}, ${row.next_attempt_at})`;
}

/** The rows of those deliveries that have not succeeded. */
export async function selectUndelivered(
  sql: Sql,
  endpoint: { endpoint_id: string; merchant_id: string },
  deliveryIds: string[],
): Promise<UndeliveredRow[]> {
  if (deliveryIds.length === 0) return [];
  return sql<UndeliveredRow[]>`
    select * from undelivered
    where endpoint_id = ${endpoint.endpoint_id} and merchant_id = ${endpoint.merchant_id}
      and delivery_id = any(${deliveryIds}::text[])`;
}

/**
 * Makes a delivery due now, whatever its state. The update comes first: it waits for a result that is being recorded,
 * so that a row inserted afterwards counts that attempt.
 */
export async function makeDeliveryDue(
  tx: Sql,
  key: Pick<UndeliveredRow, 'endpoint_id' | 'delivery_id' | 'merchant_id'>,
  now: Date,
): Promise<UndeliveredRow | undefined> {
  const [waiting] = await tx<UndeliveredRow[]>`
    update undelivered set next_attempt_at = ${now}
    where endpoint_id = ${key.endpoint_id} and delivery_id = ${key.delivery_id} and merchant_id = ${key.merchant_id}
    returning *`;
  if (waiting) return waiting;
  const [row] = await tx<UndeliveredRow[]>`
    insert into undelivered (endpoint_id, delivery_id, merchant_id, event_id, is_test, attempts, next_attempt_at)
    select endpoint_id, delivery_id, merchant_id, event_id, is_test, (
      select coalesce(max(attempt), 0) from delivery_attempts
      where delivery_id = ${key.delivery_id} and merchant_id = ${key.merchant_id}
    ), ${now}
    from deliveries where delivery_id = ${key.delivery_id} and merchant_id = ${key.merchant_id}
    on conflict (endpoint_id, delivery_id, merchant_id) do update set next_attempt_at = excluded.next_attempt_at
    returning *`;
  return row;
}

/** Makes a batch of an endpoint's failed deliveries after `afterId` due, oldest first. Skips test deliveries. */
export async function makeFailedDue(
  tx: Sql,
  endpoint: { endpoint_id: string; merchant_id: string },
  afterId: string,
  now: Date,
  limit: number,
): Promise<{ delivery_id: string }[]> {
  return tx<{ delivery_id: string }[]>`
    with failed as materialized (
      select endpoint_id, delivery_id, merchant_id from undelivered
      where endpoint_id = ${endpoint.endpoint_id} and merchant_id = ${endpoint.merchant_id}
        and next_attempt_at is null and delivery_id > ${afterId} and not is_test
      order by delivery_id limit ${limit} for update skip locked
    )
    update undelivered u set next_attempt_at = ${now}
    from failed
    where u.endpoint_id = failed.endpoint_id and u.delivery_id = failed.delivery_id and u.merchant_id = failed.merchant_id
    returning u.delivery_id`;
}
