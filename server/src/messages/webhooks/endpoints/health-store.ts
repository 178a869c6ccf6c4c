import type { Environment } from '../../../lib/environment.ts';
import { type Claim, isClaimed } from '../../../platform/db/claim.ts';
import type { Sql } from '../../../platform/db/client.ts';
import type { Health, Lane } from '../deliveries/lanes.ts';

export interface EndpointHealth {
  endpoint_id: string;
  merchant_id: string;
  health: Health;
  /** When the attempt was made. */
  at: Date;
}

/** Writes only what changed. Skips endpoints that another worker is writing: it knows as much. */
export async function updateHealth(sql: Sql, found: EndpointHealth[]): Promise<void> {
  await sql`
    with found as materialized (
      select * from unnest(${found.map((f) => f.endpoint_id)}::text[], ${found.map((f) => f.merchant_id)}::text[],
        ${found.map((f) => f.health)}::text[], ${found.map((f) => f.at.toISOString())}::timestamptz[]
      ) as found (endpoint_id, merchant_id, health, at)
    ), changed as materialized (
      select endpoint_id, merchant_id, health, at from webhook_endpoints join found using (endpoint_id, merchant_id)
      where is_prompt <> (health = 'prompt') or (failing_since is not null) <> (health = 'failing')
      for update of webhook_endpoints skip locked
    )
    update webhook_endpoints endpoint set is_prompt = health = 'prompt',
      failing_since = case when health = 'failing' then coalesce(failing_since, at) end
    from changed
    where endpoint.endpoint_id = changed.endpoint_id and endpoint.merchant_id = changed.merchant_id`;
}

interface FailingRow {
  endpoint_id: string;
  merchant_id: string;
  environment: Environment;
  url: string;
  failing_since: Date;
}

/** Marks enabled endpoints that fail since `before` and that nobody was told of, and returns them. */
export async function noteFailingTold(
  tx: Sql,
  before: Date,
  limit: number,
  claim: Claim,
): Promise<FailingRow[]> {
  return tx<FailingRow[]>`
    update webhook_endpoints set failing_told = failing_since where (endpoint_id, merchant_id) in (
      select endpoint_id, merchant_id from webhook_endpoints
      where status = 'enabled' and failing_since <= ${before} and failing_told is distinct from failing_since
        ${isClaimed(tx, 'endpoint_id', claim)}
      order by failing_since limit ${limit} for update skip locked)
    returning endpoint_id, merchant_id, environment, url, failing_since`;
}

/** Moves up to `limit` deliveries of each endpoint to a lane. Returns the ids of endpoints that may have more to move. */
export async function moveToLane(
  sql: Sql,
  lane: Lane,
  endpoints: { endpoint_id: string; merchant_id: string }[],
  which: 'all' | { dueBy: Date },
  limit: number,
): Promise<string[]> {
  const free =
    which === 'all'
      ? sql``
      : sql`and next_attempt_at <= ${which.dueBy} and (leased_until is null or leased_until <= ${which.dueBy})`;
  const moved = await sql<{ endpoint_id: string }[]>`
    update undelivered set lane = ${lane} where ctid = any(array(
      select waiting.place_in_table
      from unnest(${endpoints.map((e) => e.endpoint_id)}::text[], ${endpoints.map((e) => e.merchant_id)}::text[])
        as endpoint (endpoint_id, merchant_id)
      cross join lateral (
        select ctid as place_in_table from undelivered
        where lane = ${3 - lane} and merchant_id = endpoint.merchant_id and endpoint_id = endpoint.endpoint_id
          and next_attempt_at is not null ${free}
        order by next_attempt_at limit ${limit} for update skip locked
      ) as waiting))
    returning endpoint_id`;
  const counts = new Map<string, number>();
  for (const { endpoint_id: id } of moved) counts.set(id, (counts.get(id) ?? 0) + 1);
  return [...counts].filter(([, count]) => count === limit).map(([id]) => id);
}
