import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { unlimited } from '../../payments/support.ts';
import { manualClock } from '../../support/clock.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { completePayment, fewConnections, makeEndpoint, sendTest, shownEndpoint } from './api-support.ts';
import { type Received, type Receiver, startReceiver } from './receiver.ts';

const dayMs = 24 * 60 * 60 * 1000;
// The verifier compares timestamps with the real time, so the clock starts there.
const clock = manualClock(Date.now() - dayMs);
let service: TestService;
let receiver: Receiver;
beforeAll(async () => {
  [service, receiver] = await Promise.all([
    startTestService({ clock, env: fewConnections, requestsPerMinute: unlimited }),
    startReceiver(),
  ]);
});
afterAll(async () => {
  await service.stop();
  await receiver.close();
});
beforeEach(() => {
  receiver.received.length = 0;
});

const make = (events = ['refund.failed']) => makeEndpoint(service, { url: receiver.url, events });
const rotate = (id: string) => service.call('POST', `/webhooks/endpoints/${id}/rotate_secret`);
const hex = (secret: string, body: string) => createHmac('sha256', secret).update(body).digest('hex');

/** What a test delivery to the endpoint brings. */
async function receivedNow(endpointId: string): Promise<Received> {
  expect((await sendTest(service, endpointId)).success).toBe(true);
  const last = receiver.received.at(-1);
  if (!last) throw new Error('nothing received');
  return last;
}

function expectSignedBy({ headers, body }: Received, current: string, previous?: string): void {
  expect(headers['x-service-signature']).toBe(hex(current, body));
  expect(headers['x-service-signature-previous']).toBe(previous && hex(previous, body));
  const signatures = String(headers['webhook-signature']).split(' ');
  expect(signatures).toHaveLength(previous ? 2 : 1);
  const [first = '', second] = signatures;
  const sign = (secret: string) =>
    new Webhook(secret).sign(
      String(headers['webhook-id']),
      new Date(Number(headers['webhook-timestamp']) * 1000),
      body,
    );
  expect(first).toBe(sign(current));
  expect(second).toBe(previous && sign(previous));
}

describe('POST /webhooks/endpoints/:endpoint_id/rotate_secret', () => {
  it('answers 200 with the endpoint and a new secret, shown then and never again', async () => {
    const { secret, ...endpoint } = await make();
    const answer = await rotate(endpoint.endpoint_id);
    expect(answer.status).toBe(200);
    expect(answer.json.data).toEqual({
      ...endpoint,
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    });
    expect(answer.json.data.secret).not.toBe(secret);
    expect(await shownEndpoint(service, endpoint.endpoint_id)).toEqual(endpoint);
  });

  it('lets the old secret sign beside the new one for 24 hours, and no longer', async () => {
    const { endpoint_id: id, secret: old } = await make();
    expectSignedBy(await receivedNow(id), old);
    const { secret } = (await rotate(id)).json.data;
    expectSignedBy(await receivedNow(id), secret, old);
    clock.advance(dayMs - 1);
    expectSignedBy(await receivedNow(id), secret, old);
    clock.advance(1);
    expectSignedBy(await receivedNow(id), secret);
  });

  it('counts for deliveries of events too, by the time of the attempt', async () => {
    const { endpoint_id: id, secret: old } = await make(['payment.completed']);
    await completePayment(service);
    const { secret } = (await rotate(id)).json.data;
    await service.runDue();
    expectSignedBy(receiver.received[0] as Received, secret, old);
    await completePayment(service);
    clock.advance(dayMs);
    await service.runDue();
    expectSignedBy(receiver.received[1] as Received, secret);
  });

  it('twice in a day leaves the last two secrets, and the first one signs no more', async () => {
    const { endpoint_id: id } = await make();
    const second = (await rotate(id)).json.data.secret;
    clock.advance(1000);
    const third = (await rotate(id)).json.data.secret;
    expectSignedBy(await receivedNow(id), third, second);
  });

  it('ten times at once leaves a pair of secrets that were given out', async () => {
    const { endpoint_id: id, secret } = await make();
    const answers = await Promise.all(Array.from({ length: 10 }, () => rotate(id)));
    const given = [secret, ...answers.map(({ json }) => json.data.secret)];
    expect(new Set(given).size).toBe(11);
    const { headers, body } = await receivedNow(id);
    const signers = given.filter((one) =>
      [headers['x-service-signature'], headers['x-service-signature-previous']].includes(hex(one, body)),
    );
    expect(signers).toHaveLength(2);
  });
});
