import { afterAll, beforeAll, expect, it } from 'vitest';
import { createInvoice } from '../payments/invoices/support.ts';
import { createPaid, createRefund } from '../payments/refunds/support.ts';
import { unlimited } from '../payments/support.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type Browser, signedInAs } from './support.ts';

let service: TestService;
let owner: Browser;
let paymentId: string;
let refundId: string;
let invoiceId: string;

beforeAll(async () => {
  service = await startTestService({ requestsPerMinute: unlimited });
  owner = await signedInAs(service, 'viewer');
  const body = { customer_email: 'Ada@Example.com', reference_id: 'order-7' };
  paymentId = (await createPaid(service, body)).payment_id;
  refundId = (await createRefund(service, { payment_id: paymentId, amount: '5.00' })).refund_id;
  await service.ctx.db`update refunds set tx_hash = '0xFEED' where refund_id = ${refundId}`;
  const billed = { customer_email: 'grace@example.com', invoice_number: 'R-2026-17' };
  invoiceId = (await createInvoice(service, billed)).invoice_id;
});
afterAll(() => service.stop());

async function find(text: string, by: Browser = owner): Promise<string[]> {
  const answer = await by.call('GET', `/search?text=${encodeURIComponent(text)}`);
  expect(answer.status, answer.text).toBe(200);
  const { payments, refunds, invoices } = answer.json.data;
  return [
    ...payments.map((found: { payment_id: string }) => found.payment_id),
    ...refunds.map((found: { refund_id: string }) => found.refund_id),
    ...invoices.map((found: { invoice_id: string }) => found.invoice_id),
  ];
}

it('finds refunds by id, hash, and the reference and e-mail address of their payment', async () => {
  for (const text of [refundId, refundId.slice(0, 12).toUpperCase(), '0xfee'])
    expect(await find(text)).toEqual([refundId]);
  for (const text of ['order-7', ' ada@ex', paymentId, '49.99'])
    expect(await find(text)).toEqual([paymentId, refundId]);
});

it('finds invoices by id, number and e-mail address', async () => {
  for (const text of [invoiceId, invoiceId.slice(0, 12), 'r-2026', 'GRACE@'])
    expect(await find(text)).toEqual([invoiceId]);
  for (const text of ['2026-17', '%', 'race', ' ']) expect(await find(text)).toEqual([]);
});

it('answers with what a result shows', async () => {
  const { json } = await owner.call('GET', '/search?text=ref_');
  expect(json.data.refunds).toEqual([
    {
      refund_id: refundId,
      payment_id: paymentId,
      status: 'processing',
      amount: '5.00',
      currency: 'USD',
      customer_email: 'Ada@Example.com',
    },
  ]);
  const found = await owner.call('GET', '/search?text=R-2026-17');
  expect(found.json.data.invoices).toEqual([
    {
      invoice_id: invoiceId,
      invoice_number: 'R-2026-17',
      status: 'draft',
      amount: '100.00',
      currency: 'USD',
      customer_email: 'grace@example.com',
    },
  ]);
});

it('finds nothing of another merchant or environment, and at most five of each kind, newest first', async () => {
  const shop = await service.createMerchant();
  const stranger = await signedInAs(service, 'owner', shop.merchantId);
  for (const text of ['order-7', refundId, invoiceId, 'grace', '0xfeed'])
    expect(await find(text, stranger)).toEqual([]);
  const made: string[] = [];
  for (let n = 0; n < 6; n++)
    made.push((await createInvoice(service, { invoice_number: `M-${n}` }, { key: shop.testKey })).invoice_id);
  expect(await find('m-', stranger)).toEqual(made.toReversed().slice(0, 5));
  const live = await stranger.call('GET', '/search?text=m-', {
    headers: { 'x-causeway-environment': 'live' },
  });
  expect(live.json.data.invoices).toEqual([]);
});
