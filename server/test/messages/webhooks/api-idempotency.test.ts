import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectFailure, unlimited } from '../../payments/support.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { deliveriesOf, fewConnections, makeEndpoint, sendTest, unknownLike } from './api-support.ts';
import { type Receiver, startReceiver } from './receiver.ts';

let service: TestService;
let receiver: Receiver;
let endpointId: string;
let firstSecret: string;
beforeAll(async () => {
  [service, receiver] = await Promise.all([
    startTestService({ env: fewConnections, requestsPerMinute: unlimited }),
    startReceiver(),
  ]);
});
afterAll(async () => {
  await service.stop();
  await receiver.close();
});
beforeEach(async () => {
  receiver.received.length = 0;
  const made = await makeEndpoint(service, { url: receiver.url, events: ['refund.failed'] });
  ({ endpoint_id: endpointId, secret: firstSecret } = made);
  return async () => {
    await service.call('DELETE', `/webhooks/endpoints/${endpointId}`);
  };
});

let keys = 0;
const nextKey = () => `key-${++keys}`;
const post = (path: string, key: string, body?: unknown) =>
  service.call('POST', `/webhooks${path}`, {
    headers: { 'idempotency-key': key },
    ...(body === undefined ? {} : { body }),
  });

const sampleOf = (eventType: string) => ({ endpoint_id: endpointId, event_type: eventType });
const newEndpoint = () => ({ url: receiver.url, events: ['invoice.paid'] });

type Operation = (key: string) => ReturnType<typeof post>;
const operations: [string, Operation][] = [
  ['creating an endpoint', (key) => post('/endpoints', key, newEndpoint())],
  ['rotating a secret', (key) => post(`/endpoints/${endpointId}/rotate_secret`, key)],
  ['sending a test delivery', (key) => post('/test', key, sampleOf('invoice.paid'))],
];

async function endpointCount(): Promise<number> {
  return (await service.call('GET', '/webhooks/endpoints?limit=100')).json.data.length;
}

describe.each(operations)('%s with an Idempotency-Key', (_name, operate) => {
  it('again is answered byte for byte as the first time, secret and all', async () => {
    const key = nextKey();
    const first = await operate(key);
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    const before = await endpointCount();
    for (let i = 0; i < 3; i++) {
      const again = await operate(key);
      expect([again.status, again.text]).toEqual([first.status, first.text]);
      expect(again.headers.get('idempotent-replayed')).toBe('true');
    }
    expect(await endpointCount()).toBe(before);
  });

  it('ten times at once gets one answer ten times', async () => {
    const key = nextKey();
    const answers = await Promise.all(Array.from({ length: 10 }, () => operate(key)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    const replays = answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true');
    expect(replays).toHaveLength(9);
  });
});

describe('what a replay does not do again', () => {
  it('rotate: the secret of the first answer goes on signing, beside the one before it', async () => {
    const key = nextKey();
    const { secret } = (await post(`/endpoints/${endpointId}/rotate_secret`, key)).json.data;
    await post(`/endpoints/${endpointId}/rotate_secret`, key);
    await sendTest(service, endpointId);
    const [one] = receiver.received;
    const body = one?.body ?? '';
    const hex = (one: string) => createHmac('sha256', one).update(body).digest('hex');
    expect(one?.headers['x-service-signature']).toBe(hex(secret));
    expect(one?.headers['x-service-signature-previous']).toBe(hex(firstSecret));
  });

  it('send: the receiver sees one test delivery, however often it is asked for', async () => {
    const key = nextKey();
    for (let i = 0; i < 3; i++) await post('/test', key, sampleOf('invoice.paid'));
    expect(await deliveriesOf(service, endpointId)).toHaveLength(1);
    expect(receiver.received).toHaveLength(1);
  });

  it('send: the receiver sees one test delivery of ten asked for at once', async () => {
    const key = nextKey();
    const all = Array.from({ length: 10 }, () => post('/test', key, sampleOf('invoice.paid')));
    await Promise.all(all);
    expect(await deliveriesOf(service, endpointId)).toHaveLength(1);
    expect(receiver.received).toHaveLength(1);
  });

  it('retry: a replay answers as then and makes nothing due', async () => {
    const { delivery_id: id } = await sendTest(service, endpointId);
    const key = nextKey();
    const first = await post(`/deliveries/${id}/retry`, key);
    expect(first.json.data.status).toBe('pending');
    await service.runDue();
    const again = await post(`/deliveries/${id}/retry`, key);
    expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([first.text, 'true']);
    await service.runDue();
    expect(receiver.received).toHaveLength(2);
    expect((await deliveriesOf(service, endpointId))[0].status).toBe('succeeded');
  });

  it('fail: each of several test deliveries at once to an unknown endpoint is refused with 404', async () => {
    const key = nextKey();
    const body = { endpoint_id: unknownLike(endpointId), event_type: 'invoice.paid' };
    const answers = await Promise.all(Array.from({ length: 5 }, () => post('/test', key, body)));
    for (const answer of answers) expectFailure(answer, { status: 404, code: 'WEBHOOK_ENDPOINT_NOT_FOUND' });
    expect((await post('/test', key, sampleOf('invoice.paid'))).status, 'no key was kept').toBe(200);
  });

  it('fail: a refused request keeps no key, so that a corrected one works', async () => {
    const key = nextKey();
    const wrong = await post('/endpoints', key, { url: 'nope', events: ['*'] });
    expectFailure(wrong, { code: 'INVALID_URL', field: 'url' });
    expect((await post('/endpoints', key, newEndpoint())).status).toBe(201);
  });
});

describe('a key that was used for something else', () => {
  it('is refused, whatever the operation', async () => {
    const { delivery_id: id } = await sendTest(service, endpointId);
    const key = nextKey();
    await post('/endpoints', key, newEndpoint());
    const refusal = { status: 409, code: 'IDEMPOTENCY_CONFLICT', field: 'Idempotency-Key' };
    const others = [
      post('/endpoints', key, { ...newEndpoint(), description: 'other' }),
      post(`/endpoints/${endpointId}/rotate_secret`, key),
      post(`/deliveries/${id}/retry`, key),
      post('/test', key, sampleOf('invoice.paid')),
    ];
    for (const answer of await Promise.all(others)) expectFailure(answer, refusal);
    expect(receiver.received, 'nothing was sent').toHaveLength(1);
  });
});
