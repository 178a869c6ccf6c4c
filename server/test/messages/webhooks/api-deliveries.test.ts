import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectFailure, unlimited } from '../../payments/support.ts';
import { manualClock } from '../../support/clock.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { completePayment, deliveriesOf, makeEndpoint, sendTest, unknownLike } from './api-support.ts';
import { type Receiver, startReceiver } from './receiver.ts';

const hourMs = 60 * 60 * 1000;
const clock = manualClock();
let service: TestService;
let receiver: Receiver;
beforeAll(async () => {
  [service, receiver] = await Promise.all([
    startTestService({ clock, requestsPerMinute: unlimited }),
    startReceiver(),
  ]);
});
afterAll(async () => {
  await service.stop();
  await receiver.close();
});
let endpointId: string;
beforeEach(async () => {
  receiver.received.length = 0;
  receiver.behave((_received, response) => response.end('ok'));
  const made = await makeEndpoint(service, { url: receiver.url, events: ['payment.completed'] });
  endpointId = made.endpoint_id;
  return async () => {
    await service.call('DELETE', `/webhooks/endpoints/${endpointId}`);
  };
});

const list = (query = '', key = service.testKey) =>
  service.call('GET', `/webhooks/endpoints/${endpointId}/deliveries${query}`, { key });
const retry = (id: string, key = service.testKey) =>
  service.call('POST', `/webhooks/deliveries/${id}/retry`, { key });
const answerWith = (status: number) =>
  receiver.behave((_received, response) => response.writeHead(status).end(`it is ${status}`));

/** A delivery that failed its seven attempts. */
async function failedDelivery(): Promise<string> {
  answerWith(503);
  await completePayment(service);
  // Soon enough after each other that the endpoint does not count as failing for days.
  for (const hours of [1, 1, 1, 3, 9, 27, 0]) {
    await service.runDue();
    clock.advance(hours * hourMs);
  }
  const [delivery] = await deliveriesOf(service, endpointId);
  expect(delivery).toMatchObject({ status: 'failed', next_attempt_at: null });
  return delivery.delivery_id;
}

