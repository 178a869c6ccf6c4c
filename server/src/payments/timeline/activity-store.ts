import { type DeliveryStatus, statusOf } from '../../messages/webhooks/deliveries/delivery-status.ts';
import { firstEventIdAbout } from '../../messages/webhooks/event-ids.ts';
import type { Fragment, Sql } from '../../platform/db/client.ts';

export interface PaymentEvent {
  event_id: string;
  type: string;
  created_at: Date;
}

/** Events about a payment and its refunds, oldest first. */
export async function selectPaymentEvents(
  sql: Sql,
  key: { payment_id: string; merchant_id: string },
  limit: number,
): Promise<PaymentEvent[]> {
  return sql<PaymentEvent[]>`
    select event_id, type, created_at from ${eventsOf(sql, key, limit)} as event order by event_id`;
}

function eventsOf(sql: Sql, key: { payment_id: string; merchant_id: string }, limit: number): Fragment {
  return sql`(
    select event_id, merchant_id, type, created_at from events
    where merchant_id = ${key.merchant_id} and resource_id = any(
      array(select refund_id from refunds
        where payment_id = ${key.payment_id} and merchant_id = ${key.merchant_id}) || ${key.payment_id}::text)
      and event_id >= ${firstEventIdAbout(key.payment_id)}
    order by event_id limit ${limit})`;
}

export interface PaymentDelivery {
  delivery_id: string;
  endpoint_id: string;
  event_type: string;
  status: DeliveryStatus;
  attempts: number;
  created_at: Date;
  /** Of the latest attempt. */
  http_status: number | null;
  attempted_at: Date | null;
}

interface UndeliveredState {
  undelivered: boolean;
  next_attempt_at: Date | null;
}

/** Finds deliveries by primary key: their ids share the timestamp prefix of the event's id (see recordEvents). */
export async function selectPaymentDeliveries(
  sql: Sql,
  key: { payment_id: string; merchant_id: string },
  limit: number,
): Promise<PaymentDelivery[]> {
  const rows = await sql<(Omit<PaymentDelivery, 'status'> & UndeliveredState)[]>`
    select d.delivery_id, d.endpoint_id, d.event_type, d.created_at, last.http_status, last.attempted_at,
      u.delivery_id is not null as undelivered, u.next_attempt_at,
      coalesce(u.attempts, last.attempt, 0) as attempts
    from ${eventsOf(sql, key, limit)} as event
    join deliveries d
      on d.delivery_id between 'del_' || substr(event.event_id, 5, 13) || repeat('0', 13)
        and 'del_' || substr(event.event_id, 5, 13) || repeat('z', 13)
      and d.event_id = event.event_id and d.merchant_id = event.merchant_id
    left join lateral (
      select attempt, http_status, attempted_at from delivery_attempts a
      where a.delivery_id = d.delivery_id and a.merchant_id = d.merchant_id order by attempt_id desc limit 1
    ) as last on true
    left join undelivered u
      on u.endpoint_id = d.endpoint_id and u.delivery_id = d.delivery_id and u.merchant_id = d.merchant_id
    order by d.delivery_id limit ${limit}`;
  return rows.map(({ undelivered, next_attempt_at, ...row }) => ({
    ...row,
    status: statusOf(undelivered ? { next_attempt_at } : undefined),
  }));
}
