import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { recordEvents } from '../../../src/messages/webhooks/events.ts';
import { createPayment, silent, statusOf, unlimited } from '../../payments/support.ts';
import { manualClock } from '../../support/clock.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import {
  addEndpoint,
  deliveryCounts,
  historyOf,
  makeEvents,
  newEvents,
  setEndpoint,
} from './worker-support.ts';

const clock = manualClock();
let service: TestService;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
  service = await startTestService({ clock, requestsPerMinute: unlimited, log: silent });
});
afterAll(async () => {
  await service.stop();
  await receiver.close();
});
beforeEach(async () => {
  receiver.received.length = 0;
  receiver.behave((_received, response) => response.end('ok'));
  await service.ctx.db`truncate events, deliveries, undelivered, delivery_attempts, webhook_endpoints`;
});

async function advance(ms: number): Promise<void> {
  clock.advance(ms);
  await service.runDue();
}

async function endpointsWithDeliveries(): Promise<string[]> {
  const rows = await service.ctx.db<{ endpoint_id: string }[]>`
    select endpoint_id from deliveries order by endpoint_id`;
  return rows.map((row) => row.endpoint_id);
}

describe('an event and its deliveries are part of the state change', () => {
  it('a payment whose deliveries cannot be written does not move, and moves once they can', async () => {
    const { endpoint_id } = await addEndpoint(service, `${receiver.url}/hook`);
    const { payment_id } = await createPayment(service, { amount: '10.00' });
    const { db } = service.ctx;
    await db.unsafe(`
      create function no_deliveries() returns trigger language plpgsql as $$ begin raise 'no deliveries'; end $$;
      create trigger no_deliveries before insert on deliveries execute function no_deliveries()`);
    try {
      const logged = vi.spyOn(service.ctx.log, 'error').mockImplementation(() => {});
      await advance(1000);
      expect(String((logged.mock.calls[0]?.[0] as { err: unknown } | undefined)?.err)).toContain(
        'no deliveries',
      );
      logged.mockRestore();
      expect(await statusOf(service, payment_id)).toBe('pending');
      expect(await db`select 1 from events`).toHaveLength(0);
    } finally {
      await db.unsafe('drop trigger no_deliveries on deliveries; drop function no_deliveries()');
    }
    // It was set aside for ten minutes.
    await advance(600_000);
    await advance(10_000);
    expect(await statusOf(service, payment_id)).toBe('completed');
    expect(receiver.received.map(({ headers }) => headers['x-service-event'])).toContain('payment.completed');
    for (const delivery of await historyOf(service, endpoint_id)) expect(delivery.status).toBe('succeeded');
  });

  it('nothing is sent of a transaction that is rolled back', async () => {
    await addEndpoint(service, `${receiver.url}/hook`);
    const broken = service.ctx.db.begin(async (tx) => {
      await recordEvents(tx, service.ctx.ids, newEvents(3, { merchantId: service.merchantId }, clock.now()));
      throw new Error('changed its mind');
    });
    await expect(broken).rejects.toThrow('changed its mind');
    await service.runDue();
    expect(receiver.received).toEqual([]);
    expect(await deliveryCounts(service.ctx)).toEqual({});
  });
});

describe('an event has one delivery for each endpoint that is to have it', () => {
  it('and none for those of other types, disabled, deleted, of another merchant or environment', async () => {
    const stranger = await service.createMerchant();
    const add = (name: string, options = {}) => addEndpoint(service, `${receiver.url}/${name}`, options);
    const all = await add('all');
    const one = await add('one', { events: ['refund.failed', 'payment.completed'] });
    await add('other-types', { events: ['payment.failed', 'invoice.paid'] });
    await setEndpoint(service, (await add('disabled')).endpoint_id, 'disabled');
    await setEndpoint(service, (await add('deleted')).endpoint_id, 'deleted');
    await add('stranger', { key: stranger.testKey });
    await addEndpoint(service, 'https://1.1.1.1/live', { key: service.liveKey });
    await makeEvents(service.ctx, 1, { merchantId: service.merchantId });
    expect(await endpointsWithDeliveries()).toEqual([all.endpoint_id, one.endpoint_id].sort());
    await service.runDue();
    expect(receiver.received.map(({ path }) => path).sort()).toEqual(['/all', '/one']);
  });

  it('a live event has none for a test endpoint', async () => {
    await addEndpoint(service, `${receiver.url}/test`);
    const live = await addEndpoint(service, 'https://1.1.1.1/live', { key: service.liveKey });
    await makeEvents(service.ctx, 1, { merchantId: service.merchantId, environment: 'live' });
    expect(await endpointsWithDeliveries()).toEqual([live.endpoint_id]);
  });

  it('an endpoint made or enabled after the event gets nothing of it', async () => {
    const before = await addEndpoint(service, `${receiver.url}/before`);
    await setEndpoint(service, before.endpoint_id, 'disabled');
    await makeEvents(service.ctx, 1, { merchantId: service.merchantId });
    await setEndpoint(service, before.endpoint_id, 'enabled');
    await addEndpoint(service, `${receiver.url}/after`);
    await service.runDue();
    expect(receiver.received).toEqual([]);
  });
});

describe('what is sent', () => {
  it('is the same to the byte at every attempt and endpoint, and what GET /events/:event_id answers', async () => {
    await addEndpoint(service, `${receiver.url}/a`);
    await addEndpoint(service, `${receiver.url}/b`);
    receiver.behave((_received, response) => response.writeHead(500).end());
    const metadata = { ünï: 'cödé ✓ 𝄞', quote: '"\\', empty: '' };
    const { payment_id } = await createPayment(service, { amount: '10.00', metadata });
    await advance(1000);
    await advance(10_000);
    await advance(70_000);
    const bodies = new Map<string, Set<string>>();
    for (const { headers, body } of receiver.received) {
      const id = String(headers['webhook-id']);
      bodies.set(id, (bodies.get(id) ?? new Set()).add(body));
    }
    expect(receiver.received).toHaveLength(8);
    expect(bodies.size).toBe(2);
    for (const [id, [body = '', ...others]] of bodies) {
      expect(others).toEqual([]);
      const answer = await service.call('GET', `/events/${id}`);
      expect(answer.json.data).toEqual(JSON.parse(body));
      expect(answer.text).toContain(body);
      expect(JSON.parse(body)).toMatchObject({ id, data: { payment_id, metadata } });
    }
  });
});
