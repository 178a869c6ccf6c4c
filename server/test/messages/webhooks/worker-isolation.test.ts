import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { unlimited } from '../../payments/support.ts';
import { until } from '../../support/process.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { type HoldingSender, holdingSender } from './holding-sender.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { addEndpoint, historyOf, makeEvents } from './worker-support.ts';

const patienceMs = 60_000;
const maxPerEndpoint = 16;
const maxPerFailing = 2;
const maxPerMerchant = 85;

let service: TestService;
let receivers: Receiver[];
let sender: HoldingSender;
beforeEach(async () => {
  receivers = [];
  // Hanging requests end when the test says, so what waits for one to end waits in vain.
  sender = holdingSender((url) => url.includes('/hanging'));
  service = await startTestService({ workers: true, requestsPerMinute: unlimited, sender });
});
afterEach(async () => {
  for (const receiver of receivers) await receiver.close();
  sender.release();
  await service.stop();
});

async function newReceiver(): Promise<Receiver> {
  const receiver = await startReceiver();
  receivers.push(receiver);
  return receiver;
}

/** It answers nothing to requests that are to hang, and the others at once. */
async function hangingReceiver(): Promise<Receiver> {
  const receiver = await newReceiver();
  receiver.behave(({ path }, response) => {
    if (!path.startsWith('/hanging')) response.end('ok');
  });
  return receiver;
}

describe('bad endpoints hold up nobody but themselves', () => {
  it('healthy endpoints of the same and other merchants get everything while one hangs, one refuses, one is slow', async () => {
    const stranger = await service.createMerchant();
    const [hanging, slow, own, other] = [
      await hangingReceiver(),
      await newReceiver(),
      await newReceiver(),
      await newReceiver(),
    ];
    slow.behave((_received, response) => setTimeout(() => response.end('slow'), 400));
    await addEndpoint(service, `${hanging.url}/hanging`);
    const refusing = await addEndpoint(service, 'http://127.0.0.1:1/refusing');
    await addEndpoint(service, `${slow.url}/slow`);
    await addEndpoint(service, `${own.url}/own`);
    await addEndpoint(service, `${other.url}/other`, { key: stranger.testKey });
    const count = 100;
    await makeEvents(service.ctx, count, { merchantId: service.merchantId });
    await until(() => hanging.received.length > 0, patienceMs);
    await makeEvents(service.ctx, count, { merchantId: stranger.merchantId });
    const seen = () => receivers.map(({ received }) => received.length);
    await until(
      () => own.received.length === count && other.received.length === count && slow.received.length > 0,
      patienceMs,
      () => `received: ${seen()}`,
    );
    expect(sender.open()).toBeGreaterThan(0);
    expect(sender.most()).toBeLessThanOrEqual(maxPerEndpoint);
    const refused = (await historyOf(service, refusing.endpoint_id)).flatMap(({ attempts }) => attempts);
    for (const { http_status, error } of refused)
      expect([http_status, error]).toEqual([null, expect.any(String)]);
  });

  it('an endpoint that hangs has at most its share of requests, and fewer once it has failed', async () => {
    const hanging = await hangingReceiver();
    const { endpoint_id } = await addEndpoint(service, `${hanging.url}/hanging`);
    await makeEvents(service.ctx, 100, { merchantId: service.merchantId });
    await until(() => sender.open() === maxPerEndpoint, patienceMs, sender.open);
    sender.handOver();
    const errors = async () =>
      (await historyOf(service, endpoint_id)).flatMap(({ attempts }) => attempts.map(({ error }) => error));
    await until(async () => (await errors()).length === maxPerEndpoint, patienceMs);
    for (const error of await errors()) expect(error).toContain('within 10 seconds');
    await until(() => sender.open() === maxPerFailing, patienceMs, sender.open);
    expect(sender.most()).toBe(maxPerEndpoint);
    expect(hanging.received.length).toBeLessThanOrEqual(maxPerEndpoint + maxPerFailing);
  });

  it('healthy endpoints get everything while others on the same host hang', async () => {
    const stranger = await service.createMerchant();
    const host = await hangingReceiver();
    const healthy = (path: string) => host.received.filter((one) => one.path === path).length;
    for (let n = 0; n < 5; n++) await addEndpoint(service, `${host.url}/hanging-${n}`);
    await makeEvents(service.ctx, 50, { merchantId: service.merchantId });
    await until(() => sender.open() >= 32, patienceMs, sender.open);
    const own = await addEndpoint(service, `${host.url}/own`);
    await addEndpoint(service, `${host.url}/other`, { key: stranger.testKey });
    await makeEvents(service.ctx, 20, { merchantId: stranger.merchantId });
    await makeEvents(service.ctx, 20, { merchantId: service.merchantId });
    await until(
      () => healthy('/own') === 20 && healthy('/other') === 20,
      patienceMs,
      () => `own ${healthy('/own')}, other ${healthy('/other')}, hanging ${sender.open()}`,
    );
    await until(
      async () => (await historyOf(service, own.endpoint_id)).every(({ status }) => status === 'succeeded'),
      patienceMs,
    );
  });
});

describe('a merchant with fifty hanging endpoints and thousands of due deliveries', () => {
  it('has at most its share of requests, and others get theirs meanwhile', async () => {
    const stranger = await service.createMerchant();
    const other = await newReceiver();
    await addEndpoint(service, `${other.url}/other`, { key: stranger.testKey });
    const hanging = await Promise.all(Array.from({ length: 50 }, hangingReceiver));
    for (const { url } of hanging) await addEndpoint(service, `${url}/hanging`);
    await makeEvents(service.ctx, 60, { merchantId: service.merchantId });
    await until(() => sender.open() >= maxPerMerchant - 1, patienceMs, sender.open);
    const count = 100;
    await makeEvents(service.ctx, count, { merchantId: stranger.merchantId });
    await until(
      () => other.received.length === count,
      patienceMs,
      () => `${other.received.length} of ${count} arrived, ${sender.open()} open`,
    );
    expect(sender.open()).toBeGreaterThanOrEqual(maxPerMerchant - 1);
    expect(sender.most()).toBeLessThanOrEqual(maxPerMerchant);
  });
});
