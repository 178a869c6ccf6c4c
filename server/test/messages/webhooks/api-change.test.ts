import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectFailure, unlimited } from '../../payments/support.ts';
import { startTestService, type TestMerchant, type TestService } from '../../support/service.ts';
import { completePayment, makeEndpoint, sendTest, shownEndpoint, unknownLike } from './api-support.ts';
import { type Receiver, startReceiver } from './receiver.ts';

let service: TestService;
let receiver: Receiver;
let shop: TestMerchant;
beforeAll(async () => {
  [service, receiver] = await Promise.all([
    startTestService({ requestsPerMinute: unlimited }),
    startReceiver(),
  ]);
});
afterAll(async () => {
  await service.stop();
  await receiver.close();
});
beforeEach(async () => {
  shop = await service.createMerchant();
  receiver.received.length = 0;
});

const call = (method: string, path: string, body?: unknown, key = shop.testKey) =>
  service.call(method, path, { key, ...(body === undefined ? {} : { body }) });
const patch = (id: string, body: unknown) => call('PATCH', `/webhooks/endpoints/${id}`, body);

/** An endpoint at the receiver, as it is shown from then on. */
async function make(body = {}) {
  const { secret: _secret, ...shown } = await makeEndpoint(
    service,
    { url: receiver.url, description: 'Before', events: ['payment.completed'], ...body },
    { key: shop.testKey },
  );
  return shown;
}

describe('PATCH /webhooks/endpoints/:endpoint_id', () => {
  it.each([
    ['url', 'http://127.0.0.1:1/new'],
    ['events', ['refund.failed', 'invoice.paid']],
    ['description', 'After'],
    ['status', 'disabled'],
  ])('changes %s and nothing else', async (field, value) => {
    const before = await make();
    const answer = await patch(before.endpoint_id, { [field]: value });
    expect(answer.status).toBe(200);
    expect(answer.json.data).toEqual({ ...before, [field]: value });
    expect(await shownEndpoint(service, before.endpoint_id, shop.testKey)).toEqual(answer.json.data);
  });

  it('changes all of them at once', async () => {
    const before = await make();
    const changes = { url: 'http://127.0.0.1:1/', events: ['*'], description: '', status: 'disabled' };
    expect((await patch(before.endpoint_id, changes)).json.data).toEqual({ ...before, ...changes });
  });

  it('changes nothing when nothing is supplied, or only null, or only unknown fields', async () => {
    const before = await make();
    const nothing = { url: null, events: null, description: null, status: null };
    for (const body of [{}, nothing, { secret: 'x', endpoint_id: 'we_x', created_at: 'now' }]) {
      expect((await patch(before.endpoint_id, body)).json.data).toEqual(before);
    }
  });

  it('changes nothing when one of several fields is refused', async () => {
    const before = await make();
    const answer = await patch(before.endpoint_id, { description: 'After', status: 'gone' });
    expectFailure(answer, { code: 'INVALID_PARAMETER', field: 'status' });
    expect(await shownEndpoint(service, before.endpoint_id, shop.testKey)).toEqual(before);
  });

  it.each([
    ['status', 'deleted', 'INVALID_PARAMETER'],
    ['status', true, 'INVALID_PARAMETER'],
    ['events', [], 'INVALID_PARAMETER'],
    ['events', ['nope'], 'INVALID_PARAMETER'],
    ['events', 'payment.completed', 'INVALID_PARAMETER'],
    ['description', 'x'.repeat(501), 'DESCRIPTION_TOO_LONG'],
    ['url', 'shop.example', 'INVALID_URL'],
  ])('refuses %s %j', async (field, value, code) => {
    const { endpoint_id } = await make();
    expectFailure(await patch(endpoint_id, { [field]: value }), { code, field });
  });

  it('of status stops deliveries of new events, and starts them again', async () => {
    const { endpoint_id } = await make();
    await patch(endpoint_id, { status: 'disabled' });
    await completePayment(service, shop.testKey);
    await service.runDue();
    expect(receiver.received).toEqual([]);
    expect((await patch(endpoint_id, { status: 'enabled' })).json.data.status).toBe('enabled');
    const paymentId = await completePayment(service, shop.testKey);
    await service.runDue();
    expect(receiver.received.map(({ body }) => JSON.parse(body).data.payment_id)).toEqual([paymentId]);
  });

  it('of events decides which events are sent from then on', async () => {
    const { endpoint_id } = await make();
    await patch(endpoint_id, { events: ['payment.processing'] });
    await completePayment(service, shop.testKey);
    await service.runDue();
    expect(receiver.received.map(({ headers }) => headers['x-service-event'])).toEqual([
      'payment.processing',
    ]);
  });

  it('of url sends what is still due to the new one', async () => {
    const { endpoint_id } = await make({ url: 'http://127.0.0.1:1/' });
    await completePayment(service, shop.testKey);
    await patch(endpoint_id, { url: `${receiver.url}/new` });
    await service.runDue();
    expect(receiver.received.map(({ path }) => path)).toEqual(['/new']);
  });
});

