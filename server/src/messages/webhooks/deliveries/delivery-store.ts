import type { Environment } from '../../../lib/environment.ts';
import type { Fragment, Sql } from '../../../platform/db/client.ts';
import { type Page, type PageRequest, selectPage } from '../../../platform/db/page.ts';
import type { DeliveryStatus } from './delivery-status.ts';

/** Immutable. Its state is in `undelivered`; no row there means it was delivered. */
export interface DeliveryRow {
  delivery_id: string;
  event_id: string;
  endpoint_id: string;
  merchant_id: string;
  environment: Environment;
  event_type: string;
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

/** A delivery with its status and attempts. */
export interface DeliveryHistory extends ListedDelivery {
  status: DeliveryStatus;
  next_attempt_at: Date | null;
  attempts: AttemptRow[];
}

export async function insertDelivery(sql: Sql, row: DeliveryRow): Promise<void> {
  await sql`
    insert into deliveries (delivery_id, event_id, endpoint_id, merchant_id, environment, event_type, is_test, created_at)
    values (${row.delivery_id}, ${row.event_id}, ${row.endpoint_id}, ${row.merchant_id}, ${row.environment},
      ${row.event_type}, ${row.is_test}, ${row.created_at})`;
}

export interface DeliveryFilter {
  endpointId: string;
  environment: Environment;
  eventId: string | null;
  status: DeliveryStatus | null;
}

export type ListedDelivery = Pick<DeliveryRow, 'delivery_id' | 'event_id' | 'event_type' | 'created_at'>;

export async function selectDeliveryPage(
  sql: Sql,
  filter: DeliveryFilter,
  request: PageRequest,
): Promise<Page<ListedDelivery>> {
  const { endpointId, environment, eventId, status } = filter;
  const named =
    status === null || eventId !== null ? null : await idsWithStatus(sql, endpointId, status, request);
  const where = sql`endpoint_id = ${endpointId} and environment = ${environment}
    ${eventId === null ? sql`` : deliveriesOfEvent(sql, eventId)}
    ${status === null ? sql`` : deliveriesWithStatus(sql, status, named)}`;
  const columns = ['delivery_id', 'event_id', 'event_type', 'created_at'];
  return selectPage(sql, { table: 'deliveries', idColumn: 'delivery_id', columns, where }, request);
}

/** With more pending deliveries than this, scanning the endpoint's deliveries fills a page soon enough. */
const maxListedPending = 1000;

/** Ids of the deliveries with this status, if there are few enough to list; null otherwise. */
async function idsWithStatus(
  sql: Sql,
  endpointId: string,
  status: DeliveryStatus,
  request: PageRequest,
): Promise<string[] | null> {
  if (status === 'failed') return selectFailed(sql, endpointId, request);
  if (status === 'succeeded') return null;
  const pending = await selectPending(sql, endpointId, request.merchantId);
  return pending.length > maxListedPending ? null : pending;
}

/** Without a list of ids, deliveries are scanned from the newest and filtered: most succeed, so a page fills quickly. */
function deliveriesWithStatus(sql: Sql, status: DeliveryStatus, named: string[] | null): Fragment {
  if (named) return sql`and delivery_id = any(${named}::text[])`;
  const undelivered = sql`select from undelivered u
    where u.endpoint_id = deliveries.endpoint_id and u.delivery_id = deliveries.delivery_id
      and u.merchant_id = deliveries.merchant_id`;
  if (status === 'succeeded') return sql`and not exists (${undelivered})`;
  return status === 'failed'
    ? sql`and exists (${undelivered} and u.next_attempt_at is null)`
    : sql`and exists (${undelivered} and u.next_attempt_at is not null)`;
}

/** Ids of pending deliveries, up to one more than the limit, so that the caller sees when there are too many. */
async function selectPending(sql: Sql, endpointId: string, merchantId: string): Promise<string[]> {
  const rows = await sql<{ delivery_id: string }[]>`
    select delivery_id from undelivered
    where lane = any('{1,2}') and merchant_id = ${merchantId} and endpoint_id = ${endpointId}
      and next_attempt_at is not null
    limit ${maxListedPending + 1}`;
  return rows.map((row) => row.delivery_id);
}

/** Ids of the failed deliveries of one page, plus one. Their index has the same order as the page. */
async function selectFailed(sql: Sql, endpointId: string, request: PageRequest): Promise<string[]> {
  const older = request.direction === 'older';
  const { cursorId } = request;
  const pastCursor = older ? sql`and delivery_id < ${cursorId}` : sql`and delivery_id > ${cursorId}`;
  const rows = await sql<{ delivery_id: string }[]>`
    select delivery_id from undelivered
    where endpoint_id = ${endpointId} and merchant_id = ${request.merchantId} and next_attempt_at is null
      ${cursorId === null ? sql`` : pastCursor}
    order by delivery_id ${older ? sql`desc` : sql`asc`} limit ${request.limit + 1}`;
  return rows.map((row) => row.delivery_id);
}

/** A delivery's id starts with the time of its event, so an id range avoids scanning all deliveries of the endpoint. */
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
  const sorted = deliveryIds.toSorted();
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (first === undefined || last === undefined) return [];
  // The bounds select the partitions, which a list of ids does not.
  return sql<AttemptRow[]>`
    select * from delivery_attempts
    where delivery_id = any(${deliveryIds}::text[]) and delivery_id between ${first} and ${last}
      and merchant_id = ${merchantId}
    order by attempted_at, attempt_id`;
}
