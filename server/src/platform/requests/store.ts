import type { Environment } from '../../lib/environment.ts';
import type { Fragment, Sql } from '../db/client.ts';
import { type Page, type PageRequest, selectPage } from '../db/page.ts';
import type { PartitionedTable } from '../db/partitions.ts';

export interface RequestRow {
  request_id: string;
  merchant_id: string;
  environment: Environment;
  key_id: string | null;
  method: string;
  path: string;
  status: number;
  latency_ms: number;
  error_code: string | null;
  ip: string;
  created_at: Date;
  /** Fields that the API does not know, of test requests. */
  ignored_fields: string[] | null;
}

/** What is kept of a request besides its line in the log. */
interface RequestBodies {
  /** The resource in the response or the path, if any. */
  resource_id: string | null;
  /** Redacted. Null when there was none. */
  request_body: string | null;
  response_body: string | null;
}

export type RequestDetail = RequestRow & RequestBodies;

export async function insertRequests(sql: Sql, rows: RequestDetail[]): Promise<void> {
  await sql`
    with row as materialized (
      select * from json_to_recordset(${JSON.stringify(rows)}::text::json) as row (request_id text, merchant_id text,
        environment text, key_id text, method text, path text, status smallint, latency_ms integer, error_code text,
        ip text, created_at timestamptz, ignored_fields text[], resource_id text, request_body text, response_body text)
    ), bodies as (
      insert into request_bodies (request_id, merchant_id, environment, resource_id, request_body, response_body)
      select request_id, merchant_id, environment, resource_id, request_body, response_body from row
      on conflict do nothing
    )
    insert into request_log (request_id, merchant_id, environment, key_id, method, path, status, latency_ms, error_code,
      ip, created_at, ignored_fields)
    select request_id, merchant_id, environment, key_id, method, path, status, latency_ms, error_code, ip, created_at,
      ignored_fields
    from row
    on conflict do nothing`;
}

/** Without bodies if they are gone already: they are kept for fewer requests. */
export async function selectRequest(
  sql: Sql,
  key: { request_id: string; merchant_id: string },
): Promise<RequestDetail | undefined> {
  const [row] = await sql<RequestDetail[]>`
    select log.*, kept.resource_id, kept.request_body, kept.response_body
    from request_log log left join request_bodies kept using (request_id, merchant_id)
    where request_id = ${key.request_id} and merchant_id = ${key.merchant_id}`;
  return row;
}

export interface RequestFilter {
  environment: Environment;
  /** 2 for 200 to 299, and so on. */
  statusClass: number | null;
  method: string | null;
  /** A part of the path, or the id of a request or of what it was about. */
  search: string | null;
  /** Bounds on request_id, which sorts by time: from inclusive, before exclusive. */
  fromId: string | null;
  beforeId: string | null;
}

export async function selectRequestPage(
  sql: Sql,
  filter: RequestFilter,
  request: PageRequest,
): Promise<Page<RequestRow>> {
  const from = (filter.statusClass ?? 0) * 100;
  const where = sql`environment = ${filter.environment}
    ${filter.statusClass === null ? sql`` : sql`and status >= ${from} and status < ${from + 100}`}
    ${filter.method === null ? sql`` : sql`and method = ${filter.method}`}
    ${filter.search === null ? sql`` : matching(sql, filter.search)}
    ${filter.fromId === null ? sql`` : sql`and request_id >= ${filter.fromId}`}
    ${filter.beforeId === null ? sql`` : sql`and request_id < ${filter.beforeId}`}`;
  const columns = ['request_id', 'key_id', 'method', 'path', 'status', 'latency_ms', 'error_code', 'ip'];
  columns.push('created_at', 'ignored_fields');
  return selectPage(sql, { table: 'request_log', idColumn: 'request_id', columns, where }, request);
}

/** The log of a merchant is short and read by its own index, so paths have none. */
function matching(sql: Sql, text: string): Fragment {
  return sql`and (strpos(path, ${text}) > 0 or request_id = ${text} or exists (
    select from request_bodies kept where kept.request_id = request_log.request_id
      and kept.merchant_id = request_log.merchant_id and kept.resource_id = ${text}))`;
}

type RequestTable = 'request_log' | 'request_bodies';

export const requestTables: PartitionedTable[] = [
  { name: 'request_bodies', idColumn: 'request_id', prefix: 'req', isUnlogged: true },
  { name: 'request_log', idColumn: 'request_id', prefix: 'req', isUnlogged: true },
];

/** Deletes a batch of requests beyond the newest `keep` of each merchant and environment. */
export async function deleteRequestsBeyond(
  sql: Sql,
  keep: number,
  limit: number,
  table: RequestTable = 'request_log',
): Promise<number> {
  const { count } = await sql`
    with recursive owner as (
      (select merchant_id, environment from ${sql(table)} order by merchant_id, environment limit 1)
      union all
      select next.* from owner cross join lateral (
        select merchant_id, environment from ${sql(table)}
        where (merchant_id, environment) > (owner.merchant_id, owner.environment)
        order by merchant_id, environment limit 1
      ) as next
    ), beyond as materialized (
      select old.request_id, owner.merchant_id from owner cross join lateral (
        select request_id from ${sql(table)}
        where merchant_id = owner.merchant_id and environment = owner.environment
        order by request_id desc offset ${keep} limit ${limit}
      ) as old
      limit ${limit}
    )
    delete from ${sql(table)} old using beyond
    where old.request_id = beyond.request_id and old.merchant_id = beyond.merchant_id`;
  return count;
}
