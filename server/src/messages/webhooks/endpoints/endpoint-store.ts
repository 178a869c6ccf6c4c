import type { Environment } from '../../../lib/environment.ts';
import type { Sql } from '../../../platform/db/client.ts';
import { type Page, type PageRequest, selectPage } from '../../../platform/db/page.ts';

export interface EndpointRow {
  endpoint_id: string;
  merchant_id: string;
  environment: Environment;
  url: string;
  events: string[];
  description: string | null;
  status: 'enabled' | 'disabled' | 'deleted';
  secret: Buffer;
  secret_key_id: string;
  previous_secret: Buffer | null;
  previous_secret_key_id: string | null;
  previous_secret_until: Date | null;
  /** Its last attempt succeeded, and quickly. */
  is_prompt: boolean;
  /** When the first attempt failed after which none succeeded. */
  failing_since: Date | null;
  created_at: Date;
}

export type DestinationRow = Omit<EndpointRow, 'events' | 'description' | 'status' | 'created_at'>;

interface EndpointKey {
  endpoint_id: string;
  merchant_id: string;
}

/** Takes an advisory lock per merchant, so that concurrent inserts cannot exceed the limit. */
export async function insertEndpoint(tx: Sql, row: EndpointRow, limit: number): Promise<boolean> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`endpoints ${row.merchant_id} ${row.environment}`}, 0))`;
  const result = await tx`
    insert into webhook_endpoints (endpoint_id, merchant_id, environment, url, events, description, status, secret,
      secret_key_id, created_at)
    select ${row.endpoint_id}, ${row.merchant_id}, ${row.environment}, ${row.url}, ${row.events}::text[],
      ${row.description}, ${row.status}, ${row.secret}, ${row.secret_key_id}, ${row.created_at}
    where (
      select count(*) from webhook_endpoints
      where merchant_id = ${row.merchant_id} and environment = ${row.environment} and status <> 'deleted'
    ) < ${limit}`;
  return result.count === 1;
}

export async function selectEndpoint(sql: Sql, key: EndpointKey): Promise<EndpointRow | undefined> {
  const [row] = await sql<EndpointRow[]>`
    select * from webhook_endpoints
    where endpoint_id = ${key.endpoint_id} and merchant_id = ${key.merchant_id} and status <> 'deleted'`;
  return row;
}

/** Needs no merchant id: the ids come from rows the worker has claimed. */
export async function selectDestinations(sql: Sql, endpointIds: string[]): Promise<DestinationRow[]> {
  return sql<DestinationRow[]>`
    select endpoint_id, merchant_id, environment, url, secret, secret_key_id, previous_secret, previous_secret_key_id,
      previous_secret_until, is_prompt, failing_since
    from webhook_endpoints where endpoint_id = any(${endpointIds}::text[])`;
}

export async function selectEndpointPage(
  sql: Sql,
  environment: Environment,
  request: PageRequest,
): Promise<Page<EndpointRow>> {
  const where = sql`environment = ${environment} and status <> 'deleted'`;
  const columns = ['endpoint_id', 'url', 'events', 'description', 'status', 'failing_since', 'created_at'];
  return selectPage(sql, { table: 'webhook_endpoints', idColumn: 'endpoint_id', columns, where }, request);
}

/** Omitted fields are not changed. A new URL and being enabled again start without a history of failures. */
export async function updateEndpoint(
  sql: Sql,
  key: EndpointKey,
  changes: Partial<Pick<EndpointRow, 'url' | 'events' | 'description' | 'status'>>,
): Promise<EndpointRow | undefined> {
  const startsOver = sql`(url <> coalesce(${changes.url ?? null}, url)
    or status <> 'enabled' and coalesce(${changes.status ?? null} = 'enabled', false))`;
  const [row] = await sql<EndpointRow[]>`
    update webhook_endpoints set
      url = coalesce(${changes.url ?? null}, url), events = coalesce(${changes.events ?? null}::text[], events),
      description = coalesce(${changes.description ?? null}, description),
      status = coalesce(${changes.status ?? null}, status),
      is_prompt = is_prompt and not ${startsOver},
      failing_since = case when not ${startsOver} then failing_since end
    where endpoint_id = ${key.endpoint_id} and merchant_id = ${key.merchant_id} and status <> 'deleted'
    returning *`;
  return row;
}

/** The current secret becomes the previous one, which also signs until `previousUntil`. */
export async function rotateEndpointSecret(
  sql: Sql,
  key: EndpointKey,
  secret: { sealed: Buffer; keyId: string },
  previousUntil: Date,
): Promise<EndpointRow | undefined> {
  const [row] = await sql<EndpointRow[]>`
    update webhook_endpoints set previous_secret = secret, previous_secret_key_id = secret_key_id,
      previous_secret_until = ${previousUntil}, secret = ${secret.sealed}, secret_key_id = ${secret.keyId}
    where endpoint_id = ${key.endpoint_id} and merchant_id = ${key.merchant_id} and status <> 'deleted'
    returning *`;
  return row;
}

/** Only if it is enabled and has been failing since `before`. */
export async function disableEndpoint(sql: Sql, key: EndpointKey, before: Date): Promise<boolean> {
  const result = await sql`
    update webhook_endpoints set status = 'disabled'
    where endpoint_id = ${key.endpoint_id} and merchant_id = ${key.merchant_id} and status = 'enabled'
      and failing_since <= ${before}`;
  return result.count === 1;
}
