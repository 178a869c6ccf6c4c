import { afterEach, beforeEach, expect, it } from 'vitest';
import { createSender, type Sender } from '../../../src/messages/webhooks/deliveries/sender.ts';
import { createResolver, type Resolver } from '../../../src/platform/dns/resolver.ts';
import { unlimited } from '../../payments/support.ts';
import { type DnsServer, startDnsServer } from '../../platform/dns/dns-server.ts';
import { until } from '../../support/process.ts';
import { startTestService, type TestMerchant, type TestService } from '../../support/service.ts';
import { makeHostileMerchants } from './hostile-support.ts';
import { type RawReceiver, startRawReceiver } from './raw-receiver.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { addEndpoint, deliveryCounts, makeEvents } from './worker-support.ts';

const patienceMs = 100_000;
/** What is not for endpoints whose last attempt succeeded. */
const secondLane = 128;

let dns: DnsServer;
let resolver: Resolver;
let healthy: Receiver;
let raw: RawReceiver;
let service: TestService;
let shop: TestMerchant;
/** Attempts under way at hostile endpoints, and the most there were at once. */
let hostile: { open: number; most: number };

beforeEach(async () => {
  dns = await startDnsServer();
  dns.names.set('shop.test', { addresses: ['127.0.0.1'] });
  resolver = createResolver({ servers: [dns.address], deadlineMs: 5000 });
  healthy = await startReceiver();
  raw = await startRawReceiver(() => {});
  hostile = { open: 0, most: 0 };
  service = await startTestService({
    workers: true,
    requestsPerMinute: unlimited,
    resolve: resolver.resolve,
    sender: senderForAll(),
  });
  shop = await service.createMerchant();
});
afterEach(async () => {
  await service.stop();
  await raw.close();
  await healthy.close();
  await dns.close();
});

/** Counts hostile attempts. Those of the shop are neither late nor slow, however busy the machine is. */
function senderForAll(): Sender {
  const impatient = createSender({ resolver, deadlineMs: 3000 });
  const patient = createSender({ resolver, deadlineMs: patienceMs });
  return {
    async send(outgoing) {
      if (outgoing.merchantId === shop.merchantId) return { ...(await patient.send(outgoing)), latencyMs: 1 };
      hostile.most = Math.max(hostile.most, ++hostile.open);
      return impatient.send(outgoing).finally(() => hostile.open--);
    },
    close: async () => {
      await Promise.all([impatient.close(), patient.close()]);
    },
  };
}

/** An endpoint of the shop with a host name, and one delivery that shows that it works. */
async function workingEndpoint(): Promise<string> {
  const url = healthy.url.replace('127.0.0.1', 'shop.test');
  const { endpoint_id } = await addEndpoint(service, url, { key: shop.testKey });
  await makeEvents(service.ctx, 1, { merchantId: shop.merchantId });
  const isPrompt = () =>
    service.ctx.db`select from webhook_endpoints where endpoint_id = ${endpoint_id} and is_prompt`;
  await until(async () => (await isPrompt()).length === 1, patienceMs);
  return endpoint_id;
}

async function expectAllAtFirstAttempt(endpointId: string, count: number): Promise<void> {
  const counts = () => deliveryCounts(service.ctx, endpointId);
  await until(async () => (await counts())['succeeded 1'] === count, patienceMs, counts);
  expect(await counts()).toEqual({ 'succeeded 1': count });
}

it('1,000 hostile merchants of every kind at once do not cost a healthy one a single attempt', async () => {
  const endpointId = await workingEndpoint();
  const flood = await startRawReceiver((socket) => {
    const more = () => {
      while (!socket.destroyed && socket.write('x-more: yes\r\n'.repeat(100)));
    };
    socket.write('HTTP/1.1 200 OK\r\n');
    socket.on('drain', more);
    more();
  });
  const silent = new URL(raw.url).host;
  const kinds = [
    (n: number) => `http://n${n}.hang.test/`,
    () => `https://${silent}/`,
    () => `http://${silent}/`,
    () => flood.url,
    () => 'http://127.0.0.1:1/',
  ];
  const urls = Array.from({ length: 1000 }, (_, n) => kinds[n % kinds.length]?.(n) ?? '');
  await makeHostileMerchants(service, urls, 3);
  await until(() => hostile.open >= secondLane / 2, patienceMs);
  for (let n = 0; n < 10; n++) {
    await makeEvents(service.ctx, 6, { merchantId: shop.merchantId });
    await new Promise((resolve) => setImmediate(resolve));
  }
  await expectAllAtFirstAttempt(endpointId, 61);
  expect(hostile.most).toBeLessThanOrEqual(secondLane);
  await flood.close();
});

it('names that never resolve hold up neither the names of others, nor creating an endpoint, nor stopping', async () => {
  const endpointId = await workingEndpoint();
  for (let n = 0; n < 20; n++) await addEndpoint(service, `http://n${n}.hang.test/`);
  for (let second = 0; second < 5; second++) {
    await makeEvents(service.ctx, 1, { merchantId: service.merchantId });
    await makeEvents(service.ctx, 10, { merchantId: shop.merchantId });
  }
  await until(() => hostile.open > 0, patienceMs);
  await expectAllAtFirstAttempt(endpointId, 51);
  const created = await service.call('POST', '/webhooks/endpoints', {
    key: service.liveKey,
    body: { url: 'https://live.hang.test/', events: ['*'] },
  });
  expect(created.status).toBe(201);
});
