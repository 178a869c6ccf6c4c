import { expect } from 'vitest';
import type { Clock } from '../../../src/lib/clock.ts';
import { unlimited } from '../../payments/support.ts';
import { type Answer, type CallOptions, call } from '../../support/call.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { makeWebDir, noPublicLimits } from './support.ts';

/** A service with pages, whose customers may come as often as they like. */
export async function startInvoicePages(clock: Clock): Promise<TestService> {
  const web = makeWebDir();
  const service = await startTestService({
    clock,
    requestsPerMinute: unlimited,
    publicLimits: noPublicLimits,
    webDir: web.path,
    env: { PUBLIC_URL: 'https://pay.example' },
  });
  return {
    ...service,
    async stop() {
      await service.stop();
      web.remove();
    },
  };
}

/** A request of a customer: no key, paths below /invoice. */
export function visitInvoice(
  service: TestService,
  method: string,
  path: string,
  options: CallOptions = {},
): Promise<Answer> {
  return call(`${service.url}/invoice/${path}`, method, { key: null, ...options });
}

export const payNow = (service: TestService, invoiceId: string, options: CallOptions = {}) =>
  visitInvoice(service, 'POST', `${invoiceId}/pay`, options);

/** As a browser sends the form of the page. */
export const submitForm = (service: TestService, invoiceId: string, locale = 'en') =>
  visitInvoice(service, 'POST', `${invoiceId}/pay?locale=${locale}`, {
    body: '',
    headers: {
      accept: 'text/html,application/xhtml+xml',
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'same-origin',
    },
  });

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
export async function invoiceState(service: TestService, invoiceId: string): Promise<any> {
  const answer = await visitInvoice(service, 'GET', `${invoiceId}/state`);
  expect(answer.status, answer.text).toBe(200);
  return answer.json.data;
}

export async function paymentsOf(service: TestService, invoiceId: string): Promise<string[]> {
  const rows = await service.ctx.db<{ payment_id: string }[]>`
    select payment_id from payments where invoice_id = ${invoiceId} order by payment_id`;
  return rows.map((row) => row.payment_id);
}
