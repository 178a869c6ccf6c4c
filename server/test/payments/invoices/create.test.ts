import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chainIds, tokens } from '../../../src/lib/chains/registry.ts';
import { manualClock } from '../../support/clock.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { unlimited } from '../support.ts';
import { createInvoice, dayMs, expectRefused, getInvoice, item, mailed, mailOf, minimal } from './support.ts';

const clock = manualClock();
let service: TestService;
beforeAll(async () => {
  service = await startTestService({
    clock,
    requestsPerMinute: unlimited,
    env: { PUBLIC_URL: 'https://pay.example' },
  });
});
afterAll(() => service.stop());

const invoiceId = expect.stringMatching(/^inv_[0-9a-hjkmnp-tv-z]{26}$/);

describe('POST /invoices', () => {
  it('with the required fields alone makes a draft, with everything else at its default', async () => {
    const { testKey } = await service.createMerchant();
    const invoice = await createInvoice(service, {}, { key: testKey });
    expect(invoice).toEqual({
      invoice_id: invoiceId,
      status: 'draft',
      invoice_number: 'INV-000001',
      amount: '100.00',
      currency: 'USD',
      customer_email: null,
      customer_name: null,
      customer_address: null,
      customer_tax_id: null,
      seller_name: null,
      seller_address: null,
      seller_tax_id: null,
      line_items: [{ ...item, amount: '100.00' }],
      subtotal: '100.00',
      tax_rate: '0.00',
      tax_amount: '0.00',
      memo: null,
      due_date: '2026-03-31',
      invoice_url: `https://pay.example/invoice/${invoice.invoice_id}`,
      email_sent: false,
      metadata: {},
      accepted_chains: chainIds,
      accepted_tokens: tokens,
      created_at: clock.now().toISOString(),
    });
  });

  it('gives back every field, with amounts worked out and written in two decimals', async () => {
    const body = {
      currency: 'EUR',
      line_items: [
        { description: 'Design', quantity: 1.5, unit_price: '80' },
        { description: 'Thirds', quantity: 0.333333, unit_price: '3.1' },
        { description: 'Included', quantity: 1, unit_price: '0' },
      ],
      customer_email: 'ada@example.com',
      customer_name: 'Ada Ltd',
      customer_address: '1 Main Street\nLondon',
      customer_tax_id: 'GB123456789',
      invoice_number: 'A-7',
      memo: 'Thank you.\nSee you soon.',
      due_date: '2026-03-02',
      tax_rate: '0.085',
      metadata: { z: 'last', a: 1.5, b: true },
      accepted_chains: ['base', 'solana', 'base'],
      accepted_tokens: ['USDC'],
    };
    const invoice = await createInvoice(service, body);
    expect(invoice).toMatchObject({
      ...body,
      line_items: [
        { description: 'Design', quantity: 1.5, unit_price: '80.00', amount: '120.00' },
        { description: 'Thirds', quantity: 0.333333, unit_price: '3.10', amount: '1.03' },
        { description: 'Included', quantity: 1, unit_price: '0.00', amount: '0.00' },
      ],
      subtotal: '121.03',
      tax_amount: '10.29',
      amount: '131.32',
      accepted_chains: ['base', 'solana'],
    });
    expect(Object.keys(invoice.metadata)).toEqual(['z', 'a', 'b']);
  });

  it('is what GET answers, which says nothing about mail', async () => {
    const { email_sent: _, ...invoice } = await createInvoice(service, {
      memo: 'x',
      metadata: { b: '1', a: '2' },
    });
    expect(await getInvoice(service, invoice.invoice_id)).toEqual(invoice);
  });

  it('with send_email opens it and queues one mail that says what the invoice says', async () => {
    const invoice = await createInvoice(service, {
      ...mailed,
      customer_name: 'Ada',
      memo: 'Hi',
      tax_rate: '0.1',
    });
    expect(invoice).toMatchObject({ status: 'open', email_sent: true });
    const [mail, ...others] = await mailOf(service, invoice.invoice_id);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      merchant_id: service.merchantId,
      environment: 'test',
      kind: 'invoice',
      to_address: 'ada@example.com',
      status: 'queued',
      message: {
        kind: 'invoice',
        locale: 'en',
        invoice_number: invoice.invoice_number,
        customer_name: 'Ada',
        currency: 'USD',
        line_items: [{ description: 'Consulting', quantity: '2', unit_price: '50.00', amount: '100.00' }],
        subtotal: '100.00',
        tax_rate: '0.10',
        tax_amount: '10.00',
        amount: '110.00',
        memo: 'Hi',
        invoice_url: invoice.invoice_url,
        due_date: invoice.due_date,
      },
    });
  });

  it('with an address and without send_email mails nothing and stays a draft', async () => {
    const { invoice_id, status, email_sent } = await createInvoice(service, { ...mailed, send_email: false });
    expect({ status, email_sent }).toEqual({ status: 'draft', email_sent: false });
    expect(await mailOf(service, invoice_id)).toHaveLength(0);
  });

  it('takes null for every optional field as not supplied', async () => {
    const optional = [
      'customer_email',
      'customer_name',
      'customer_address',
      'customer_tax_id',
      'invoice_number',
      'memo',
      'due_date',
      'tax_rate',
      'metadata',
    ];
    const nulls = Object.fromEntries(
      [...optional, 'send_email', 'accepted_chains', 'accepted_tokens'].map((name) => [name, null]),
    );
    const plain = await createInvoice(service);
    const { invoice_id, invoice_number, invoice_url } = await createInvoice(service, nulls);
    const shown = await getInvoice(service, invoice_id);
    const { email_sent: _, ...rest } = plain;
    expect(shown).toEqual({ ...rest, invoice_id, invoice_number, invoice_url });
  });

  it('ignores fields it does not know, computed ones among them', async () => {
    const invoice = await createInvoice(service, {
      amount: '1.00',
      status: 'paid',
      line_items: [{ ...item, amount: '7.00' }],
    });
    expect(invoice).toMatchObject({ amount: '100.00', status: 'draft' });
  });

  it('works with a live key, for which nobody can pay yet', async () => {
    for (const currency of ['USD', 'EUR']) {
      const invoice = await createInvoice(service, { currency }, { key: service.liveKey });
      expect(invoice).toMatchObject({ status: 'draft', accepted_chains: chainIds, currency });
    }
    await expectRefused(
      service,
      () =>
        service.call('POST', '/invoices', {
          key: service.liveKey,
          body: { currency: 'EUR', line_items: [{ ...item, unit_price: '9'.repeat(90) }] },
        }),
      'AMOUNT_TOO_LARGE',
      'amount',
    );
  });

  it('is FORBIDDEN to publishable keys, as is everything else about invoices', async () => {
    const { invoice_id } = await createInvoice(service);
    const key = service.publishableKey;
    const routes = [
      ['POST', '/invoices'],
      ['GET', '/invoices'],
      ['GET', `/invoices/${invoice_id}`],
      ['PATCH', `/invoices/${invoice_id}`],
      ...['finalize', 'void', 'send'].map((action) => ['POST', `/invoices/${invoice_id}/${action}`]),
    ] as [string, string][];
    for (const [method, path] of routes)
      await expectRefused(
        service,
        () => service.call(method, path, { key, ...(method === 'GET' ? {} : { body: minimal }) }),
        'FORBIDDEN',
      );
  });
});