describe('the deliveries of an endpoint', () => {
  it('are none at first', async () => {
    expect((await list()).json).toEqual({ success: true, data: [], has_more: false });
  });

  it('are pending with the time of the next attempt, then succeeded without one', async () => {
    await completePayment(service);
    const [pending] = await deliveriesOf(service, endpointId);
    expect(pending).toEqual({
      delivery_id: expect.stringMatching(/^del_[0-9a-z]{26}$/),
      event_id: expect.stringMatching(/^evt_[0-9a-z]{26}$/),
      event_type: 'payment.completed',
      status: 'pending',
      next_attempt_at: clock.now().toISOString(),
      created_at: clock.now().toISOString(),
      attempts: [],
    });
    await service.runDue();
    const [done] = await deliveriesOf(service, endpointId);
    expect(done).toMatchObject({ status: 'succeeded', next_attempt_at: null });
    expect(done.attempts).toHaveLength(1);
  });

  it('show all attempts in order, each with its own id, status, body and time', async () => {
    await failedDelivery();
    const [{ attempts }] = await deliveriesOf(service, endpointId);
    expect(attempts.map((one: { attempt: number }) => one.attempt)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    const sentIds = receiver.received.map(({ headers }) => headers['x-service-delivery-id']);
    expect(attempts.map((one: { attempt_id: string }) => one.attempt_id)).toEqual(sentIds);
    const times = attempts.map((one: { attempted_at: string }) => one.attempted_at);
    expect(times).toEqual(times.toSorted());
    for (const one of attempts)
      expect(one).toMatchObject({
        http_status: 503,
        response_body: 'it is 503',
        error: 'responded with 503',
      });
  });

  it('are listed newest first, 20 unless told otherwise, and paged by cursors', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 21; i++) {
      clock.advance(i % 2);
      ids.unshift((await sendTest(service, endpointId)).delivery_id);
    }
    const page = async (query: string) => {
      const { json } = await list(query);
      return [json.data.map((one: { delivery_id: string }) => one.delivery_id), json.has_more];
    };
    expect(await page('')).toEqual([ids.slice(0, 20), true]);
    expect(await page('?limit=21')).toEqual([ids, false]);
    expect(await page(`?limit=2&starting_after=${ids[3]}`)).toEqual([ids.slice(4, 6), true]);
    expect(await page(`?starting_after=${ids[20]}`)).toEqual([[], false]);
    expect(await page(`?limit=2&ending_before=${ids[5]}`)).toEqual([ids.slice(3, 5), true]);
  });

  it('are those of one event when it is named, whether it happened or was a test', async () => {
    await completePayment(service);
    clock.advance(1);
    const test = await sendTest(service, endpointId);
    clock.advance(1);
    await completePayment(service);
    const all = await deliveriesOf(service, endpointId);
    expect(all).toHaveLength(3);
    for (const one of all) {
      const answer = await list(`?event_id=${one.event_id}`);
      expect(answer.json).toEqual({ success: true, data: [one], has_more: false });
    }
    for (const other of [unknownLike(test.event_id), 'evt_', 'x', 'x'.repeat(100)])
      expect((await list(`?event_id=${other}`)).json.data).toEqual([]);
  });

  it('are those with one status when it is named, and paged like all', async () => {
    answerWith(500);
    const failed = [await sendTest(service, endpointId), await sendTest(service, endpointId)];
    answerWith(200);
    const succeeded = await sendTest(service, endpointId);
    await completePayment(service);
    const [pending] = await deliveriesOf(service, endpointId);
    const ids = async (query: string) =>
      (await deliveriesOf(service, endpointId, query)).map((one) => one.delivery_id);
    const [older, newer] = failed.map((one) => one.delivery_id);
    expect(await ids('?status=failed')).toEqual([newer, older]);
    expect(await ids('?status=failed&limit=1')).toEqual([newer]);
    expect(await ids(`?status=failed&limit=1&starting_after=${newer}`)).toEqual([older]);
    expect(await ids(`?status=failed&ending_before=${older}`)).toEqual([newer]);
    expect(await ids('?status=succeeded')).toEqual([succeeded.delivery_id]);
    expect(await ids('?status=pending')).toEqual([pending.delivery_id]);
    expect(await ids(`?status=pending&starting_after=${pending.delivery_id}`)).toEqual([]);
    expect(await ids(`?status=failed&event_id=${succeeded.event_id}`)).toEqual([]);
    for (const status of ['done', ''])
      expectFailure(await list(`?status=${status}`), { code: 'INVALID_PARAMETER', field: 'status' });
  });

  it('take a limit of 1 to 100', async () => {
    for (const limit of [1, 100]) expect((await list(`?limit=${limit}`)).status).toBe(200);
    for (const limit of ['0', '101', 'x', '1.5'])
      expectFailure(await list(`?limit=${limit}`), { code: 'INVALID_PARAMETER', field: 'limit' });
  });

  it('are those of this endpoint alone, also from a cursor of another one', async () => {
    const own = (await sendTest(service, endpointId)).delivery_id;
    const other = (await makeEndpoint(service, { url: receiver.url, events: ['refund.failed'] })).endpoint_id;
    await sendTest(service, other);
    clock.advance(1);
    const cursor = (await sendTest(service, other)).delivery_id;
    const shown = await deliveriesOf(service, endpointId, `?starting_after=${cursor}`);
    expect(shown.map((one) => one.delivery_id)).toEqual([own]);
  });

  it('do not go on from a cursor that is no delivery of this merchant', async () => {
    const { delivery_id: id } = await sendTest(service, endpointId);
    for (const cursor of [unknownLike(id), 'x', endpointId])
      expectFailure(await list(`?starting_after=${cursor}`), { status: 404, code: 'NOT_FOUND' });
  });
});

