import { expect } from 'vitest';
import { payInvoice } from '../../../src/payments/invoices/pay-invoice.ts';
import type { InvoiceStatus } from '../../../src/payments/invoices/states.ts';
import { expectRefusal } from '../../platform/http/refusal.ts';
import type { Answer, CallOptions } from '../../support/call.ts';
import type { ManualClock } from '../../support/clock.ts';
import type { TestService } from '../../support/service.ts';
import { statusOf } from '../support.ts';

export const dayMs = 24 * 60 * 60 * 1000;

export const item = { description: 'Consulting', quantity: 2, unit_price: '50.00' };
export const minimal = { currency: 'USD', line_items: [item] };
export const mailed = { ...minimal, customer_email: 'ada@example.com', send_email: true };

/** An invoice as the API answered it. Its shape is what tests are about, so it is not typed further. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
type Shown = any;

export async function createInvoice(
  service: TestService,
  body = {},
  options: CallOptions = {},
): Promise<Shown> {
  const answer = await service.call('POST', '/invoices', { body: { ...minimal, ...body }, ...options });
  expect(answer.status, answer.text).toBe(201);
  return answer.json.data;
}

export async function openInvoice(service: TestService, body = {}): Promise<Shown> {
  const { invoice_id } = await createInvoice(service, body);
  const answer = await act(service, invoice_id, 'finalize');
  expect(answer.status, answer.text).toBe(200);
  return answer.json.data;
}

export async function getInvoice(service: TestService, invoiceId: string): Promise<Shown> {
  const answer = await service.call('GET', `/invoices/${invoiceId}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.json.data;
}

export const act = (
  service: TestService,
  invoiceId: string,
  action: string,
  options: CallOptions = {},
): Promise<Answer> => service.call('POST', `/invoices/${invoiceId}/${action}`, options);

export const patch = (service: TestService, invoiceId: string, body: unknown): Promise<Answer> =>
  service.call('PATCH', `/invoices/${invoiceId}`, { body });

export const simulate = (service: TestService, paymentId: string, outcome: string): Promise<Answer> =>
  service.call('POST', `/payments/${paymentId}/simulate`, { body: { outcome } });

/** Pays it as a customer does: Pay Now, then the payment is completed. */
export async function pay(service: TestService, invoiceId: string): Promise<string> {
  const { payment_id } = await payInvoice(service.ctx, invoiceId);
  const answer = await simulate(service, payment_id, 'complete');
  expect(answer.status, answer.text).toBe(200);
  expect(await statusOf(service, payment_id)).toBe('completed');
  return payment_id;
}

/** Issued and paid, by the merchant of this key. The answer is from before it was paid. */
export async function createPaidInvoice(service: TestService, body: object, key: string) {
  const { invoice_id } = await createInvoice(service, body, { key });
  const issued = await act(service, invoice_id, 'finalize', { key });
  expect(issued.status, issued.text).toBe(200);
  const { payment_id } = await payInvoice(service.ctx, invoice_id);
  const path = `/payments/${payment_id}/simulate`;
  const answer = await service.call('POST', path, { key, body: { outcome: 'complete' } });
  expect(answer.status, answer.text).toBe(200);
  return { invoice_id, payment_id, invoice_number: String(issued.json.data.invoice_number) };
}

/** Brings an invoice of its own into a state, by the way that leads there. */
export async function invoiceIn(
  service: TestService,
  clock: ManualClock,
  status: InvoiceStatus,
  body = {},
): Promise<string> {
  const { invoice_id } =
    status === 'draft' ? await createInvoice(service, body) : await openInvoice(service, body);
  if (status === 'paid') await pay(service, invoice_id);
  if (status === 'void') expect((await act(service, invoice_id, 'void')).status).toBe(200);
  if (status === 'expired') {
    clock.advance(31 * dayMs);
    await service.runDue();
  }
  expect((await getInvoice(service, invoice_id)).status).toBe(status);
  return invoice_id;
}

/** Mail queued about an invoice, oldest first. */
export async function mailOf(service: TestService, invoiceId: string) {
  return service.ctx.db`select * from emails where resource_id = ${invoiceId} order by email_id`;
}

async function storedRows(service: TestService): Promise<unknown> {
  const [counts] = await service.ctx.db`
    select (select count(*) from invoices) as invoices, (select count(*) from invoice_lines) as lines,
      (select coalesce(sum(last_number), 0) from invoice_counters) as numbers, (select count(*) from emails) as emails,
      (select count(*) from events) as events, (select count(*) from idempotency_keys) as idempotency_keys,
      (select md5(string_agg(i::text, ',' order by invoice_id)) from invoices i) as contents`;
  return counts;
}

/** The request is refused in exactly this way, and leaves no trace. */
export async function expectRefused(
  service: TestService,
  ask: () => Promise<Answer>,
  code: Parameters<typeof expectRefusal>[1],
  field?: string,
): Promise<void> {
  const before = await storedRows(service);
  const answer = await ask();
  expectRefusal(answer, code);
  if (field !== undefined) expect(answer.json.error.details).toMatchObject({ field });
  expect(await storedRows(service)).toEqual(before);
}
