import type { Context } from '../../app/context.ts';
import type { Environment } from '../../lib/environment.ts';
import type { Ids } from '../../lib/ids.ts';
import type { Sql, TransactionSql } from '../../platform/db/client.ts';

export { selectEventSummaryPage, selectEventsAbout } from './event-store.ts';

export const eventTypes = [
  'payment.completed',
  'payment.failed',
  'payment.expired',
  'payment.processing',
  'payment.funds_unapplied',
  'payment.reversed',
  'invoice.paid',
  'invoice.expired',
  'refund.completed',
  'refund.failed',
  'refund.waiting',
  'payout.completed',
  'payout.failed',
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

/**
 * Runs `work` in a transaction and wakes the webhook and e-mail tasks after the commit. Pass `wrote` when the work may
 * find nothing to do, so that the tasks are only woken when it wrote something.
 */
export async function announcing<T>(
  ctx: Context,
  work: (tx: TransactionSql) => Promise<T>,
  wrote: (result: T) => boolean = () => true,
): Promise<T> {
  const result = await ctx.db.begin(work);
  if (wrote(result)) announced(ctx);
  return result;
}

/** Wakes the webhook and e-mail tasks: call it after a commit that may have written events or mail. */
export function announced(ctx: Pick<Context, 'wake' | 'clock'>): void {
  for (const task of ['deliver-webhooks', 'send-emails'] as const) ctx.wake.at(task, ctx.clock.now());
}

/** The `wrote` of work that returns how many rows it wrote. */
export const isSome = (count: number): boolean => count > 0;

/** The request body of every delivery of the event. Stored as text, because the signature covers its bytes. */
export function eventBody(id: string, event: Pick<NewEvent, 'type' | 'createdAt' | 'data'>): string {
  return JSON.stringify({
    id,
    type: event.type,
    created_at: event.createdAt.toISOString(),
    data: event.data,
  });
}

/**
 * The outbox: writes events, and a delivery for each endpoint subscribed to them, in the transaction of the state
 * change. A delivery's id is derived from its event and endpoint, so there is at most one per pair.
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
    ), planned as materialized (
      select 'del_' || substr(event_id, 5, 13) || substr(md5(event_id || endpoint_id), 1, 13) as delivery_id, event_id,
        endpoint_id, is_prompt, recorded.merchant_id, recorded.environment, type, recorded.created_at
      from recorded join webhook_endpoints endpoint
        on endpoint.merchant_id = recorded.merchant_id and endpoint.environment = recorded.environment
      where endpoint.status = 'enabled' and endpoint.events && array['*', type]
    ), made as (
      insert into deliveries (delivery_id, event_id, endpoint_id, merchant_id, environment, event_type, created_at)
      select delivery_id, event_id, endpoint_id, merchant_id, environment, type, created_at from planned
    )
    insert into undelivered (endpoint_id, delivery_id, merchant_id, event_id, is_test, attempts, next_attempt_at, lane)
    select endpoint_id, delivery_id, merchant_id, event_id, false, 0, created_at, case when is_prompt then 1 else 2 end
    from planned`;
}
