import { expect } from 'vitest';
import { type Answer, type CallOptions, call } from '../../support/call.ts';
import type { TestService } from '../../support/service.ts';

export const fixed = { name: 'Coffee', amount: '3.50', currency: 'EUR' };
export const free = { name: 'Donation', currency: 'USD', minimum_amount: '5.00', maximum_amount: '100.00' };

/** A link as the API answered it. Its shape is what tests are about, so it is not typed further. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
type Shown = any;

export async function createLink(
  service: TestService,
  body: object,
  options: CallOptions = {},
): Promise<Shown> {
  const answer = await service.call('POST', '/payment_links', { body, ...options });
  expect(answer.status, answer.text).toBe(201);
  return answer.json.data;
}

/** Opens the page behind a link. */
export const open = (service: TestService, linkId: string, query = '', headers = {}): Promise<Answer> =>
  call(`${service.url}/pay/${linkId}${query}`, 'GET', { headers });

/** Sends the form of the page. */
export const submit = (
  service: TestService,
  linkId: string,
  fields: Record<string, string> = {},
  { query = '', headers = {} }: { query?: string; headers?: Record<string, string> } = {},
): Promise<Answer> =>
  call(`${service.url}/pay/${linkId}${query}`, 'POST', {
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });

/** The id of the payment that a submitted form leads to. */
export function paymentIdOf(answer: Answer): string {
  expect(answer.status, answer.text).toBe(303);
  const [, paymentId = ''] = /^\/checkout\/(pay_\w{26})$/.exec(answer.headers.get('location') ?? '') ?? [];
  expect(paymentId).not.toBe('');
  return paymentId;
}
