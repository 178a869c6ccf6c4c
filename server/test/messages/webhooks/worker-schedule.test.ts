import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRandom, type Random } from '../../../src/lib/random.ts';
import { randomAt, unlimited } from '../../payments/support.ts';
import { manualClock } from '../../support/clock.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { type Received, type Receiver, startReceiver } from './receiver.ts';
import { addEndpoint, deliveryOf, historyOf, makeEvents, retry } from './worker-support.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** The contract's table, written out again. */
const delaysMs = [minuteMs, 5 * minuteMs, 30 * minuteMs, 2 * hourMs, 8 * hourMs, 24 * hourMs];
const clock = manualClock();
const random = createRandom();
let service: TestService;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
  service = await startTestService({
    clock,
    random: { bytes: random.bytes, between: (min, max) => random.between(min, max) },
    requestsPerMinute: unlimited,
  });
});
afterAll(async () => {
  await service.stop();
  await receiver.close();
});
beforeEach(async () => {
  Object.assign(random, createRandom());
  receiver.received.length = 0;
  await service.ctx.db`truncate events, deliveries, undelivered, delivery_attempts, webhook_endpoints`;
});

async function advance(ms: number): Promise<number> {
  const before = receiver.received.length;
  clock.advance(ms);
  await service.runDue();
  return receiver.received.length - before;
}

const failing = () => receiver.behave((_received, response) => response.writeHead(503).end('busy'));
const succeeding = () => receiver.behave((_received, response) => response.end('ok'));
const event = (count = 1) => makeEvents(service.ctx, count, { merchantId: service.merchantId });

/** As a receiver verifies whose clock shows that time. Only Date is replaced, and only during the call. */
function verifyAt(nowMs: number, secret: string, { body, headers }: Received): unknown {
  vi.useFakeTimers({ toFake: ['Date'], now: nowMs });
  try {
    return new Webhook(secret).verify(body, headers as Record<string, string>);
  } finally {
    vi.useRealTimers();
  }
}

describe('a delivery that is never accepted', () => {
  /** Steps of the clock after an attempt, and whether the next one is made at their end. */
  const spreads: {
    spread: string;
    between: Random['between'];
    steps(delayMs: number): [number, boolean][];
  }[] = [
    {
      spread: 'least',
      between: randomAt('min').between,
      steps: (delayMs) => [
        [delayMs - 1, false],
        [1, true],
      ],
    },
    {
      spread: 'most',
      between: randomAt('max').between,
      steps: (delayMs) => [
        [delayMs * 1.1 - 1, false],
        [1, true],
      ],
    },
    {
      spread: 'any',
      between: createRandom().between,
      steps: (delayMs) => [
        [delayMs - 1, false],
        [delayMs / 10 + 1, true],
      ],
    },
  ];

  it.each(spreads)(
    'is attempted seven times by the contract’s delays, at most a tenth later ($spread)',
    async ({ between, steps }) => {
      random.between = between;
      failing();
      const { endpoint_id } = await addEndpoint(service, `${receiver.url}/never`);
      const count = 20;
      await event(count);
      expect(await advance(0)).toBe(count);
      for (const [index, delayMs] of delaysMs.entries()) {
        const attemptedMs = clock.nowMs();
        for (const delivery of await historyOf(service, endpoint_id)) {
          expect(delivery.status).toBe('pending');
          expect(delivery.attempts).toHaveLength(index + 1);
          const waitMs = Date.parse(String(delivery.next_attempt_at)) - attemptedMs;
          expect(waitMs).toBeGreaterThanOrEqual(delayMs);
          expect(waitMs).toBeLessThanOrEqual(delayMs * 1.1);
        }
        for (const [stepMs, sent] of steps(delayMs)) expect(await advance(stepMs)).toBe(sent ? count : 0);
      }
      const deliveries = await historyOf(service, endpoint_id);
      expect(deliveries).toHaveLength(count);
      for (const { status, next_attempt_at, attempts } of deliveries) {
        expect({ status, next_attempt_at }).toEqual({ status: 'failed', next_attempt_at: null });
        expect(attempts.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4, 5, 6, 7]);
      }
      expect(await advance(24 * hourMs)).toBe(0);
      expect(await advance(30 * 24 * hourMs)).toBe(0);
    },
  );

  it('carries at each of the seven times a signature and a timestamp that verifiers accept then', async () => {
    failing();
    const { endpoint_id, secret } = await addEndpoint(service, `${receiver.url}/verified`);
    const createdAt = clock.now().toISOString();
    await event();
    const ids = new Set<unknown>();
    for (const delayMs of [0, ...delaysMs]) {
      expect(await advance(delayMs * 1.1)).toBe(1);
      const received = receiver.received.at(-1);
      if (!received) throw new Error('nothing received');
      const { headers, body } = received;
      const timestamp = Math.floor(clock.nowMs() / 1000);
      expect(headers['x-service-timestamp']).toBe(String(timestamp));
      expect(headers['webhook-timestamp']).toBe(String(timestamp));
      expect(headers['x-service-signature']).toBe(createHmac('sha256', secret).update(body).digest('hex'));
      expect(JSON.parse(body).created_at).toBe(createdAt);
      expect(verifyAt(clock.nowMs(), secret, received)).toMatchObject({ id: headers['webhook-id'] });
      // The verifier does look at its clock, and at the body.
      expect(() => verifyAt(clock.nowMs() + 302_000, secret, received)).toThrow('too old');
      expect(() => verifyAt(clock.nowMs(), secret, { ...received, body: `${body} ` })).toThrow('signature');
      ids.add(headers['x-service-delivery-id']);
    }
    const { attempts, event_id } = await deliveryOf(service, endpoint_id);
    expect(ids.size).toBe(7);
    expect([...ids]).toEqual(attempts.map(({ attempt_id }) => attempt_id));
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(
      new Set([event_id]),
    );
  });
});

