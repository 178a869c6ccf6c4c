import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Flights } from '../../../src/messages/webhooks/deliveries/flights.ts';
import { type TakeLimits, takeDueDeliveries } from '../../../src/messages/webhooks/deliveries/lane-store.ts';
import type { Sender, SendResult } from '../../../src/messages/webhooks/deliveries/sender.ts';
import { unlimited } from '../../payments/support.ts';
import { manualClock } from '../../support/clock.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { addEndpoint, deliveryCounts, makeEvents, setEndpoint } from './worker-support.ts';

const clock = manualClock();
const ok: SendResult = { httpStatus: 200, responseBody: 'ok', latencyMs: 1, error: null };
const slow: SendResult = { ...ok, latencyMs: 1001 };
const dead: SendResult = {
  httpStatus: null,
  responseBody: null,
  latencyMs: 1,
  error: 'connect ECONNREFUSED',
};

/** What each attempt ends with, by the end of the URL; `ok` for others. */
const results = new Map<string, SendResult>();
const sender: Sender = {
  send: async ({ url }) => results.get(url.split('/').at(-1) ?? '') ?? ok,
  close: async () => {},
};

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ clock, sender, requestsPerMinute: unlimited });
});
afterAll(() => service.stop());
beforeEach(async () => {
  results.clear();
  await service.ctx.db`truncate events, deliveries, undelivered, delivery_attempts, webhook_endpoints`;
});

const endpoint = async (name = 'hook', key = service.testKey) =>
  (await addEndpoint(service, `http://127.0.0.1:1/${name}`, { key })).endpoint_id;
const events = (count: number, merchantId = service.merchantId) =>
  makeEvents(service.ctx, count, { merchantId });
const lanes = async () =>
  (await service.ctx.db`select lane from undelivered where next_attempt_at is not null`).map(
    (row) => row['lane'],
  );

async function deliverOne(): Promise<void> {
  await events(1);
  await service.runDue();
}

describe('a delivery waits in the first lane', () => {
  it('only if the last attempt of its endpoint succeeded', async () => {
    await endpoint();
    await events(1);
    expect(await lanes()).toEqual([2]);
    await service.runDue();
    await events(1);
    expect(await lanes()).toEqual([1]);
    results.set('hook', dead);
    await service.runDue();
    expect(await lanes()).toEqual([2]);
    await events(1);
    expect(await lanes()).toEqual([2, 2]);
  });

  it('not if that took more than a second', async () => {
    await endpoint();
    results.set('hook', slow);
    await deliverOne();
    await events(1);
    expect(await lanes()).toEqual([2]);
    results.clear();
    await service.runDue();
    await events(1);
    expect(await lanes()).toEqual([1]);
  });

  it('not any more once the endpoint fails: all that wait leave with the one that failed', async () => {
    await endpoint();
    await deliverOne();
    await events(40);
    results.set('hook', dead);
    await service.runDue();
    expect(new Set(await lanes())).toEqual(new Set([2]));
    expect(await deliveryCounts(service.ctx)).toEqual({ 'pending 1': 40, 'succeeded 1': 1 });
  });

  it('again once the endpoint works, and then all arrive', async () => {
    await endpoint();
    results.set('hook', dead);
    await events(100);
    await service.runDue();
    expect(await deliveryCounts(service.ctx)).toEqual({ 'pending 1': 100 });
    results.clear();
    clock.advance(2 * 60_000);
    await service.runDue();
    expect(await deliveryCounts(service.ctx)).toEqual({ 'succeeded 2': 100 });
  });

  it('not if the endpoint has a new URL, or was disabled', async () => {
    const id = await endpoint();
    await deliverOne();
    await service.call('PATCH', `/webhooks/endpoints/${id}`, { body: { url: 'http://127.0.0.1:1/other' } });
    await events(1);
    expect(await lanes()).toEqual([2]);
    await service.runDue();
    await setEndpoint(service, id, 'disabled');
    await setEndpoint(service, id, 'enabled');
    await events(1);
    expect(await lanes()).toEqual([2]);
  });
});

describe('merchants take turns', () => {
  const take = async (limits: Partial<TakeLimits>) => {
    const now = clock.now();
    const leaseUntil = new Date(now.getTime() + 30_000);
    const all = { ...new Flights().limits(2), ...limits };
    const { deliveries } = await takeDueDeliveries(service.ctx.db, now, leaseUntil, all);
    return deliveries.map(({ merchant_id }) => merchant_id);
  };
  const count = (merchants: string[], merchantId: string) =>
    merchants.filter((one) => one === merchantId).length;

  it('one that waits for the longest time and has most to send does not go before others', async () => {
    const [other, third] = [await service.createMerchant(), await service.createMerchant()];
    for (let n = 0; n < 10; n++) await endpoint(`own-${n}`);
    await events(20);
    clock.advance(1000);
    for (const { merchantId, testKey } of [other, third]) {
      await endpoint('hook', testKey);
      await events(5, merchantId);
    }
    const first = await take({ total: 6, keptForModest: 0 });
    for (const { merchantId } of [service, other, third]) expect(count(first, merchantId)).toBe(2);
  });

  it('those whose endpoints fail come after others, however long they have waited', async () => {
    const other = await service.createMerchant();
    await endpoint();
    await events(10);
    await service.ctx.db`update webhook_endpoints set failing_since = ${clock.now()}`;
    clock.advance(1000);
    await endpoint('hook', other.testKey);
    await events(10, other.merchantId);
    expect(await take({ total: 1, keptForModest: 0 })).toEqual([other.merchantId]);
  });

  it('those with deliveries in flight come after those with none', async () => {
    const other = await service.createMerchant();
    await endpoint();
    await events(10);
    clock.advance(1000);
    await endpoint('hook', other.testKey);
    await events(10, other.merchantId);
    const merchants = [{ id: service.merchantId, count: 3 }];
    const first = await take({ total: 4, keptForModest: 0, merchants });
    // Its fourth turn comes together with the other's fourth, and it has waited longer.
    expect([count(first, other.merchantId), count(first, service.merchantId)]).toEqual([3, 1]);
  });

  it('a quarter is kept for those with fewer than 16', async () => {
    for (let n = 0; n < 10; n++) await endpoint(`own-${n}`);
    await events(20);
    expect(await take({})).toHaveLength(85);
    expect(await take({ total: 40 })).toHaveLength(16);
    expect(await take({ total: 50 })).toHaveLength(18);
  });

  it('an endpoint that fails gets 2, minus what is in flight', async () => {
    const id = await endpoint();
    await events(20);
    const now = clock.now();
    await service.ctx.db`update webhook_endpoints set failing_since = ${now}`;
    expect(await take({ endpoints: [{ id, count: 1 }] })).toHaveLength(1);
    expect(await take({ endpoints: [{ id, count: 2 }] })).toHaveLength(0);
    expect(await take({})).toHaveLength(2);
  });
});
