import type { Environment } from '../../lib/environment.ts';
import type { Sql } from '../../platform/db/client.ts';
import { type Page, type PageRequest, selectPage } from '../../platform/db/page.ts';
import type { PartitionedTable } from '../../platform/db/partitions.ts';
import { firstEventIdAbout } from './event-ids.ts';

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
    where resource_id = ${resource_id} and merchant_id = ${merchant_id} and event_id >= ${firstEventIdAbout(resource_id)}
    order by event_id limit ${limit}`;
}

/** Attempts have the times of their deliveries, and deliveries those of their events. */
export const eventTables: PartitionedTable[] = [
  { name: 'delivery_attempts', idColumn: 'delivery_id', prefix: 'del' },
  { name: 'deliveries', idColumn: 'delivery_id', prefix: 'del', alsoForget: deleteUndeliveredBefore },
  { name: 'events', idColumn: 'event_id', prefix: 'evt' },
];

/** Reads the whole table, which is small, once for each partition that goes. */
async function deleteUndeliveredBefore(tx: Sql, beforeId: string): Promise<void> {
  await tx`delete from undelivered where delivery_id < ${beforeId}`;
}

export async function deleteForgottenEndpoints(sql: Sql): Promise<number> {
  const { count } = await sql`
    delete from webhook_endpoints endpoint where status = 'deleted' and (
      select true from deliveries where endpoint_id = endpoint.endpoint_id limit 1) is null`;
  return count;
}
