import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DeliveryStatus } from '../../../src/messages/webhooks/deliveries/delivery-status.ts';
import {
  type RecordedAttempt,
  recordAttempts,
} from '../../../src/messages/webhooks/deliveries/undelivered-store.ts';
import { createDeliveryTasks } from '../../../src/messages/webhooks/worker.ts';
import { unlimited } from '../../payments/support.ts';
import { manualClock } from '../../support/clock.ts';
import { until } from '../../support/process.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { holdingSender } from './holding-sender.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { addEndpoint, deliveryCounts, deliveryOf, makeEvents, setEndpoint } from './worker-support.ts';

/** Three times as long as an attempt can take. */
const leaseMs = 30_000;
/** How soon a killed worker's deliveries must go on. */
const takeoverMs = 35_000;
const clock = manualClock();
let service: TestService;
let receiver: Receiver;
let endpointId: string;
beforeAll(async () => {
  receiver = await startReceiver();
  service = await startTestService({ clock, requestsPerMinute: unlimited });
});
afterAll(async () => {
  await service.stop();
  await receiver.close();
});
beforeEach(async () => {
  receiver.received.length = 0;
  receiver.behave((_received, response) => response.end('ok'));
  await service.ctx.db`truncate events, deliveries, undelivered, delivery_attempts, webhook_endpoints`;
  endpointId = (await addEndpoint(service, `${receiver.url}/hook`)).endpoint_id;
});

async function advance(ms: number): Promise<number> {
  const before = receiver.received.length;
  clock.advance(ms);
  await service.runDue();
  return receiver.received.length - before;
}

const failing = () => receiver.behave((_received, response) => response.writeHead(500).end());
const event = (count = 1) => makeEvents(service.ctx, count, { merchantId: service.merchantId });
const countedAttempts = async () =>
  Object.entries(await deliveryCounts(service.ctx)).flatMap(([kind, count]) =>
    Array.from({ length: count }, () => Number(kind.split(' ')[1])),
  );

/** A worker that takes the delivery and is not heard of again until `wakeUp`. */
async function takenByDying(): Promise<{ wakeUp(): Promise<void> }> {
  const sender = holdingSender();
  const dying = createDeliveryTasks();
  await event();
  const taken = await Promise.all(dying.map((task) => task.run({ ...service.ctx, sender })));
  expect(taken).toContain(1);
  await until(() => receiver.received.length === 1, 60_000);
  return {
    async wakeUp() {
      sender.release();
      for (const task of dying) await task.drain?.();
      await sender.close();
    },
  };
}

describe('a delivery taken by a worker that died', () => {
  it('is taken over after the lease, within 35 seconds, and not before', async () => {
    const { wakeUp } = await takenByDying();
    expect(await advance(0)).toBe(0);
    expect(await advance(leaseMs - 1)).toBe(0);
    expect((await deliveryOf(service, endpointId)).status).toBe('pending');
    expect(await advance(takeoverMs - leaseMs + 1)).toBe(1);
    expect((await deliveryOf(service, endpointId)).status).toBe('succeeded');
    await wakeUp();
  });

  it('stays as its second worker left it when the first one comes back', async () => {
    const { wakeUp } = await takenByDying();
    failing();
    expect(await advance(takeoverMs)).toBe(1);
    const before = await deliveryOf(service, endpointId);
    expect(before.status).toBe('pending');
    await wakeUp();
    const after = await deliveryOf(service, endpointId);
    expect(after).toMatchObject({ status: 'pending', next_attempt_at: before.next_attempt_at });
    expect(await countedAttempts()).toEqual([1]);
    // Both attempts were made, and the history says so.
    expect(after.attempts.map(({ http_status }) => http_status).sort()).toEqual([200, 500]);
  });
});

describe('a late result', () => {
  async function lateResult(status: DeliveryStatus): Promise<RecordedAttempt> {
    const { delivery_id } = await deliveryOf(service, endpointId);
    return {
      attempt_id: service.ctx.ids.next('att'),
      endpoint_id: endpointId,
      delivery_id,
      merchant_id: service.merchantId,
      attempts_before: 0,
      http_status: status === 'succeeded' ? 200 : 500,
      response_body: '',
      latency_ms: 1,
      error: status === 'succeeded' ? null : 'responded with 500',
      attempted_at: clock.now(),
      next_attempt_at: status === 'pending' ? new Date(clock.nowMs() + 1) : null,
    };
  }

  it.each(['pending', 'failed'] as const)('that says %s does not undo a success', async (status) => {
    await event();
    expect(await advance(0)).toBe(1);
    await recordAttempts(service.ctx.db, [await lateResult(status)]);
    expect(await deliveryOf(service, endpointId)).toMatchObject({
      status: 'succeeded',
      next_attempt_at: null,
    });
    expect(await countedAttempts()).toEqual([1]);
    expect(await advance(24 * 3_600_000)).toBe(0);
  });

  it('does not use up an attempt of the schedule', async () => {
    failing();
    await event();
    expect(await advance(0)).toBe(1);
    const { next_attempt_at } = await deliveryOf(service, endpointId);
    await recordAttempts(service.ctx.db, [await lateResult('pending'), await lateResult('pending')]);
    expect(await countedAttempts()).toEqual([1]);
    expect((await deliveryOf(service, endpointId)).next_attempt_at).toBe(next_attempt_at);
    expect(await advance(59_999)).toBe(0);
  });

  it('that is recorded twice is one attempt in the history', async () => {
    await event();
    const result = await lateResult('succeeded');
    await recordAttempts(service.ctx.db, [result]);
    await recordAttempts(service.ctx.db, [result]);
    expect((await deliveryOf(service, endpointId)).attempts).toHaveLength(1);
    expect(await countedAttempts()).toEqual([1]);
  });
});

describe('an endpoint that is no longer enabled', () => {
  it('gets nothing more while it is disabled, and what was pending when it is enabled again', async () => {
    failing();
    await event(3);
    expect(await advance(0)).toBe(3);
    await event(2);
    await setEndpoint(service, endpointId, 'disabled');
    await event(10);
    expect(await advance(0)).toBe(0);
    expect(await advance(3_600_000)).toBe(0);
    receiver.behave((_received, response) => response.end('ok'));
    await setEndpoint(service, endpointId, 'enabled');
    expect(await advance(0)).toBe(5);
    expect(await countedAttempts()).toHaveLength(5);
    expect(await advance(24 * 3_600_000)).toBe(0);
  });

  it('gets nothing more once it is deleted', async () => {
    failing();
    await event(3);
    expect(await advance(0)).toBe(3);
    await event(2);
    await setEndpoint(service, endpointId, 'deleted');
    await event(10);
    for (const ms of [0, 60_000, 3_600_000, 48 * 3_600_000]) expect(await advance(ms)).toBe(0);
  });

  it('does not keep the worker from the others', async () => {
    const other = await addEndpoint(service, `${receiver.url}/other`);
    await event(40);
    await setEndpoint(service, endpointId, 'disabled');
    expect(await advance(0)).toBe(40);
    expect(await deliveryCounts(service.ctx, other.endpoint_id)).toEqual({ 'succeeded 1': 40 });
  });
});
