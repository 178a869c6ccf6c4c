import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { webhookTasks } from '../../../src/messages/webhooks/tasks.ts';
import { unlimited } from '../../payments/support.ts';
import { manualClock } from '../../support/clock.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { addEndpoint, makeEvents, setEndpoint } from './worker-support.ts';

const clock = manualClock();
const retentionMs = 30 * 24 * 3_600_000;
/** Rows go with the last of their partition, three days with this retention. */
const partitionMs = 3 * 24 * 3_600_000;
/** Before any partition that these tests make. */
const longAgoMs = 1000 * 24 * 3_600_000;
let service: TestService;
beforeAll(async () => {
  service = await startTestService({ clock, requestsPerMinute: unlimited, env: { RETENTION_DAYS: '30' } });
});
afterAll(() => service.stop());
beforeEach(async () => {
  await service.ctx.db`truncate events, deliveries, undelivered, delivery_attempts, webhook_endpoints`;
});

/** Events that long ago, each with a delivery that succeeded at its first attempt, at once. */
async function delivered(count: number, agoMs: number): Promise<void> {
  const { db, clock: now } = service.ctx;
  const createdAt = new Date(now.nowMs() - agoMs);
  const { endpoint_id } = await addEndpoint(service, 'http://127.0.0.1:9/never');
  await makeEvents(service.ctx, count, { merchantId: service.merchantId, createdAt });
  await setEndpoint(service, endpoint_id, 'disabled');
  await db`delete from undelivered where endpoint_id = ${endpoint_id}`;
  await db`
    insert into delivery_attempts (attempt_id, delivery_id, merchant_id, attempt, http_status, latency_ms, attempted_at)
    select 'att' || substr(delivery_id, 4), delivery_id, merchant_id, 1, 200, 5, created_at
    from deliveries where endpoint_id = ${endpoint_id}`;
}

async function kept(): Promise<{ events: number; deliveries: number; attempts: number }> {
  const [row] = await service.ctx.db<{ events: number; deliveries: number; attempts: number }[]>`
    select (select count(*) from events)::int as events, (select count(*) from deliveries)::int as deliveries,
      (select count(*) from delivery_attempts)::int as attempts`;
  if (!row) throw new Error('no counts');
  return row;
}

/** The partitions that hold events, deliveries and attempts. */
async function tables(): Promise<string[]> {
  const rows = await service.ctx.db<{ name: string }[]>`
    select tableoid::regclass::text as name from events union
    select tableoid::regclass::text from deliveries union
    select tableoid::regclass::text from delivery_attempts`;
  return rows.map(({ name }) => name);
}

/** They begin a moment after they are made. */
async function makePartitions(): Promise<void> {
  await service.runDue();
  clock.advance(60_000);
}

const all = (count: number) => ({ events: count, deliveries: count, attempts: count });

describe('events, deliveries and attempts', () => {
  it('go once they are older than RETENTION_DAYS, and the others stay', async () => {
    await makePartitions();
    await delivered(3, 0);
    await delivered(5, retentionMs);
    await delivered(7, retentionMs + 1);
    await service.runDue();
    expect(await kept()).toEqual(all(8));
    clock.advance(1);
    await service.runDue();
    expect(await kept()).toEqual(all(3));
    clock.advance(retentionMs);
    await service.runDue();
    expect(await kept()).toEqual(all(3));
    clock.advance(partitionMs);
    await service.runDue();
    expect(await kept()).toEqual(all(0));
  });

  it('go as whole tables', async () => {
    await makePartitions();
    await delivered(3, 0);
    const before = await tables();
    expect(before).toHaveLength(3);
    clock.advance(retentionMs + partitionMs);
    await service.runDue();
    expect(await kept()).toEqual(all(0));
    for (const name of before) expect(await tables()).not.toContain(name);
  });

  it('go in batches where they have no partition, until none is left', async () => {
    await delivered(2500, longAgoMs);
    await delivered(10, 0);
    const forget = webhookTasks().find((task) => task.name === 'forget-old-events');
    if (!forget) throw new Error('no such task');
    await forget.run(service.ctx);
    expect(await kept()).toEqual(all(1510));
    await service.runDue();
    expect(await kept()).toEqual(all(10));
  });

  it('go with what is left to do of them, and not before', async () => {
    const { db, clock: now } = service.ctx;
    const { endpoint_id } = await addEndpoint(service, 'http://127.0.0.1:9/never');
    await makeEvents(service.ctx, 2, { merchantId: service.merchantId, createdAt: now.now() });
    await setEndpoint(service, endpoint_id, 'disabled');
    await db`update undelivered set next_attempt_at = null where delivery_id = (select min(delivery_id) from undelivered)`;
    clock.advance(retentionMs);
    await delivered(1, longAgoMs);
    await service.runDue();
    expect(await db`select from undelivered`).toHaveLength(2);
    expect(await kept()).toEqual({ events: 2, deliveries: 2, attempts: 0 });
    clock.advance(partitionMs);
    await service.runDue();
    expect(await db`select from undelivered`).toHaveLength(0);
    expect(await kept()).toEqual(all(0));
  });

  it('take an endpoint along that was deleted', async () => {
    await service.runDue();
    await delivered(1, 0);
    const { db } = service.ctx;
    const [endpoint] = await db<{ endpoint_id: string }[]>`select endpoint_id from webhook_endpoints`;
    await setEndpoint(service, endpoint?.endpoint_id ?? '', 'deleted');
    await service.runDue();
    expect(await db`select from webhook_endpoints`).toHaveLength(1);
    clock.advance(retentionMs + partitionMs);
    await service.runDue();
    expect(await db`select from webhook_endpoints`).toHaveLength(0);
  });

  it('are not in the way of each other when two workers forget at once', async () => {
    await delivered(2500, longAgoMs);
    await Promise.all([service.runDue(), service.runDue(), service.runDue()]);
    expect(await kept()).toEqual(all(0));
  });
});
