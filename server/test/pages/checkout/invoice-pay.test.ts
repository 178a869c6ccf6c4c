import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createInvoice,
  dayMs,
  getInvoice,
  invoiceIn,
  openInvoice,
  simulate,
} from '../../payments/invoices/support.ts';
import { expectFailure } from '../../payments/support.ts';
import { expectRefusal } from '../../platform/http/refusal.ts';
import { manualClock } from '../../support/clock.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import {
  invoiceState,
  paymentsOf,
  payNow,
  startInvoicePages,
  submitForm,
  visitInvoice,
} from './invoice-support.ts';
import { noPublicLimits, post, stateOf, usdc } from './support.ts';

const clock = manualClock();
let service: TestService;
beforeAll(async () => {
  service = await startInvoicePages(clock);
});
afterAll(() => service.stop());

async function advance(ms: number): Promise<void> {
  clock.advance(ms);
  await service.runDue();
}

describe('Pay Now', () => {
  it('leads to the checkout of the invoice’s payment, in the language of the page, and that leads back', async () => {
    const { invoice_id, invoice_url } = await openInvoice(service);
    const { status, json } = await visitInvoice(service, 'POST', `${invoice_id}/pay?locale=ja`);
    expect(status).toBe(200);
    const [payment_id = ''] = await paymentsOf(service, invoice_id);
    expect(json.data).toEqual({ checkout_url: `https://pay.example/checkout/${payment_id}` });
    expect(await stateOf(service, payment_id)).toMatchObject({ locale: 'ja', invoice_url, amount: '100.00' });
  });

  it('as a form redirects there, without a script and within its own site', async () => {
    const { invoice_id } = await openInvoice(service);
    const { status, headers } = await submitForm(service, invoice_id, 'de');
    const [payment_id = ''] = await paymentsOf(service, invoice_id);
    expect(status).toBe(303);
    expect(headers.get('location')).toBe(`/checkout/${payment_id}`);
    expect((await stateOf(service, payment_id)).locale).toBe('de');
  });

  it('in many tabs at once makes one payment', async () => {
    const { invoice_id } = await openInvoice(service);
    const answers = await Promise.all(Array.from({ length: 8 }, () => payNow(service, invoice_id)));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(new Set(answers.map(({ json }) => json.data.checkout_url)).size).toBe(1);
    expect(await paymentsOf(service, invoice_id)).toHaveLength(1);
  });

  it('while a payment is processing leads to that payment', async () => {
    const { invoice_id } = await openInvoice(service);
    const first = (await payNow(service, invoice_id)).json.data;
    const [payment_id = ''] = await paymentsOf(service, invoice_id);
    await post(service, `${payment_id}/pay`, usdc);
    await advance(1);
    expect((await stateOf(service, payment_id)).status).toBe('processing');
    expect((await invoiceState(service, invoice_id)).under_way).toBe('processing');
    expect((await payNow(service, invoice_id)).json.data).toEqual(first);
    await advance(5000);
    expect((await invoiceState(service, invoice_id)).status).toBe('paid');
  });

  it.each([
    ['paid', 'INVOICE_ALREADY_PAID', 'This invoice has already been paid.'],
    ['void', 'INVOICE_ALREADY_VOID', 'This invoice can no longer be paid.'],
    ['expired', 'INVOICE_NOT_OPEN', 'This invoice can no longer be paid.'],
  ] as const)(
    'of one that is %s is refused with a reason, to scripts and to people',
    async (state, code, text) => {
      const id = await invoiceIn(service, clock, state);
      const before = await paymentsOf(service, id);
      expectRefusal(await payNow(service, id), code);
      const page = await submitForm(service, id);
      expect(page.status).toBe(409);
      expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(page.text).toContain(text);
      expect(await paymentsOf(service, id)).toEqual(before);
    },
  );

  it('is refused once the due day is over, before the task has run', async () => {
    const { invoice_id, due_date } = await openInvoice(service);
    clock.advance(Date.parse(due_date) + dayMs - clock.nowMs());
    expectRefusal(await payNow(service, invoice_id), 'INVOICE_NOT_OPEN');
  });

  it('of a draft or an unknown id is not found, as a page or in the envelope', async () => {
    for (const id of [(await createInvoice(service)).invoice_id, `inv_${'0'.repeat(26)}`, 'inv_x']) {
      expectRefusal(await payNow(service, id), 'INVOICE_NOT_FOUND');
      const page = await submitForm(service, id, 'es');
      expect(page.status).toBe(404);
      expect(page.text).toContain('Factura no encontrada');
    }
  });

  it('of a live invoice without a chain says that it cannot be paid right now', async () => {
    const { invoice_id } = await createInvoice(service, {}, { key: service.liveKey });
    await service.call('POST', `/invoices/${invoice_id}/finalize`, { key: service.liveKey });
    const answer = await payNow(service, invoice_id);
    expectFailure(answer, { status: 503, code: 'SERVICE_UNAVAILABLE' });
    expect(answer.json.error.message).toContain('cannot be paid right now');
    expect((await submitForm(service, invoice_id)).status).toBe(503);
  });

  it.each([
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ origin: 'https://evil.example' }, 403],
    [{ origin: 'https://pay.example' }, 200],
    [{ 'sec-fetch-site': 'same-origin' }, 200],
  ])('from %j answers %i', async (headers, status) => {
    const { invoice_id } = await openInvoice(service);
    expect((await payNow(service, invoice_id, { headers })).status).toBe(status);
    expect(await paymentsOf(service, invoice_id)).toHaveLength(status === 200 ? 1 : 0);
  });
});

describe('a failed payment of an invoice', () => {
  it('is not retried at its checkout: the invoice makes the next one', async () => {
    const { invoice_id } = await openInvoice(service);
    await payNow(service, invoice_id);
    const [first = ''] = await paymentsOf(service, invoice_id);
    await simulate(service, first, 'fail');
    const refusal = await post(service, `${first}/retry`, {});
    expectFailure(refusal, { status: 422, code: 'INVALID_PARAMETER', field: 'payment_id' });
    expect(refusal.json.error.message).toContain('Open the invoice');
    await payNow(service, invoice_id);
    const [, second = ''] = await paymentsOf(service, invoice_id);
    await simulate(service, second, 'complete');
    expect(await getInvoice(service, invoice_id)).toMatchObject({ status: 'paid', payment_id: second });
  });
});

describe('limits by address', () => {
  it('hold for page, state and PDF together, and for Pay Now', async () => {
    const publicLimits = { ...noPublicLimits, readsPerMinute: 4, changesPerMinute: 2 };
    const limited = await startTestService({ clock, webDir: service.ctx.webDir, publicLimits });
    const { invoice_id } = await openInvoice(limited);
    for (const path of ['', '/state', '/pdf', ''])
      expect((await visitInvoice(limited, 'GET', `${invoice_id}${path}`)).status).toBe(200);
    for (const path of ['', '/state', '/pdf'])
      expectRefusal(await visitInvoice(limited, 'GET', `${invoice_id}${path}`), 'RATE_LIMIT_EXCEEDED');
    for (let i = 0; i < 2; i++) expect((await payNow(limited, invoice_id)).status).toBe(200);
    expectRefusal(await payNow(limited, invoice_id), 'RATE_LIMIT_EXCEEDED');
    await limited.stop();
  });
});
