import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { locales } from '../../../src/lib/locales.ts';
import {
  createInvoice,
  dayMs,
  getInvoice,
  invoiceIn,
  openInvoice,
  pay,
} from '../../payments/invoices/support.ts';
import { getPayment, unlimited } from '../../payments/support.ts';
import { expectCivil } from '../../platform/http/arbitrary-requests.ts';
import { expectRefusal } from '../../platform/http/refusal.ts';
import { budget } from '../../support/chance.ts';
import { manualClock } from '../../support/clock.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { invoiceState, payNow, startInvoicePages, visitInvoice } from './invoice-support.ts';

const clock = manualClock();
let service: TestService;
beforeAll(async () => {
  service = await startInvoicePages(clock);
});
afterAll(() => service.stop());

const open = (path: string, headers: Record<string, string> = {}) =>
  visitInvoice(service, 'GET', path, { headers });

const content = {
  currency: 'EUR',
  tax_rate: '0.085',
  customer_name: 'Ada <b>Ltd</b>',
  customer_email: 'ada@example.com',
  memo: 'Thank you.\n"Soon" & safe',
  metadata: { internal: 'margin 40%' },
  line_items: [
    { description: 'Design, hours', quantity: 7.5, unit_price: '80.00' },
    { description: 'Hosting </td><script>alert(1)</script>', quantity: 3, unit_price: '12.50' },
  ],
};

