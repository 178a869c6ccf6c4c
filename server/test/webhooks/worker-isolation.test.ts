import { createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { unlimited } from '../payments/support.ts';
import { until } from '../support/process.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { addEndpoint, type Held, historyOf, hold, makeEvents } from './worker-support.ts';

/** Well within the 10 seconds a hanging request lasts: what waits for one to end is late. */
const promptlyMs = 8000;
const maxPerEndpoint = 16;
const maxPerFailing = 2;
const maxPerMerchant = 85;

let service: TestService;
let receivers: Receiver[];
let held: Held | null;
beforeEach(async () => {
  receivers = [];
  held = null;
  service = await startTestService({ workers: true, requestsPerMinute: unlimited });
});
afterEach(async () => {
  held?.release();
  await service.stop();
  for (const receiver of receivers) await receiver.close();
});

async function newReceiver(): Promise<Receiver> {
  const receiver = await startReceiver();
  receivers.push(receiver);
  return receiver;
}

/** A port nobody listens on. */
async function refusingUrl(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/refusing`;
}

describe('bad endpoints hold up nobody but themselves', () => {
  it('healthy endpoints of the same and other merchants get everything while one hangs, one refuses, one is slow', async () => {
    const stranger = await service.createMerchant();
    const [hanging, slow, own, other] = [
      await newReceiver(),
      await newReceiver(),
      await newReceiver(),
      await newReceiver(),
    ];
    held = hold([hanging]);
    slow.behave((_received, response) => setTimeout(() => response.end('slow'), 400));
    await addEndpoint(service, `${hanging.url}/hanging`);
    const refusing = await addEndpoint(service, await refusingUrl());
    await addEndpoint(service, `${slow.url}/slow`);
    await addEndpoint(service, `${own.url}/own`);
    await addEndpoint(service, `${other.url}/other`, { key: stranger.testKey });
    const count = 100;
    await makeEvents(service.ctx, count, { merchantId: service.merchantId });
    await until(() => hanging.received.length > 0, promptlyMs);
    await makeEvents(service.ctx, count, { merchantId: stranger.merchantId });
    const seen = () => receivers.map(({ received }) => received.length);
    await until(
      () => own.received.length === count && other.received.length === count,
      promptlyMs,
      () => `received: ${seen()}`,
    );
    // Not one of the hanging requests has ended yet, and there are no more of them than may be.
    expect(held.open()).toBe(hanging.received.length);
    expect(held.most()).toBeLessThanOrEqual(maxPerEndpoint);
    expect(slow.received.length).toBeGreaterThan(0);
    const refused = (await historyOf(service, refusing.endpoint_id)).flatMap(({ attempts }) => attempts);
    for (const { http_status, error } of refused)
      expect([http_status, error]).toEqual([null, expect.any(String)]);
  });

  it('an endpoint that hangs has at most its share of requests, and fewer once it has failed', async () => {
    const hanging = await newReceiver();
    held = hold([hanging]);
    const { endpoint_id } = await addEndpoint(service, `${hanging.url}/hanging`);
    await makeEvents(service.ctx, 200, { merchantId: service.merchantId });
    await until(() => held?.open() === maxPerEndpoint, promptlyMs);
    const firstRound = hanging.received.length;
    await until(() => hanging.received.length > firstRound, 20_000);
    expect(firstRound).toBe(maxPerEndpoint);
    expect(held.most()).toBe(maxPerEndpoint);
    await until(
      () => (held?.open() ?? 0) <= maxPerFailing,
      promptlyMs,
      () => `${held?.open()} open`,
    );
    expect(hanging.received.length - firstRound).toBeLessThanOrEqual(maxPerFailing);
    const history = await historyOf(service, endpoint_id);
    const failed = history.flatMap(({ attempts }) => attempts);
    for (const { error } of failed) expect(error).toContain('within 10 seconds');
  }, 40_000);

  it('healthy endpoints get everything while others on the same host hang', async () => {
    const stranger = await service.createMerchant();
    const host = await newReceiver();
    const healthy = (path: string) => host.received.filter((one) => one.path === path).length;
    held = hold([host], ({ path }, response) => {
      if (path.startsWith('/hanging')) return false;
      response.end('ok');
      return true;
    });
    for (let n = 0; n < 5; n++) await addEndpoint(service, `${host.url}/hanging-${n}`);
    await makeEvents(service.ctx, 50, { merchantId: service.merchantId });
    await until(
      () => (held?.open() ?? 0) >= 32,
      promptlyMs,
      () => `${held?.open()} open`,
    );
    const own = await addEndpoint(service, `${host.url}/own`);
    await addEndpoint(service, `${host.url}/other`, { key: stranger.testKey });
    await makeEvents(service.ctx, 20, { merchantId: stranger.merchantId });
    await makeEvents(service.ctx, 20, { merchantId: service.merchantId });
    await until(
      () => healthy('/own') === 20 && healthy('/other') === 20,
      promptlyMs,
      () => `own ${healthy('/own')}, other ${healthy('/other')}, hanging ${held?.open()}`,
    );
    await until(
      async () => (await historyOf(service, own.endpoint_id)).every(({ status }) => status === 'succeeded'),
      promptlyMs,
    );
  });
});

describe('a merchant with fifty hanging endpoints and thousands of due deliveries', () => {
  it('has at most its share of requests, and others get theirs meanwhile', async () => {
    const stranger = await service.createMerchant();
    const other = await newReceiver();
    await addEndpoint(service, `${other.url}/other`, { key: stranger.testKey });
    const hanging = await Promise.all(Array.from({ length: 50 }, newReceiver));
    held = hold(hanging);
    for (const { url } of hanging) await addEndpoint(service, `${url}/hanging`);
    await makeEvents(service.ctx, 60, { merchantId: service.merchantId });
    await until(
      () => (held?.open() ?? 0) >= maxPerMerchant - 1,
      promptlyMs,
      () => `${held?.open()} open`,
    );
    const count = 100;
    await makeEvents(service.ctx, count, { merchantId: stranger.merchantId });
    await until(
      () => other.received.length === count,
      promptlyMs,
      () => `${other.received.length} of ${count} arrived, ${held?.open()} open`,
    );
    expect(held.open()).toBe(hanging.reduce((sum, { received }) => sum + received.length, 0));
    expect(held.most()).toBeLessThanOrEqual(maxPerMerchant);
  });
});
