import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ErrorCode } from '../../../src/lib/errors.ts';
import { payInvoice } from '../../../src/payments/invoices/pay-invoice.ts';
import { type InvoiceStatus, invoiceStatuses } from '../../../src/payments/invoices/states.ts';
import { visitInvoice } from '../../pages/checkout/invoice-support.ts';
import { expectRefusal } from '../../platform/http/refusal.ts';
import { manualClock } from '../../support/clock.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { chooseWay, eventTypesOf, sendOnChain, statusOf, unlimited } from '../support.ts';
import {
  act,
  createInvoice,
  dayMs,
  expectRefused,
  getInvoice,
  invoiceIn,
  mailed,
  mailOf,
  openInvoice,
  patch,
} from './support.ts';

const clock = manualClock();
let service: TestService;
beforeAll(async () => {
  service = await startTestService({ clock, requestsPerMinute: unlimited });
});
afterAll(() => service.stop());

const customer = { customer_email: 'ada@example.com' };

type Refusals = Record<InvoiceStatus, ErrorCode | 'allowed'>;

/** The contract's table and the decisions, state by state. */
const onlyOpen: Refusals = {
  draft: 'INVOICE_NOT_OPEN',
  open: 'allowed',
  paid: 'INVOICE_ALREADY_PAID',
  expired: 'INVOICE_NOT_OPEN',
  void: 'INVOICE_ALREADY_VOID',
};
const table: Record<'patch' | 'finalize' | 'void' | 'send', Refusals> = {
  patch: {
    draft: 'allowed',
    open: 'INVOICE_NOT_EDITABLE',
    paid: 'INVOICE_NOT_EDITABLE',
    expired: 'INVOICE_NOT_EDITABLE',
    void: 'INVOICE_NOT_EDITABLE',
  },
  finalize: {
    draft: 'allowed',
    open: 'INVOICE_NOT_EDITABLE',
    paid: 'INVOICE_ALREADY_PAID',
    expired: 'INVOICE_NOT_EDITABLE',
    void: 'INVOICE_ALREADY_VOID',
  },
  void: onlyOpen,
  send: onlyOpen,
};

describe.each(invoiceStatuses)('an invoice that is %s', (status) => {
  it.each(Object.entries(table).map(([action, refusals]) => [action, refusals[status]] as const))(
    '%s: %s',
    async (action, verdict) => {
      const id = await invoiceIn(service, clock, status, customer);
      const ask = () => (action === 'patch' ? patch(service, id, { memo: 'x' }) : act(service, id, action));
      if (verdict === 'allowed') expect((await ask()).status).toBe(200);
      else await expectRefused(service, ask, verdict);
    },
  );

  const payable: Refusals = onlyOpen;
  it(`Pay Now: ${payable[status]}`, async () => {
    const id = await invoiceIn(service, clock, status);
    if (payable[status] === 'allowed') expect((await payInvoice(service.ctx, id)).status).toBe('pending');
    else await expect(payInvoice(service.ctx, id)).rejects.toMatchObject({ code: payable[status] });
  });
});

describe('an issued invoice', () => {
  const settings = { name: 'Shop Ltd', address: '5 Quay\nDover', tax_id: 'GB111' };
  const seller = { seller_name: 'Shop Ltd', seller_address: '5 Quay\nDover', seller_tax_id: 'GB111' };

  it.each([
    ['finalized', false],
    ['mailed at once', true],
  ])('%s keeps the seller of that time', async (_how, send_email) => {
    const { db } = service.ctx;
    const { merchantId, testKey: key } = await service.createMerchant();
    const read = async () => (await service.call('GET', `/invoices/${invoice_id}`, { key })).json.data;
    const { name, address, tax_id } = settings;
    await db`update merchants set name = ${name}, address = ${address}, tax_id = ${tax_id} where merchant_id = ${merchantId}`;
    const created = await createInvoice(service, { ...customer, send_email }, { key });
    const { invoice_id } = created;
    const issued = send_email ? created : (await act(service, invoice_id, 'finalize', { key })).json.data;
    expect(issued).toMatchObject(seller);
    await db`update merchants set name = 'Shop plc', address = null, tax_id = 'GB222' where merchant_id = ${merchantId}`;
    expect(await read()).toMatchObject(seller);
    const page = await visitInvoice(service, 'GET', `${invoice_id}/state`);
    expect(page.json.data.merchant).toMatchObject(settings);
    await act(service, invoice_id, 'void', { key });
    expect(await read()).toMatchObject({ ...seller, status: 'void' });
  });
});