/** The page as text: tags gone, entities read, white space as one space. */
const said = (page: string) =>
  page
    .replace(/<script[\s\S]*?<\/script>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#39;/g, "'")
    .replace(/&quot;/g, '"')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ');

describe('the invoice page', () => {
  it('shows all of an open invoice without any script, and offers to pay it', async () => {
    const { invoice_id, invoice_number } = await openInvoice(service, content);
    const { status, headers, text } = await open(invoice_id);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(text).toContain(`<title>Invoice ${invoice_number} · Shop</title>`);
    for (const part of [
      'Shop',
      'Test mode',
      'Open',
      'Ada <b>Ltd</b>',
      'ada@example.com',
      'Issued March 1, 2026',
      'Due date March 31, 2026',
      'Description Quantity Unit price Amount',
      'Design, hours 7.5 €80.00 €600.00',
      'Hosting </td><script>alert(1)</script> 3 €12.50 €37.50',
      'Subtotal €637.50',
      'Tax (8.5%) €54.19',
      'Total €691.69',
      'Thank you. "Soon" & safe',
      'Pay now',
      'Download PDF',
    ])
      expect(said(text)).toContain(part);
    expect(text).toContain(`<form method="post" action="/invoice/${invoice_id}/pay?locale=en"`);
    expect(text).toContain('src="/assets/invoice-2b3c.js"');
    expect(text.indexOf('shared-7a8b.css')).toBeLessThan(text.indexOf('invoice-4d5e.css'));
    expect(text).not.toMatch(/<style|style=|\son\w+=|javascript:/);
  });

  it('has a real table, with a head for each column', async () => {
    const { text } = await open((await openInvoice(service, content)).invoice_id);
    expect(text.match(/<th scope="col"/g)).toHaveLength(4);
    expect(text.match(/<td role="cell"/g)).toHaveLength(8);
    expect(text).toContain('<caption');
  });

  it('carries headers that let it run and send only to itself, and keep it out of caches and searches', async () => {
    const { headers, text } = await open((await openInvoice(service)).invoice_id);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("form-action 'self'");
    expect(policy).not.toContain('unsafe');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('same-origin');
    expect(text).toContain('<meta name="robots" content="noindex, nofollow">');
  });

  it('tells nothing that is the merchant’s own', async () => {
    const { invoice_id } = await openInvoice(service, content);
    await payNow(service, invoice_id);
    for (const path of [invoice_id, `${invoice_id}/state`]) {
      const { text } = await open(path);
      for (const secret of ['margin 40%', service.merchantId, 'metadata', 'merchant_id', 'pay_'])
        expect(text).not.toContain(secret);
    }
  });

  it('once paid shows how, links to the receipt and asks for nothing more', async () => {
    const { invoice_id } = await openInvoice(service, { ...content, accepted_chains: ['base'] });
    const payment_id = await pay(service, invoice_id);
    const { tx_hash, token_amount } = await getPayment(service, payment_id);
    const { text } = await open(invoice_id);
    for (const part of ['Paid', 'Paid on March 1, 2026', 'Base', 'ETH', tx_hash, 'Amount paid €691.69'])
      expect(said(text)).toContain(part);
    expect(text).toContain(`href="https://pay.example/checkout/${payment_id}"`);
    expect(text).not.toContain('Pay now');
    expect((await invoiceState(service, invoice_id)).payment).toEqual({
      chain: 'base',
      chain_name: 'Base',
      token: 'ETH',
      token_amount,
      tx_hash,
      tx_url: `/simulated/base/tx/${tx_hash}`,
      receipt_url: `https://pay.example/checkout/${payment_id}`,
    });
    expect(text).toContain(`href="/simulated/base/tx/${tx_hash}"`);
  });

  it.each([
    ['void', 'Shop cancelled this invoice. There is nothing to pay.'],
    ['expired', 'can no longer be paid. Ask Shop for a new one.'],
  ] as const)('of one that is %s says so and offers no payment', async (status, sentence) => {
    const { text } = await open(await invoiceIn(service, clock, status));
    expect(said(text)).toContain(sentence);
    expect(text).not.toContain('<form method="post"');
  });

  it('of one that expired says where to ask, if the merchant has an address or a page for it', async () => {
    const invoiceId = await invoiceIn(service, clock, 'expired');
    expect((await open(invoiceId)).text).not.toContain('mailto:');
    await service.ctx.db`
      update merchants set support_email = 'help@shop.example', support_url = 'https://shop.example/help'`;
    const { text } = await open(invoiceId);
    expect(text).toContain('href="mailto:help@shop.example"');
    expect(text).toContain(
      'href="https://shop.example/help" rel="noopener noreferrer">shop.example/help</a>',
    );
    await service.ctx.db`update merchants set support_email = null, support_url = null`;
  });

  it('says expired from the moment the due day is over, before the task has run', async () => {
    const { invoice_id, due_date } = await openInvoice(service);
    clock.advance(Date.parse(due_date) + dayMs - clock.nowMs() - 1);
    expect((await invoiceState(service, invoice_id)).status).toBe('open');
    clock.advance(1);
    expect((await getInvoice(service, invoice_id)).status).toBe('open');
    expect(await invoiceState(service, invoice_id)).toMatchObject({ status: 'expired', payable: false });
    expect((await open(invoice_id)).text).not.toContain('<form method="post"');
  });

  it('stays open after the due day while a transaction made in time is being confirmed', async () => {
    const { invoice_id, due_date } = await openInvoice(service);
    await payNow(service, invoice_id);
    await service.ctx.db`update payments set status = 'processing' where invoice_id = ${invoice_id}`;
    clock.advance(Date.parse(due_date) + dayMs - clock.nowMs());
    expect(await invoiceState(service, invoice_id)).toMatchObject({
      status: 'open',
      under_way: 'processing',
    });
    const { text } = await open(invoice_id);
    expect(said(text)).toContain('Your payment is being confirmed.');
    expect(said(text)).toContain('View payment');
  });

  it('of a live invoice looks like no test, and says that it cannot be paid where no chain is configured', async () => {
    const { invoice_id } = await createInvoice(service, {}, { key: service.liveKey });
    await service.call('POST', `/invoices/${invoice_id}/finalize`, { key: service.liveKey });
    const { text } = await open(invoice_id);
    expect(said(text)).toContain('This invoice cannot be paid right now.');
    expect(text).not.toContain('test-banner');
    expect(text).not.toContain('<form method="post"');
  });

  it('of a suspended merchant says that it cannot be paid right now', async () => {
    const { invoice_id } = await openInvoice(service);
    await service.ctx.db`update merchants set status = 'suspended' where merchant_id = ${service.merchantId}`;
    expect(said((await open(invoice_id)).text)).toContain('This invoice cannot be paid right now.');
    await service.ctx.db`update merchants set status = 'active' where merchant_id = ${service.merchantId}`;
  });

  it('of a draft, an unknown or a malformed id is a friendly 404 in the language of the browser', async () => {
    const draft = (await createInvoice(service)).invoice_id;
    const ids = [draft, `inv_${'0'.repeat(26)}`, 'inv_x', '%00', '%3Cscript%3E', 'x'.repeat(400)];
    for (const id of ids)
      for (const path of [id, `${id}/pdf`]) {
        const answer = await open(path, { 'accept-language': 'fr-CA' });
        expect(answer.status).toBe(404);
        expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
        expect(answer.text).toContain('<html lang="fr">');
        expect(answer.text).toContain('Facture introuvable');
        expect(answer.text).not.toContain('<script');
      }
    expectRefusal(await open(`${draft}/state`), 'INVOICE_NOT_FOUND');
  });

  it('speaks the language asked for, else the browser’s', async () => {
    const { invoice_id } = await openInvoice(service);
    const lang = async (query: string, browser: string) =>
      /<html lang="(\w+)">/.exec(
        (await open(`${invoice_id}${query}`, { 'accept-language': browser })).text,
      )?.[1];
    expect(await lang('', 'pt-BR, ko;q=0.8, de;q=0.9')).toBe('de');
    expect(await lang('?locale=ja', 'de')).toBe('ja');
    for (const bad of ['?locale=xx', '?locale=', '?locale=de&locale=ja', '?locale[]=de'])
      expect(await lang(bad, 'ko')).toBe('ko');
  });

  it('says everything in each of the seven languages', async () => {
    const { invoice_id } = await openInvoice(service, { memo: null });
    const pages = await Promise.all(
      locales.map(async (locale) => said((await open(`${invoice_id}?locale=${locale}`)).text)),
    );
    for (const [index, page] of pages.entries())
      if (index > 0)
        for (const word of ['Pay now', 'Due date', 'Download', 'Print']) expect(page).not.toContain(word);
    expect(new Set(pages).size).toBe(7);
  });

  it('that was not built says so', async () => {
    const empty = mkdtempSync(join(tmpdir(), 'causeway-web-'));
    const bare = await startTestService({ clock, requestsPerMinute: unlimited, webDir: empty });
    const answer = await visitInvoice(bare, 'GET', (await openInvoice(bare)).invoice_id);
    expect(answer.status).toBe(503);
    expect(answer.text).toContain('npm run build');
    await bare.stop();
    rmSync(empty, { recursive: true });
  });
});

describe('the markup', () => {
  it('is the same whatever merchants write', async () => {
    const tags = (page: string) => [...page.matchAll(/<\/?([a-z0-9]+)/gi)].map(([tag]) => tag);
    const { invoice_id } = await openInvoice(service, { ...content, memo: 'x' });
    const plain = tags((await open(invoice_id)).text);
    const nasty = fc.oneof(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
      fc.constantFrom(
        '</script><script>alert(1)</script>',
        '"><img src=x onerror=alert(1)>',
        "' onload='x",
        '<!--',
      ),
    );
    await fc.assert(
      fc.asyncProperty(nasty, nasty, nasty, async (name, memo, line) => {
        await service.ctx.db`
          update invoices set customer_name = ${name}, memo = ${memo} where invoice_id = ${invoice_id}`;
        await service.ctx.db`update invoice_lines set description = ${line} where invoice_id = ${invoice_id}`;
        expect(tags((await open(invoice_id)).text)).toEqual(plain);
      }),
      { numRuns: budget(40, 10) },
    );
  });
});

describe('methods and other routes', () => {
  it.each([
    ['', ['POST', 'DELETE'], ['GET', 'HEAD']],
    ['/state', ['POST'], ['GET', 'HEAD']],
    ['/pdf', ['POST'], ['GET', 'HEAD']],
    ['/pay', ['GET', 'PUT'], ['POST']],
  ])('/invoice/:invoice_id%s does not take %j', async (path, others, taken) => {
    const { invoice_id } = await openInvoice(service);
    for (const method of others) {
      const answer = await visitInvoice(service, method, `${invoice_id}${path}`);
      expect(answer.status).toBe(405);
      expect((answer.headers.get('allow') ?? '').split(', ').sort()).toEqual(taken);
    }
  });

  it('whatever is sent to Pay Now as JSON is answered below 500 in the envelope', {
    timeout: 120_000,
  }, async () => {
    const { invoice_id } = await openInvoice(service);
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.constant(invoice_id), fc.string({ maxLength: 30 }).map(encodeURIComponent)),
        fc.oneof(fc.json({ maxDepth: 2 }), fc.string({ unit: 'binary', maxLength: 50 })),
        async (id, body) => {
          fc.pre(!['', '.', '..'].includes(id));
          const headers = { 'content-type': 'application/json' };
          await expectCivil(service, { method: 'POST', path: `/invoice/${id}/pay`, headers, body });
        },
      ),
      { numRuns: budget(60, 15) },
    );
  });
});