describe('POST /webhooks/deliveries/:delivery_id/retry', () => {
  it('makes a failed delivery due at once, and it succeeds as attempt eight', async () => {
    const id = await failedDelivery();
    answerWith(200);
    const answer = await retry(id);
    expect(answer.status).toBe(200);
    const [listed] = await deliveriesOf(service, endpointId);
    expect(answer.json.data).toEqual(listed);
    expect(listed).toMatchObject({ status: 'pending', next_attempt_at: clock.now().toISOString() });
    expect(listed.attempts).toHaveLength(7);
    await service.runDue();
    const [done] = await deliveriesOf(service, endpointId);
    expect(done).toMatchObject({ delivery_id: id, status: 'succeeded', next_attempt_at: null });
    expect(done.attempts[7]).toMatchObject({ attempt: 8, http_status: 200, error: null });
    const bodies = new Set(receiver.received.map(({ body }) => body));
    expect(bodies.size).toBe(1);
  });

  it('is one attempt: when it fails too, the delivery is failed again and left alone', async () => {
    const id = await failedDelivery();
    await retry(id);
    await service.runDue();
    clock.advance(48 * hourMs);
    await service.runDue();
    const [delivery] = await deliveriesOf(service, endpointId);
    expect(delivery).toMatchObject({ status: 'failed', next_attempt_at: null });
    expect(delivery.attempts).toHaveLength(8);
  });

  it('sends one that succeeded once more', async () => {
    const { delivery_id: id } = await sendTest(service, endpointId);
    expect((await retry(id)).json.data.status).toBe('pending');
    await service.runDue();
    const [delivery] = await deliveriesOf(service, endpointId);
    expect(delivery.status).toBe('succeeded');
    expect(delivery.attempts.map((one: { attempt: number }) => one.attempt)).toEqual([1, 2]);
  });

  it('asked for ten times at once, sends once', async () => {
    const id = await failedDelivery();
    answerWith(200);
    receiver.received.length = 0;
    await Promise.all(Array.from({ length: 10 }, () => retry(id)));
    await service.runDue();
    expect(receiver.received).toHaveLength(1);
  });

  it('of an id that is not known, malformed or another merchant’s is 404', async () => {
    const { delivery_id: id } = await sendTest(service, endpointId);
    const other = await service.createMerchant();
    const unknown = { status: 404, code: 'NOT_FOUND' };
    for (const wrong of [unknownLike(id), 'del_', 'x', id.replace('del_', 'evt_')])
      expectFailure(await retry(wrong), unknown);
    for (const key of [other.testKey, other.liveKey]) expectFailure(await retry(id, key), unknown);
  });

  it('of the other environment is KEY_ENVIRONMENT_MISMATCH', async () => {
    const { delivery_id: id } = await sendTest(service, endpointId);
    expectFailure(await retry(id, service.liveKey), { status: 401, code: 'KEY_ENVIRONMENT_MISMATCH' });
  });

  it('of a deleted endpoint is 404, and nothing is sent', async () => {
    const id = await failedDelivery();
    await service.call('DELETE', `/webhooks/endpoints/${endpointId}`);
    receiver.received.length = 0;
    expectFailure(await retry(id), { status: 404, code: 'WEBHOOK_ENDPOINT_NOT_FOUND' });
    await service.runDue();
    expect(receiver.received).toEqual([]);
  });

  it('of a test delivery that failed is one attempt too: test deliveries are not retried by themselves', async () => {
    answerWith(500);
    const { delivery_id: id } = await sendTest(service, endpointId);
    await retry(id);
    await service.runDue();
    clock.advance(48 * hourMs);
    await service.runDue();
    expect(receiver.received).toHaveLength(2);
    const [delivery] = await deliveriesOf(service, endpointId);
    expect(delivery.status).toBe('failed');
  });
});
