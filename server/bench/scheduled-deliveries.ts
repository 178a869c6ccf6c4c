import { eventBody } from '../src/messages/webhooks/events.ts';
import type { Db } from '../src/platform/db/client.ts';
import { sized } from './sizes.ts';
import { ids, makeEndpoints, sampleEvent } from './webhooks.ts';

/** A statement may take 30 seconds. */
export const perStatement = 50_000;
const hourMs = 3_600_000;
const scheduledRetries = sized(500_000, 1000);

/** Makes deliveries that `work` creates due only after all of them exist. */
export async function holdBack(db: Db, merchants: string[], work: () => Promise<void>): Promise<void> {
  await db.unsafe(`
    create or replace function bench_hold() returns trigger language plpgsql as
    $$ begin new.next_attempt_at := now() + interval '1 hour'; return new; end $$`);
  await db`create trigger bench_hold before insert on undelivered for each row execute function bench_hold()`;
  await work();
  await db`drop trigger bench_hold on undelivered`;
  await db`
    update undelivered set next_attempt_at = now() - interval '1 minute'
    where next_attempt_at is not null and endpoint_id in (
      select endpoint_id from webhook_endpoints where merchant_id = any(${merchants}::text[]))`;
}

/** Retries of other merchants, due in an hour and later. */
export async function scheduleRetries(db: Db, receiver: string): Promise<void> {
  const urls = Array.from({ length: 100 }, (_, n) => `${receiver}/later/${n}`);
  const merchants = await makeEndpoints(db, urls, 10);
  await addDeliveries(db, merchants, scheduledRetries, new Date(Date.now() + hourMs), 10);
}

/** Deliveries to all endpoints of these merchants, due from a moment on. */
export async function addDeliveries(
  db: Db,
  merchants: string[],
  count: number,
  from: Date,
  apartMs: number,
): Promise<void> {
  const events = merchants.map((merchantId) => ({ ...sampleEvent(merchantId), eventId: ids.next('evt') }));
  await db`
    insert into events (event_id, merchant_id, environment, type, resource_id, body, created_at)
    select event_id, merchant_id, 'test', 'payment.completed', 'pay_bench', body, now()
    from unnest(${events.map(({ eventId }) => eventId)}::text[], ${merchants}::text[],
      ${events.map((event) => eventBody(event.eventId, event))}::text[]) as event (event_id, merchant_id, body)`;
  // Ids carry the time: the service forgets deliveries that are old by it.
  const idsOfNow = ids.next('del').slice(0, 'del_'.length + 10);
  for (let first = 1; first <= count; first += perStatement)
    await db`
    with receiver as materialized (
      select endpoint_id, merchant_id, event.id as event_id, row_number() over (order by endpoint_id) - 1 as place,
        count(*) over () as places
      from webhook_endpoints join unnest(${merchants}::text[], ${events.map(({ eventId }) => eventId)}::text[])
        as event (merchant_id, id) using (merchant_id)
    ), made as (
      insert into deliveries (delivery_id, event_id, endpoint_id, merchant_id, environment, event_type, created_at)
      select ${idsOfNow} || lpad(n::text, 16, '0'), event_id, endpoint_id, merchant_id, 'test', 'payment.completed', now()
      from generate_series(${first}::int, ${Math.min(count, first + perStatement - 1)}::int) n join receiver on place = n % places
      returning *
    )
    insert into undelivered (endpoint_id, delivery_id, merchant_id, event_id, is_test, attempts, next_attempt_at)
    select endpoint_id, delivery_id, merchant_id, event_id, false, 3,
      ${from}::timestamptz + right(delivery_id, 16)::bigint * ${apartMs}::int * interval '1 ms'
    from made`;
  // Run maintenance now, so that it does not disturb the measurement.
  await db`vacuum (analyze) deliveries`;
  await db`vacuum (analyze) undelivered`;
  await db`checkpoint`;
}
