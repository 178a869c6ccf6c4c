import type { Environment } from '../../lib/environment.ts';
import { firstIdAt } from '../../lib/ids.ts';
import type { Sql } from '../../platform/db/client.ts';
import { type Page, type PageRequest, selectPage } from '../../platform/db/page.ts';

export interface EventRow {
  event_id: string;
  merchant_id: string;
  environment: Environment;
  type: string;
  resource_id: string;
  body: string;
  created_at: Date;
}

export async function insertEvent(sql: Sql, row: EventRow): Promise<void> {
  await sql`
    insert into events (event_id, merchant_id, environment, type, resource_id, body, created_at)
    values (${row.event_id}, ${row.merchant_id}, ${row.environment}, ${row.type}, ${row.resource_id}, ${row.body},
      ${row.created_at})`;
}

export async function selectEvent(
  sql: Sql,
  key: { event_id: string; merchant_id: string },
): Promise<EventRow | undefined> {
  const [row] = await sql<EventRow[]>`
    select * from events where event_id = ${key.event_id} and merchant_id = ${key.merchant_id}`;
  return row;
}

export async function selectEventPage(
  sql: Sql,
  filter: { environment: Environment; type: string | null },
  request: PageRequest,
): Promise<Page<EventRow>> {
  const where = sql`environment = ${filter.environment} ${filter.type ? sql`and type = ${filter.type}` : sql``}`;
  return selectPage(sql, { table: 'events', idColumn: 'event_id', columns: ['body'], where }, request);
}

export type EventSummary = Pick<EventRow, 'event_id' | 'type' | 'resource_id' | 'created_at'>;

/** Like `selectEventPage`, without the bodies. */
export async function selectEventSummaryPage(
  sql: Sql,
  filter: { environment: Environment; type: string | null },
  request: PageRequest,
): Promise<Page<EventSummary>> {
  const where = sql`environment = ${filter.environment} ${filter.type ? sql`and type = ${filter.type}` : sql``}`;
  const columns = ['event_id', 'type', 'resource_id', 'created_at'];
  return selectPage(sql, { table: 'events', idColumn: 'event_id', columns, where }, request);
}

/** Events about a resource without their bodies, oldest first. */
export async function selectEventsAbout(
  sql: Sql,
  { merchant_id, resource_id }: { merchant_id: string; resource_id: string },
  limit: number,
): Promise<EventSummary[]> {
  return sql<EventSummary[]>`
    select event_id, type, resource_id, created_at from events
    where resource_id = ${resource_id} and merchant_id = ${merchant_id} order by event_id limit ${limit}`;
}

/** Deletes up to `limit` rows of each kind created before `before`. Returns the number of deleted rows. */
export async function deleteOld(sql: Sql, before: Date, limit: number): Promise<number> {
  // Ids sort by creation time, so the primary keys find old rows.
  const delivery = firstIdAt('del', before.getTime());
  const attempts = await sql`
    delete from delivery_attempts where ctid = any(array(
      select ctid from delivery_attempts
      where delivery_id < ${delivery} order by delivery_id limit ${limit} for update skip locked))`;
  const deliveries = await sql`
    with old as materialized (
      select endpoint_id, delivery_id, merchant_id from deliveries
      where delivery_id < ${delivery} order by delivery_id limit ${limit} for update skip locked
    ), given_up as (
      delete from undelivered u using old where u.endpoint_id = old.endpoint_id
        and u.delivery_id = old.delivery_id and u.merchant_id = old.merchant_id
    )
    delete from deliveries d using old where d.delivery_id = old.delivery_id and d.merchant_id = old.merchant_id`;
  const events = await sql`
    delete from events where ctid = any(array(
      select ctid from events
      where event_id < ${firstIdAt('evt', before.getTime())} order by event_id limit ${limit} for update skip locked))`;
  const endpoints = await sql`
    delete from webhook_endpoints endpoint where status = 'deleted' and (
      select true from deliveries where endpoint_id = endpoint.endpoint_id limit 1) is null`;
  return attempts.count + deliveries.count + events.count + endpoints.count;
}