describe('a due date', () => {
  it.each([
    ['tomorrow', 1],
    ['in 30 days', 30],
    ['in ten years', 3650],
  ])('%s is taken', async (_name, days) => {
    const due_date = new Date(clock.nowMs() + days * dayMs).toISOString().slice(0, 10);
    expect((await createInvoice(service, { due_date })).due_date).toBe(due_date);
  });

  it('may be the last day there is', async () => {
    expect((await createInvoice(service, { due_date: '9999-12-31' })).due_date).toBe('9999-12-31');
  });
});

describe('idempotency', () => {
  it('a replayed creation makes no invoice, takes no number and queues no mail', async () => {
    const { testKey: key } = await service.createMerchant();
    const headers = { 'idempotency-key': 'invoice-once' };
    const ask = () => service.call('POST', '/invoices', { key, headers, body: mailed });
    const answers = await Promise.all([ask(), ask(), ask()]);
    answers.push(await ask());
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    const replays = answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true');
    expect(replays).toHaveLength(3);
    expect(await mailOf(service, answers[0]?.json.data.invoice_id)).toHaveLength(1);
    expect((await createInvoice(service, {}, { key })).invoice_number).toBe('INV-000002');
  });

  it('the key with another body is a conflict and changes nothing', async () => {
    const headers = { 'idempotency-key': 'invoice-conflict' };
    await createInvoice(service, {}, { headers });
    await expectRefused(
      service,
      () => service.call('POST', '/invoices', { headers, body: { ...minimal, memo: 'other' } }),
      'IDEMPOTENCY_CONFLICT',
    );
  });
});
