import type { Context } from '../context.ts';
import type { Sql } from '../db/client.ts';
import { mailQueued } from '../email/emails.ts';
import type { Environment } from '../environment.ts';
import type { Ids } from '../ids.ts';

export const eventTypes = [
  'payment.completed',
  'payment.failed',
  'payment.expired',
  'payment.processing',
  'invoice.paid',
  'invoice.expired',
  'refund.completed',
  'refund.failed',
] as const;
export type EventType = (typeof eventTypes)[number];

export interface NewEvent {
  merchantId: string;
  environment: Environment;
  type: EventType;
  resourceId: string;
  createdAt: Date;
  data: Record<string, unknown>;
}

/** A transaction that may record events and queue mail: both leave as soon as it is committed, and not before. */
export async function announcing<T>(ctx: Context, work: (tx: Sql) => Promise<T>): Promise<T> {
  const result = await ctx.db.begin(work);
  ctx.wake.at('deliver-webhooks', ctx.clock.now());
  mailQueued(ctx);
  return result;
}

/** The bytes every delivery of an event sends and signs. */
export function eventBody(id: string, event: Pick<NewEvent, 'type' | 'createdAt' | 'data'>): string {
  return JSON.stringify({
    id,
    type: event.type,
    created_at: event.createdAt.toISOString(),
    data: event.data,
  });
}

/**
 * The outbox: each event, and a delivery for each endpoint that selected it, written in the transaction of the state
 * change. A delivery's id follows from its event and endpoint, so there can be only one.
 */
export async function recordEvents(sql: Sql, ids: Ids, events: NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map((event) => {
    const id = ids.next('evt', event.createdAt);
    return { ...event, id, body: eventBody(id, event) };
  });
  await sql`
    with recorded as (
      insert into events (event_id, merchant_id, environment, type, resource_id, body, created_at)
      select * from unnest(
        ${rows.map((r) => r.id)}::text[], ${rows.map((r) => r.merchantId)}::text[],
        ${rows.map((r) => r.environment)}::text[], ${rows.map((r) => r.type)}::text[],
        ${rows.map((r) => r.resourceId)}::text[], ${rows.map((r) => r.body)}::text[],
        ${rows.map((r) => r.createdAt.toISOString())}::timestamptz[])
      returning event_id, merchant_id, environment, type, created_at
    ), made as (
      insert into deliveries (delivery_id, event_id, endpoint_id, merchant_id, environment, event_type, created_at)
      select 'del_' || substr(event_id, 5, 13) || substr(md5(event_id || endpoint_id), 1, 13), event_id, endpoint_id,
        recorded.merchant_id, recorded.environment, type, recorded.created_at
      from recorded join webhook_endpoints endpoint
        on endpoint.merchant_id = recorded.merchant_id and endpoint.environment = recorded.environment
      where endpoint.status = 'enabled' and endpoint.events && array['*', type]
      returning endpoint_id, delivery_id, merchant_id, event_id, created_at
    )
    insert into undelivered (endpoint_id, delivery_id, merchant_id, event_id, is_test, attempts, next_attempt_at)
    select endpoint_id, delivery_id, merchant_id, event_id, false, 0, created_at from made`;
}
