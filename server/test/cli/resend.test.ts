import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deliveriesOf, makeEndpoint, unknownLike } from '../messages/webhooks/api-support.ts';
import { type Receiver, startReceiver } from '../messages/webhooks/receiver.ts';
import { unlimited } from '../payments/support.ts';
import { causeway, until } from '../support/process.ts';
import { causewayHere } from '../support/process-here.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { allowForProcesses, type Laptop, makeLaptop, patienceMs, pay } from './dev-support.ts';

allowForProcesses();

let service: TestService;
let laptop: Laptop;
let receiver: Receiver;
let first: { endpoint_id: string };
let second: { endpoint_id: string };
let eventId: string;
beforeAll(async () => {
  [service, receiver] = await Promise.all([
    startTestService({ workers: true, requestsPerMinute: unlimited }),
    startReceiver(),
  ]);
  laptop = makeLaptop(service);
  first = await makeEndpoint(service, { url: `${receiver.url}/first`, events: ['payment.completed'] });
  second = await makeEndpoint(service, { url: `${receiver.url}/second`, events: ['*'] });
  await makeEndpoint(service, { url: `${receiver.url}/third`, events: ['refund.failed'] });
});
afterAll(async () => {
  await service.stop();
  await receiver.close();
  laptop.remove();
});
beforeEach(async () => {
  receiver.behave((_received, response) => response.end('ok'));
  receiver.received.length = 0;
  await pay(service);
  await until(() => receiver.received.length === 3, patienceMs);
  const [event] = (await service.call('GET', '/events?type=payment.completed&limit=1')).json.data;
  eventId = event.id;
  for (const { endpoint_id } of [first, second]) {
    const isDone = (one: { status: string }) => one.status === 'succeeded';
    await until(async () => (await deliveriesOf(service, endpoint_id)).every(isDone), patienceMs);
  }
  receiver.received.length = 0;
});

/** How many attempts were made to deliver the event. */
async function attempts(): Promise<number> {
  const deliveries = await Promise.all(
    [first, second].map(({ endpoint_id }) => deliveriesOf(service, endpoint_id)),
  );
  const ofEvent = deliveries.flat().filter(({ event_id }) => event_id === eventId);
  return ofEvent.reduce((sum, one) => sum + one.attempts.length, 0);
}

async function resend(args: string[], run = causewayHere) {
  const before = await attempts();
  const { code, stdout, stderr } = await run(['events', 'resend', ...args, '--json'], laptop.env);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const sent = JSON.parse(stdout);
  if (!sent.some(({ error }: { error: string | null }) => error === 'not sent yet')) return sent;
  // The machine was too busy for the time that the command waits. Once all is sent, it is asked again.
  await until(async () => (await attempts()) === before + sent.length, patienceMs);
  receiver.received.length = 0;
  return resend(args, run);
}

describe('events resend', () => {
  it('sends an event that was taken once more to every endpoint that selected it, and shows the answers', async () => {
    const sent = await resend([eventId], causeway);
    expect(receiver.received.map(({ path }) => path).sort()).toEqual(['/first', '/second']);
    for (const { body } of receiver.received) expect(JSON.parse(body).id).toBe(eventId);
    expect(sent).toHaveLength(2);
    for (const one of sent)
      expect(one).toEqual({
        endpoint_id: expect.stringMatching(/^we_/),
        url: expect.stringContaining(receiver.url),
        delivery_id: expect.stringMatching(/^del_/),
        status: 'succeeded',
        http_status: 200,
        latency_ms: expect.any(Number),
        error: null,
      });
  });

  it('sends it to one endpoint alone when that is named', async () => {
    expect(await resend([eventId, '--endpoint', first.endpoint_id])).toHaveLength(1);
    expect(receiver.received.map(({ path }) => path)).toEqual(['/first']);
  });

  it('shows the error of an endpoint that does not take it', async () => {
    receiver.behave((_received, response) => response.writeHead(500).end());
    const [sent] = await resend([eventId, '--endpoint', first.endpoint_id]);
    expect(sent).toMatchObject({ status: 'pending', http_status: 500, error: 'responded with 500' });
    receiver.behave((_received, response) => response.end('ok'));
    await resend([eventId, '--endpoint', first.endpoint_id]);
  });

  it('says of a disabled endpoint that it waits, and does not wait itself', async () => {
    const path = `/webhooks/endpoints/${second.endpoint_id}`;
    await service.call('PATCH', path, { body: { status: 'disabled' } });
    const [sent] = await resend([eventId, '--endpoint', second.endpoint_id]);
    expect(sent).toMatchObject({ status: 'pending', http_status: null });
    expect(sent.error).toContain('disabled');
    expect(receiver.received).toEqual([]);
    await service.call('PATCH', path, { body: { status: 'enabled' } });
    await until(() => receiver.received.length === 1, patienceMs);
  });

  it.each([
    ['an event that is not known', () => [unknownLike(eventId)], '404 NOT_FOUND: No event with this id'],
    [
      'an endpoint that is not known',
      () => [eventId, '--endpoint', unknownLike(first.endpoint_id)],
      'does not exist for this key',
    ],
    ['something that is no endpoint', () => [eventId, '--endpoint', 'https://x'], 'ids start with we_'],
  ])('of %s says so and ends with 1', async (_name, args, message) => {
    const { code, stdout, stderr } = await causewayHere(['events', 'resend', ...args()], laptop.env);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(message);
  });

  it('to an endpoint that did not select the event says so', async () => {
    const other = await makeEndpoint(service, { url: receiver.url, events: ['refund.failed'] });
    const args = ['events', 'resend', eventId, '--endpoint', other.endpoint_id];
    const { code, stderr } = await causewayHere(args, laptop.env);
    expect(code).toBe(1);
    expect(stderr).toContain(`${other.endpoint_id} has no delivery of ${eventId} (payment.completed)`);
  });
});