describe('a delivery that is accepted', () => {
  it.each([1, 2, 3, 4, 5, 6, 7])('at attempt %i is succeeded and never sent again', async (accepted) => {
    const { endpoint_id } = await addEndpoint(service, `${receiver.url}/accepts`);
    await event();
    for (const [index, delayMs] of [0, ...delaysMs].slice(0, accepted).entries()) {
      if (index + 1 === accepted)
        receiver.behave((_received, response) => response.writeHead(299).end('at last'));
      else failing();
      expect(await advance(delayMs * 1.1)).toBe(1);
    }
    const { status, next_attempt_at, attempts } = await deliveryOf(service, endpoint_id);
    expect({ status, next_attempt_at }).toEqual({ status: 'succeeded', next_attempt_at: null });
    expect(attempts.map(({ http_status }) => http_status)).toEqual([...Array(accepted - 1).fill(503), 299]);
    expect(attempts.at(-1)).toMatchObject({ response_body: 'at last', error: null });
    expect(await advance(30 * 24 * hourMs)).toBe(0);
  });
});

describe('a failed delivery that is retried by hand', () => {
  async function failedDelivery(): Promise<{ endpoint_id: string; delivery_id: string }> {
    failing();
    const { endpoint_id } = await addEndpoint(service, `${receiver.url}/retried`);
    await event();
    for (const delayMs of [0, ...delaysMs]) await advance(delayMs * 1.1);
    const { status, delivery_id } = await deliveryOf(service, endpoint_id);
    expect(status).toBe('failed');
    return { endpoint_id, delivery_id };
  }

  it('gets one more attempt, and is failed again when that fails too', async () => {
    const { endpoint_id, delivery_id } = await failedDelivery();
    expect(await retry(service, delivery_id)).toMatchObject({ status: 'pending' });
    expect(await advance(0)).toBe(1);
    expect(await deliveryOf(service, endpoint_id)).toMatchObject({ status: 'failed', next_attempt_at: null });
    expect(await advance(30 * 24 * hourMs)).toBe(0);
  });

  it('gets one more attempt, and is succeeded when that is accepted', async () => {
    const { endpoint_id, delivery_id } = await failedDelivery();
    succeeding();
    await retry(service, delivery_id);
    expect(await advance(0)).toBe(1);
    const { status, attempts } = await deliveryOf(service, endpoint_id);
    expect(status).toBe('succeeded');
    expect(attempts.at(-1)).toMatchObject({ attempt: 8, http_status: 200 });
    expect(await advance(30 * 24 * hourMs)).toBe(0);
  });

  it('gets one attempt, not two, when it is retried twice at once', async () => {
    const { endpoint_id, delivery_id } = await failedDelivery();
    await Promise.all([retry(service, delivery_id), retry(service, delivery_id)]);
    expect(await advance(0)).toBe(1);
    expect((await deliveryOf(service, endpoint_id)).attempts).toHaveLength(8);
  });
});
