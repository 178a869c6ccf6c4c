import { expect } from 'vitest';
import { createKey } from '../../../src/merchants/merchants.ts';
import { noPublicLimits } from '../../pages/checkout/support.ts';
import { expectRefusal } from '../../platform/http/refusal.ts';
import type { Answer, CallOptions } from '../../support/call.ts';
import type { TestMerchant, TestService } from '../../support/service.ts';
import { unlimited } from '../support.ts';

export const minimal = { name: 'Two tickets', amount: '49.99', currency: 'USD' };

export const full = {
  ...minimal,
  description: 'Two tickets for Saturday',
  metadata: { order: 'A-1', count: 2 },
  redirect_url: 'https://shop.example/thanks',
  cancel_url: 'https://shop.example/cart',
  expiration_minutes: 60,
  accepted_chains: ['base', 'polygon'],
  accepted_tokens: ['USDC'],
};

export const withoutLimits = { publicLimits: noPublicLimits, requestsPerMinute: unlimited };

/** A button or a payment as the API answered it. Its shape is what tests are about, so it is not typed further. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
type Shown = any;

export async function createButton(
  service: TestService,
  body = {},
  options: CallOptions = {},
): Promise<Shown> {
  const answer = await service.call('POST', '/buttons', { body: { ...minimal, ...body }, ...options });
  expect(answer.status, answer.text).toBe(201);
  return answer.json.data;
}

export const patch = (service: TestService, buttonId: string, body: unknown): Promise<Answer> =>
  service.call('PATCH', `/buttons/${buttonId}`, { body });

/** As a page does it: with the publishable key, unless the options say otherwise. */
export const press = (service: TestService, buttonId: string, options: CallOptions = {}): Promise<Answer> =>
  service.call('POST', `/buttons/${buttonId}/payments`, { key: service.publishableKey, ...options });

export async function createPayment(
  service: TestService,
  buttonId: string,
  options: CallOptions = {},
): Promise<Shown> {
  const answer = await press(service, buttonId, options);
  expect(answer.status, answer.text).toBe(201);
  return answer.json.data;
}

export async function livePublishableKey(service: TestService, owner: TestMerchant): Promise<string> {
  const { merchantId } = owner;
  const kind = 'publishable';
  return (
    await createKey(service.ctx, service.ctx.db, { merchantId, environment: 'live', kind, allowedIps: [] })
  ).key;
}

async function storedRows(service: TestService): Promise<unknown> {
  const [counts] = await service.ctx.db`
    select (select md5(string_agg(l::text, ',' order by payment_link_id)) from payment_links l) as links,
      (select count(*) from payments) as payments, (select count(*) from payment_link_payments) as made,
      (select count(*) from idempotency_keys) as idempotency_keys`;
  return counts;
}

/** The request is refused in exactly this way, and leaves no trace. */
export async function expectRefused(
  service: TestService,
  send: () => Promise<Answer>,
  code: Parameters<typeof expectRefusal>[1],
  field?: string,
): Promise<Answer> {
  const before = await storedRows(service);
  const answer = await send();
  expectRefusal(answer, code);
  if (field !== undefined) expect(answer.json.error.details.field).toBe(field);
  expect(await storedRows(service)).toEqual(before);
  return answer;
}