describe('finalize', () => {
  it('opens a draft, answers with all of it, and mails nothing unless asked to', async () => {
    const { email_sent: _, ...draft } = await createInvoice(service, customer);
    const answer = await act(service, draft.invoice_id, 'finalize');
    const open = { ...draft, status: 'open', seller_name: expect.any(String) };
    expect(answer.json.data).toEqual({ ...open, email_sent: false });
    expect(await getInvoice(service, draft.invoice_id)).toEqual(open);
    expect(await mailOf(service, draft.invoice_id)).toHaveLength(0);
  });

  it.each([{}, { send_email: false }, { send_email: null }])('takes the body %j', async (body) => {
    const { invoice_id } = await createInvoice(service, customer);
    const answer = await act(service, invoice_id, 'finalize', { body });
    expect(answer.json.data).toMatchObject({ status: 'open', email_sent: false });
  });

  it('with send_email queues one mail; a replay queues none', async () => {
    const { invoice_id } = await createInvoice(service, customer);
    const options = { body: { send_email: true }, headers: { 'idempotency-key': 'finalize-once' } };
    const first = await act(service, invoice_id, 'finalize', options);
    expect(first.json.data).toMatchObject({ status: 'open', email_sent: true });
    const again = await act(service, invoice_id, 'finalize', options);
    expect([again.status, again.text]).toEqual([200, first.text]);
    expect(await mailOf(service, invoice_id)).toMatchObject([
      { kind: 'invoice', to_address: 'ada@example.com', status: 'queued' },
    ]);
  });

  it('with send_email and no address leaves the draft a draft', async () => {
    const { invoice_id } = await createInvoice(service);
    await expectRefused(
      service,
      () => act(service, invoice_id, 'finalize', { body: { send_email: true } }),
      'MISSING_REQUIRED_FIELD',
      'customer_email',
    );
    expect((await getInvoice(service, invoice_id)).status).toBe('draft');
  });

  it.each([
    [[], 'INVALID_JSON'],
    [{ send_email: 'yes' }, 'INVALID_PARAMETER'],
  ] as const)('refuses the body %j', async (body, code) => {
    const { invoice_id } = await createInvoice(service, customer);
    await expectRefused(service, () => act(service, invoice_id, 'finalize', { body }), code);
  });

  it('on the due date still works, and not on the day after; drafts do not expire meanwhile', async () => {
    const due_date = new Date(clock.nowMs() + 2 * dayMs).toISOString().slice(0, 10);
    const [early, late] = [
      await createInvoice(service, { due_date }),
      await createInvoice(service, { due_date }),
    ];
    clock.advance(Date.parse(due_date) + dayMs - 1 - clock.nowMs());
    expect((await act(service, early.invoice_id, 'finalize')).status).toBe(200);
    clock.advance(1);
    await service.runDue();
    expect((await getInvoice(service, late.invoice_id)).status).toBe('draft');
    await expectRefused(
      service,
      () => act(service, late.invoice_id, 'finalize'),
      'INVALID_DUE_DATE',
      'due_date',
    );
    await patch(service, late.invoice_id, { due_date: null });
    expect((await act(service, late.invoice_id, 'finalize')).status).toBe(200);
  });
});

describe('void', () => {
  it('answers with id, status and time, which GET shows too', async () => {
    const { email_sent: _, ...open } = await openInvoice(service);
    const answer = await act(service, open.invoice_id, 'void');
    const voided_at = clock.now().toISOString();
    expect(answer.json.data).toEqual({ invoice_id: open.invoice_id, status: 'void', voided_at });
    expect(await getInvoice(service, open.invoice_id)).toEqual({ ...open, status: 'void', voided_at });
  });

  it('takes the payment that waits for the customer with it', async () => {
    const { invoice_id } = await openInvoice(service);
    const { payment_id } = await payInvoice(service.ctx, invoice_id);
    expect((await act(service, invoice_id, 'void')).status).toBe(200);
    expect(await statusOf(service, payment_id)).toBe('expired');
    expect(await eventTypesOf(service, payment_id)).toEqual(['payment.expired']);
    expect(await eventTypesOf(service, invoice_id)).toEqual([]);
  });

  it('waits for a payment that was seen on chain, and works again once that failed', async () => {
    const { invoice_id } = await openInvoice(service);
    const { payment_id } = await payInvoice(service.ctx, invoice_id);
    const deposit = await chooseWay(service, payment_id, { chain: 'base', token: 'USDC' });
    await sendOnChain(service, deposit, 100_000_000n, { finalAfterMs: 60_000, reverts: true });
    clock.advance(1000);
    await service.runDue();
    expect(await statusOf(service, payment_id)).toBe('processing');
    await expectRefused(service, () => act(service, invoice_id, 'void'), 'INVOICE_PAYMENT_IN_PROGRESS');
    clock.advance(60_000);
    await service.runDue();
    expect(await statusOf(service, payment_id)).toBe('failed');
    expect((await act(service, invoice_id, 'void')).status).toBe(200);
  });

  it('does not wait for whoever moves the payment right now', async () => {
    const { invoice_id } = await openInvoice(service);
    const { payment_id } = await payInvoice(service.ctx, invoice_id);
    await service.ctx.db.begin(async (tx) => {
      await tx`select 1 from payments where payment_id = ${payment_id} for update`;
      expectRefusal(await act(service, invoice_id, 'void'), 'INVOICE_PAYMENT_IN_PROGRESS');
    });
    expect((await act(service, invoice_id, 'void')).status).toBe(200);
  });

  it('is replayed with its key', async () => {
    const { invoice_id } = await openInvoice(service);
    const headers = { 'idempotency-key': 'void-once' };
    const first = await act(service, invoice_id, 'void', { headers });
    const again = await act(service, invoice_id, 'void', { headers });
    expect([again.status, again.text]).toEqual([200, first.text]);
    expectRefusal(await act(service, invoice_id, 'void'), 'INVOICE_ALREADY_VOID');
  });
});

describe('send', () => {
  it('mails an open invoice as often as it is asked, once for each request, and answers with all of it', async () => {
    const { email_sent: _, ...open } = await createInvoice(service, mailed);
    for (const key of ['a', 'a', 'b']) {
      const headers = { 'idempotency-key': `send-${key}` };
      const answer = await act(service, open.invoice_id, 'send', { headers });
      expect(answer.json.data).toEqual({ ...open, email_sent: true });
    }
    const mail = await mailOf(service, open.invoice_id);
    expect(mail).toHaveLength(3);
    expect(new Set(mail.map((row) => JSON.stringify(row['message']))).size).toBe(1);
  });

  it('refuses an invoice that has no address', async () => {
    const { invoice_id } = await openInvoice(service);
    await expectRefused(
      service,
      () => act(service, invoice_id, 'send'),
      'MISSING_REQUIRED_FIELD',
      'customer_email',
    );
  });
});
