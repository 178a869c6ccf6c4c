import { expect } from 'vitest';
import type { CallOptions } from '../../support/call.ts';
import type { TestService } from '../../support/service.ts';

/** For requests that all wait for one lock: four wait at a time, so that none waits too long on a busy machine. */
export const fewConnections = { DATABASE_POOL_SIZE: '4' };

/** A public address, so that live endpoints can be registered without looking a name up. Nothing is ever sent to it. */
export const publicUrl = 'https://93.184.216.34/hook';

/** An answer's data; its shape is what tests are about, so it is not typed further. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
type Shown = any;

export async function makeEndpoint(
  service: TestService,
  body: Record<string, unknown> = {},
  options: CallOptions = {},
): Promise<Shown> {
  const answer = await service.call('POST', '/webhooks/endpoints', {
    body: { url: publicUrl, events: ['*'], ...body },
    ...options,
  });
  expect(answer.status, answer.text).toBe(201);
  return answer.json.data;
}

/** The endpoint as the list shows it. */
export async function shownEndpoint(service: TestService, endpointId: string, key = service.testKey) {
  const { json } = await service.call('GET', '/webhooks/endpoints?limit=100', { key });
  return json.data.find((item: Shown) => item.endpoint_id === endpointId);
}

export async function sendTest(
  service: TestService,
  endpointId: string,
  eventType = 'payment.completed',
  options: CallOptions = {},
): Promise<Shown> {
  const answer = await service.call('POST', '/webhooks/test', {
    body: { endpoint_id: endpointId, event_type: eventType },
    ...options,
  });
  expect(answer.status, answer.text).toBe(200);
  return answer.json.data;
}

export async function deliveriesOf(service: TestService, endpointId: string, query = ''): Promise<Shown[]> {
  const answer = await service.call('GET', `/webhooks/endpoints/${endpointId}/deliveries${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.json.data;
}

/** A payment that completes at once, so that there is an event of it to deliver. */
export async function completePayment(service: TestService, key = service.testKey): Promise<string> {
  const made = await service.call('POST', '/payments', { key, body: { amount: '4.04', currency: 'USD' } });
  const paymentId = made.json.data.payment_id;
  const path = `/payments/${paymentId}/simulate`;
  const done = await service.call('POST', path, { key, body: { outcome: 'complete' } });
  expect(done.status, done.text).toBe(200);
  return paymentId;
}

/** The id with its last character changed: of the right form, and nobody's. */
export function unknownLike(id: string): string {
  return `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`;
}