describe('DELETE /webhooks/endpoints/:endpoint_id', () => {
  it('answers the id and deleted, and nothing is sent to it any more, not even what was due', async () => {
    const { endpoint_id } = await make();
    await completePayment(service, shop.testKey);
    const answer = await call('DELETE', `/webhooks/endpoints/${endpoint_id}`);
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({ success: true, data: { endpoint_id, deleted: true } });
    await completePayment(service, shop.testKey);
    await service.runDue();
    expect(receiver.received).toEqual([]);
    expect((await call('GET', '/webhooks/endpoints')).json.data).toEqual([]);
  });

  it('asked for ten times at once, answers that it is deleted or not there, and it is gone', async () => {
    const { endpoint_id } = await make();
    const deletions = Array.from({ length: 10 }, () => call('DELETE', `/webhooks/endpoints/${endpoint_id}`));
    const statuses = (await Promise.all(deletions)).map(({ status }) => status);
    expect(statuses).toContain(200);
    expect(statuses.filter((status) => status !== 200 && status !== 404)).toEqual([]);
    expect(await shownEndpoint(service, endpoint_id, shop.testKey)).toBeUndefined();
  });
});

/** Everything that can be asked of one endpoint. */
const operations: [string, (id: string, key: string) => ReturnType<typeof call>][] = [
  ['PATCH', (id, key) => call('PATCH', `/webhooks/endpoints/${id}`, { description: 'x' }, key)],
  ['DELETE', (id, key) => call('DELETE', `/webhooks/endpoints/${id}`, undefined, key)],
  ['rotate_secret', (id, key) => call('POST', `/webhooks/endpoints/${id}/rotate_secret`, undefined, key)],
  ['deliveries', (id, key) => call('GET', `/webhooks/endpoints/${id}/deliveries`, undefined, key)],
  ['test', (id, key) => call('POST', '/webhooks/test', { endpoint_id: id, event_type: 'invoice.paid' }, key)],
];

describe.each(operations)('%s of an endpoint', (_name, operate) => {
  const unknown = { status: 404, code: 'WEBHOOK_ENDPOINT_NOT_FOUND' };

  it('that was deleted, or never was, is 404', async () => {
    const { endpoint_id } = await make();
    await call('DELETE', `/webhooks/endpoints/${endpoint_id}`);
    for (const id of [endpoint_id, unknownLike(endpoint_id), 'we_', 'we_x', shop.merchantId, '%00'])
      expectFailure(await operate(id, shop.testKey), unknown);
  });

  it('of another merchant is 404, whatever the environment, and changes nothing', async () => {
    const before = await make();
    const other = await service.createMerchant();
    for (const key of [other.testKey, other.liveKey])
      expectFailure(await operate(before.endpoint_id, key), unknown);
    expect(await shownEndpoint(service, before.endpoint_id, shop.testKey)).toEqual(before);
    expect(receiver.received).toEqual([]);
  });

  it('of the other environment is KEY_ENVIRONMENT_MISMATCH, and changes nothing', async () => {
    const before = await make();
    const refusal = { status: 401, code: 'KEY_ENVIRONMENT_MISMATCH' };
    expectFailure(await operate(before.endpoint_id, shop.liveKey), refusal);
    expect(await shownEndpoint(service, before.endpoint_id, shop.testKey)).toEqual(before);
    expect(receiver.received).toEqual([]);
    await sendTest(service, before.endpoint_id, 'invoice.paid', { key: shop.testKey });
    expect(receiver.received[0]?.headers).not.toHaveProperty('x-service-signature-previous');
  });
});
