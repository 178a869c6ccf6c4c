import { afterAll, beforeAll, expect, it } from 'vitest';
import { dayMs } from '../../../src/lib/durations.ts';
import { selectAttempts, selectDelivery } from '../../../src/messages/webhooks/deliveries/delivery-store.ts';
import {
  eventTables,
  selectEvent,
  selectEventPage,
  selectEventsAbout,
} from '../../../src/messages/webhooks/event-store.ts';
import { recordEvents } from '../../../src/messages/webhooks/events.ts';
import { selectPaymentDeliveries } from '../../../src/payments/timeline/activity-store.ts';
import type { TransactionSql } from '../../../src/platform/db/client.ts';
import { turnPartitions } from '../../../src/platform/db/partitions.ts';
import { manualClock } from '../../support/clock.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { addEndpoint } from './worker-support.ts';

const clock = manualClock();
const weeks = 5;
let service: TestService;
/** Of the last week but one. */
let key: { event_id: string; delivery_id: string; payment_id: string; merchant_id: string };

beforeAll(async () => {
  service = await startTestService({ clock });
  const { ctx, merchantId } = service;
  await addEndpoint(service, 'http://127.0.0.1:9/never');
  for (let week = 0; week < weeks; week++) {
    await turnPartitions(ctx, eventTables, 90);
    clock.advance(dayMs);
    const resourceId = ctx.ids.next('pay', clock.now());
    const event = { merchantId, environment: 'test', type: 'payment.completed', resourceId } as const;
    await ctx.db.begin((tx) => recordEvents(tx, ctx.ids, [{ ...event, createdAt: clock.now(), data: {} }]));
    clock.advance(6 * dayMs);
  }
  const [row] = await ctx.db<(typeof key)[]>`
    select event_id, delivery_id, resource_id as payment_id, merchant_id
    from events join deliveries using (event_id, merchant_id) order by event_id desc offset 1 limit 1`;
  if (!row) throw new Error('no event');
  key = row;
});
afterAll(() => service.stop());

/** How many partitions of each table are read, by the plan that the service's connections keep. */
async function readBy(work: (tx: TransactionSql) => Promise<unknown>): Promise<Record<string, number>> {
  return service.ctx.db.begin(async (tx) => {
    const scans = async () =>
      new Map(
        (
          await tx<{ name: string; scans: bigint }[]>`
            select relname as name, idx_scan + seq_scan as scans from pg_stat_xact_user_tables
            where relname ~ '_(rest|[0-9]{8,17})$'`
        ).map(({ name, scans }) => [name, scans]),
      );
    const before = await scans();
    await work(tx);
    const read: Record<string, number> = {};
    for (const [name, count] of await scans()) {
      const table = name.replace(/_(rest|[0-9]{8,17})$/, '');
      if (count !== (before.get(name) ?? 0n)) read[table] = (read[table] ?? 0) + 1;
    }
    return read;
  });
}

it('what is asked for by id is read from one partition', async () => {
  expect(await readBy((tx) => selectEvent(tx, key))).toEqual({ events: 1 });
  expect(await readBy((tx) => selectDelivery(tx, key))).toEqual({ deliveries: 1 });
  const attempts = (tx: TransactionSql) => selectAttempts(tx, key.merchant_id, [key.delivery_id]);
  expect(await readBy(attempts)).toEqual({ delivery_attempts: 1 });
});

it('events about a payment are read from the partitions since it was created', async () => {
  const resource = { resource_id: key.payment_id, merchant_id: key.merchant_id };
  // Its own, that of the next week, and the one for rows without a partition.
  expect(await readBy((tx) => selectEventsAbout(tx, resource, 10))).toEqual({ events: 3 });
  expect(await readBy((tx) => selectPaymentDeliveries(tx, key, 10))).toMatchObject({
    events: 3,
    deliveries: 1,
  });
});

it('a page after a cursor leaves out the partitions that are younger', async () => {
  const page = { merchantId: key.merchant_id, cursorId: key.event_id, direction: 'older', limit: 2 } as const;
  const { events = 0 } = await readBy((tx) => selectEventPage(tx, { environment: 'test', type: null }, page));
  expect(events).toBe(weeks);
});
