import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { webhookTasks } from '../../../src/messages/webhooks/tasks.ts';
import { unlimited } from '../../payments/support.ts';
import { manualClock } from '../../support/clock.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { addEndpoint, makeEvents, setEndpoint } from './worker-support.ts';

const clock = manualClock();
const retentionMs = 30 * 24 * 3_600_000;
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

const all = (count: number) => ({ events: count, deliveries: count, attempts: count });

describe('events, deliveries and attempts', () => {
  it('go once they are older than RETENTION_DAYS, and the others stay', async () => {
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
    expect(await kept()).toEqual(all(0));
  });

  it('go in batches, however many there are, until none is left', async () => {
    await delivered(2500, retentionMs + 1);
    await delivered(10, 0);
    const forget = webhookTasks().find((task) => task.name === 'forget-old-events');
    if (!forget) throw new Error('no such task');
    const went = await forget.run(service.ctx);
    const left = await kept();
    expect(went).toBeGreaterThan(0);
    expect(went).toBeLessThanOrEqual(3000);
    expect(left.events + left.deliveries + left.attempts).toBe(3 * 2510 - went);
    await service.runDue();
    expect(await kept()).toEqual(all(10));
  });

  it('go with what is left to do of them', async () => {
    const { db, clock: now } = service.ctx;
    const { endpoint_id } = await addEndpoint(service, 'http://127.0.0.1:9/never');
    await makeEvents(service.ctx, 2, { merchantId: service.merchantId, createdAt: now.now() });
    await setEndpoint(service, endpoint_id, 'disabled');
    await db`update undelivered set next_attempt_at = null where delivery_id = (select min(delivery_id) from undelivered)`;
    clock.advance(retentionMs);
    await service.runDue();
    expect(await db`select from undelivered`).toHaveLength(2);
    clock.advance(1);
    await service.runDue();
    expect(await db`select from undelivered`).toHaveLength(0);
    expect(await kept()).toEqual(all(0));
  });

  it('are not in the way of each other when two workers forget at once', async () => {
    await delivered(2500, retentionMs + 1);
    await Promise.all([service.runDue(), service.runDue(), service.runDue()]);
    expect(await kept()).toEqual(all(0));
  });
});
