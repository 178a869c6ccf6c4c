import type { Sql } from '../db/client.ts';
import type { Environment } from '../environment.ts';
import type { Ids } from '../ids.ts';

type EventType =
  | 'payment.completed'
  | 'payment.failed'
  | 'payment.expired'
  | 'payment.processing'
  | 'invoice.paid'
  | 'invoice.expired'
  | 'refund.completed'
  | 'refund.failed';

export interface NewEvent {
  merchantId: string;
  environment: Environment;
  type: EventType;
  resourceId: string;
  createdAt: Date;
  data: Record<string, unknown>;
}

/** Written in the transaction of the state change. The body's bytes are fixed here: every delivery sends and signs them. */
export async function recordEvents(sql: Sql, ids: Ids, events: NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map((event) => {
    const id = ids.next('evt');
    const createdAt = event.createdAt.toISOString();
    return {
      ...event,
      id,
      createdAt,
      body: JSON.stringify({ id, type: event.type, created_at: createdAt, data: event.data }),
    };
  });
  await sql`
    insert into events (event_id, merchant_id, environment, type, resource_id, body, created_at)
    select * from unnest(
      ${rows.map((r) => r.id)}::text[], ${rows.map((r) => r.merchantId)}::text[], ${rows.map((r) => r.environment)}::text[],
      ${rows.map((r) => r.type)}::text[], ${rows.map((r) => r.resourceId)}::text[], ${rows.map((r) => r.body)}::text[],
      ${rows.map((r) => r.createdAt)}::timestamptz[])`;
}
