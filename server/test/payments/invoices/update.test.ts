import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chainIds, tokens } from '../../../src/lib/chains/registry.ts';
import { manualClock } from '../../support/clock.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { unlimited } from '../support.ts';
import { createInvoice, dayMs, expectRefused, getInvoice, item, patch } from './support.ts';

const clock = manualClock();
let service: TestService;
beforeAll(async () => {
  service = await startTestService({ clock, requestsPerMinute: unlimited });
});
afterAll(() => service.stop());

const full = {
  customer_email: 'ada@example.com',
  customer_name: 'Ada Ltd',
  customer_address: '1 Main Street\nLondon',
  customer_tax_id: 'GB123456789',
  invoice_number: 'A-7',
  memo: 'Thank you',
  due_date: '2026-03-09',
  tax_rate: '0.08',
  metadata: { order: 'A-1' },
  accepted_chains: ['base', 'solana'],
  accepted_tokens: ['USDC'],
};

/** A draft with every field, changed: what is shown, and what GET shows after. */
async function changed(change: object, before = {}) {
  const { email_sent: _, ...created } = await createInvoice(service, { ...full, ...before });
  const answer = await patch(service, created.invoice_id, change);
  expect(answer.status, answer.text).toBe(200);
  expect(await getInvoice(service, created.invoice_id)).toEqual(answer.json.data);
  return { created, after: answer.json.data };
}

describe('PATCH /invoices/:invoice_id', () => {
  it('with nothing changes nothing', async () => {
    const { created, after } = await changed({});
    expect(after).toEqual(created);
  });

  it.each([
    ['customer_email', 'bob@example.com'],
    ['customer_name', 'Bob'],
    ['customer_address', '2 Side Street'],
    ['customer_tax_id', 'GB987654321'],
    ['invoice_number', 'B-8'],
    ['memo', 'Please pay'],
    ['due_date', '2026-04-01'],
    ['metadata', { b: '2', a: '1' }],
    ['accepted_chains', ['polygon']],
    ['accepted_tokens', ['USDC', 'ETH']],
  ])('%s changes that field alone', async (field, value) => {
    const { created, after } = await changed({ [field]: value });
    expect(after).toEqual({ ...created, [field]: value });
  });

  it('the currency alone keeps the numbers', async () => {
    const { created, after } = await changed({ currency: 'GBP' });
    expect(after).toEqual({ ...created, currency: 'GBP' });
  });

  it('the lines alone work out the totals again, at the tax rate there is', async () => {
    const line_items = [item, { description: 'Travel', quantity: 0.5, unit_price: '25.01' }];
    const { created, after } = await changed({ line_items });
    expect(after).toEqual({
      ...created,
      line_items: [
        { ...item, amount: '100.00' },
        { description: 'Travel', quantity: 0.5, unit_price: '25.01', amount: '12.51' },
      ],
      subtotal: '112.51',
      tax_amount: '9.00',
      amount: '121.51',
    });
  });

  it('the tax rate alone works out the totals again, of the lines there are', async () => {
    const { created, after } = await changed({ tax_rate: '0.195' });
    expect(after).toEqual({ ...created, tax_rate: '0.195', tax_amount: '19.50', amount: '119.50' });
  });

  it('fewer lines leave none of the old ones', async () => {
    const { after } = await changed({ line_items: [item] }, { line_items: [item, item, item] });
    expect(after.line_items).toHaveLength(1);
  });

  it.each([
    ['customer_email', null],
    ['customer_name', null],
    ['customer_address', null],
    ['customer_tax_id', null],
    ['memo', null],
    ['due_date', '2026-03-31'],
    ['metadata', {}],
    ['accepted_chains', chainIds],
    ['accepted_tokens', tokens],
  ])('null clears %s, which is then as if it had not been supplied', async (field, cleared) => {
    const { created, after } = await changed({ [field]: null });
    expect(after).toEqual({ ...created, [field]: cleared });
  });

  it('null clears the tax rate, and with it the tax', async () => {
    const { created, after } = await changed({ tax_rate: null });
    expect(after).toEqual({ ...created, tax_rate: '0.00', tax_amount: '0.00', amount: '100.00' });
  });

  it('null leaves what cannot be cleared as it is', async () => {
    const { created, after } = await changed({ currency: null, line_items: null });
    expect(after).toEqual(created);
  });

  it('null for the number generates one, and keeps one that was generated', async () => {
    const { after } = await changed({ invoice_number: null });
    expect(after.invoice_number).toMatch(/^INV-\d{6}$/);
    const again = await patch(service, after.invoice_id, { invoice_number: null });
    expect(again.json.data.invoice_number).toBe(after.invoice_number);
  });

  it('a cleared due date counts from today, not from the creation', async () => {
    const { invoice_id } = await createInvoice(service, { due_date: '2026-03-05' });
    clock.advance(40 * dayMs);
    const today = clock.nowMs();
    const answer = await patch(service, invoice_id, { due_date: null });
    expect(answer.json.data.due_date).toBe(new Date(today + 30 * dayMs).toISOString().slice(0, 10));
    clock.advance(-40 * dayMs);
  });

  it('ignores send_email and unknown fields', async () => {
    const { created, after } = await changed({ send_email: true, status: 'open', amount: '1.00' });
    expect(after).toEqual(created);
  });

  it.each([{ due_date: '2026-03-01' }, { due_date: '2026-02-01', memo: 'x' }])(
    '%j is refused whole',
    async (change) => {
      const { invoice_id } = await createInvoice(service, full);
      await expectRefused(service, () => patch(service, invoice_id, change), 'INVALID_DUE_DATE', 'due_date');
    },
  );
});

describe('what a change must leave possible', () => {
  it('some way to pay, with what was there before', async () => {
    const { invoice_id } = await createInvoice(service, full);
    const refuse = (change: object) =>
      expectRefused(service, () => patch(service, invoice_id, change), 'INVALID_TOKEN', 'accepted_tokens');
    await refuse({ accepted_tokens: ['BNB'] });
    await patch(service, invoice_id, { accepted_tokens: ['SOL', 'USDC'] });
    await patch(service, invoice_id, { accepted_tokens: ['SOL'] });
    await refuse({ accepted_chains: ['base'] });
    expect(
      (await patch(service, invoice_id, { accepted_chains: ['base'], accepted_tokens: null })).status,
    ).toBe(200);
  });

  it.each([
    ['the currency', { currency: 'AUD' }, 'AMOUNT_TOO_SMALL'],
    ['the tax rate', { tax_rate: null }, 'AMOUNT_TOO_SMALL'],
  ] as const)('a total within the limits, when %s changes it', async (_name, change, code) => {
    const { invoice_id } = await createInvoice(service, {
      line_items: [{ ...item, quantity: 1, unit_price: '0.49' }],
      tax_rate: '0.1',
    });
    await expectRefused(service, () => patch(service, invoice_id, change), code, 'amount');
  });

  it('a total that is too large now may still get a new memo', async () => {
    const { invoice_id } = await createInvoice(service);
    const { rates } = service.ctx;
    service.ctx.rates = {
      ...rates,
      test: { ...rates.test, usdPerCurrency: (c) => (c === 'USD' ? 10n ** 8n : 1n) },
    };
    try {
      expect((await patch(service, invoice_id, { memo: 'x' })).status).toBe(200);
    } finally {
      service.ctx.rates = rates;
    }
  });
});
