import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setLogo } from '../../../src/platform/logos/logos.ts';
import { shadesOf } from '../../../src/platform/pages/accent.ts';
import { invoiceIn, openInvoice } from '../../payments/invoices/support.ts';
import { budget } from '../../support/chance.ts';
import { manualClock } from '../../support/clock.ts';
import { png } from '../../support/pictures.ts';
import type { TestService } from '../../support/service.ts';
import { startInvoicePages, visitInvoice } from './invoice-support.ts';
import { type ReadPdf, readPdf } from './pdf-reader.ts';

const clock = manualClock();
let service: TestService;
beforeAll(async () => {
  service = await startInvoicePages(clock);
});
afterAll(() => service.stop());

async function download(invoiceId: string, query = ''): Promise<{ pdf: ReadPdf; headers: Headers }> {
  const response = await fetch(`${service.url}/invoice/${invoiceId}/pdf${query}`);
  expect(response.status).toBe(200);
  return { pdf: readPdf(Buffer.from(await response.arrayBuffer())), headers: response.headers };
}

/** Runs in different fonts are apart in the file: white space does not count. */
const tight = (text: string) => text.replace(/\s/g, '');
const expectText = (pdf: ReadPdf, ...parts: string[]) => {
  for (const part of parts) expect(tight(pdf.pages.join(' '))).toContain(tight(part));
};

const content = {
  currency: 'EUR',
  tax_rate: '0.08',
  customer_email: 'ada@example.com',
  memo: 'First line.\nSecond line.',
  line_items: [{ description: 'Design, hours', quantity: 7.5, unit_price: '80.00' }],
};

describe('the PDF of an invoice', () => {
  it('says all that the page says, as text, on A4, under the invoice’s number', async () => {
    const invoice = await openInvoice(service, { ...content, customer_name: 'Ada Ltd' });
    const { pdf, headers } = await download(invoice.invoice_id);
    const { invoice_number: number } = invoice;
    expect(headers.get('content-type')).toBe('application/pdf');
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="invoice-${number}.pdf"; filename*=UTF-8''invoice-${number}.pdf`,
    );
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-robots-tag')).toContain('noindex');
    expectText(pdf, 'Shop', `Invoice ${number}`, 'Open', 'Ada Ltd', 'ada@example.com', 'Design, hours');
    expectText(pdf, '7.5 €80.00 €600.00', 'Subtotal €600.00', 'Tax (8%) €48.00', 'Amount due €648.00');
    expectText(pdf, 'First line.', 'Second line.', 'March 31, 2026', 'Test mode', 'Page 1 of 1');
    expectText(pdf, `Pay online: ${invoice.invoice_url}`);
    expect(pdf.raw).toContain('/MediaBox [0 0 595.28 841.89]');
    expect(pdf.info('Title')).toBe(`Invoice ${number}`);
    expect(pdf.info('Author')).toBe('Shop');
  });

  it('says below the merchant’s address where customers reach it, with links', async () => {
    const { db } = service.ctx;
    await db`update merchants set support_email = 'help@shop.example', support_url = 'https://shop.example/help'`;
    const { invoice_id } = await openInvoice(service, content);
    const { pdf } = await download(invoice_id);
    expectText(pdf, 'Shop shop.example/help help@shop.example');
    expect(pdf.raw).toContain('https://shop.example/help');
    expect(pdf.raw).toContain('mailto:help@shop.example');
    await db`update merchants set support_email = null, support_url = null`;
  });

  it('leaves out emoji, which its fonts do not have', async () => {
    const item = { description: 'Coffee ☕️👩🏽‍🍳🇯🇵 beans', quantity: 1, unit_price: '80.00' };
    const { invoice_id } = await openInvoice(service, { ...content, line_items: [item] });
    expectText((await download(invoice_id)).pdf, 'Coffee beans');
  });

  it('uses the merchant’s colour, as far as it can be read on white', async () => {
    const { invoice_id } = await openInvoice(service, content);
    const colorsWith = async (color: string | null) => {
      await service.ctx
        .db`update merchants set accent_color = ${color} where merchant_id = ${service.merchantId}`;
      return (await download(invoice_id)).pdf.colors;
    };
    const green = await colorsWith('#0b6e4f');
    expect([green.has('#0b6e4f'), green.has('#2350d8')]).toEqual([true, false]);
    const yellow = await colorsWith('#ffee00');
    const { line, text } = shadesOf('#ffee00', 'light');
    expect([yellow.has(line), yellow.has(text), yellow.has('#ffee00')]).toEqual([true, true, false]);
    expect((await colorsWith(null)).has('#2350d8')).toBe(true);
  });

  it('has the address and tax id of both sides, as the page does', async () => {
    const { db } = service.ctx;
    const address = '5 Quay <1>\nDover';
    await db`update merchants set address = ${address}, tax_id = 'GB111' where merchant_id = ${service.merchantId}`;
    const customer = { customer_address: '1 Main Street\n\nLondon', customer_tax_id: 'DE222' };
    const { invoice_id } = await openInvoice(service, { ...content, ...customer });
    const { pdf } = await download(invoice_id);
    const page = await visitInvoice(service, 'GET', `${invoice_id}?locale=de`);
    expectText(pdf, '5 Quay <1>', 'Dover', 'Tax ID: GB111', '1 Main Street', 'London', 'Tax ID: DE222');
    expect(page.text).toContain('<dd>5 Quay &lt;1&gt;</dd><dd>Dover</dd><dd>Steuernummer: GB111</dd>');
    expect(page.text).toContain('<dd>1 Main Street</dd><dd>London</dd><dd>Steuernummer: DE222</dd>');
    await db`update merchants set address = null, tax_id = null where merchant_id = ${service.merchantId}`;
  });

  it('comes on Letter when asked, and on A4 when asked for anything else', async () => {
    const { invoice_id } = await openInvoice(service, content);
    expect((await download(invoice_id, '?size=letter')).pdf.raw).toContain('/MediaBox [0 0 612 792]');
    expect((await download(invoice_id, '?size=a0')).pdf.raw).toContain('/MediaBox [0 0 595.28 841.89]');
  });

  it.each([
    ['en', 'Zoë Ångström, Łódź, Nguyễn', 'Due December'],
    ['de', 'Jürgen Größer', 'Rechnung'],
    ['es', 'Ελληνική Εταιρεία', 'Factura'],
    ['fr', 'ООО «Северный ветер»', 'Facture'],
    ['ja', '株式会社東京文具店', '請求書'],
    ['ko', '주식회사 서울문구', '청구서'],
    ['zh', '上海纸业有限公司（浦东）', '账单'],
  ])('in %s keeps a customer called %s', async (locale, customer_name, word) => {
    const { invoice_id } = await openInvoice(service, { ...content, customer_name });
    const { pdf } = await download(invoice_id, `?locale=${locale}`);
    expectText(pdf, customer_name);
    if (locale !== 'en') expectText(pdf, word);
  });

  it('of 200 lines goes over several pages, each with the head of the table and its number', async () => {
    const { invoice_id } = await openInvoice(service, {
      line_items: Array.from({ length: 200 }, (_, index) => ({
        description: `Item number ${index + 1} ${index % 20 === 0 ? 'x'.repeat(150) : ''}`,
        quantity: 1,
        unit_price: '1.00',
      })),
    });
    const { pdf } = await download(invoice_id);
    expect(pdf.pages.length).toBeGreaterThan(4);
    for (const [index, page] of pdf.pages.entries()) {
      expect(page).toContain(`Page ${index + 1} of ${pdf.pages.length}`);
      if (/Item number/.test(page)) expect(tight(page)).toContain('DescriptionQuantityUnitpriceAmount');
    }
    const found = [...pdf.pages.join(' ').matchAll(/Item number (\d+) /g)].map(([, number]) =>
      Number(number),
    );
    expect(found).toEqual(Array.from({ length: 200 }, (_, index) => index + 1));
    expectText(pdf, 'x'.repeat(150));
  });

  it('of a paid, void or expired invoice says so and asks for nothing', async () => {
    for (const [status, word] of [
      ['paid', 'Amount paid'],
      ['void', 'Shop cancelled this invoice.'],
      ['expired', 'can no longer be paid'],
    ] as const) {
      const { pdf } = await download(await invoiceIn(service, clock, status));
      expectText(pdf, word);
      expect(pdf.pages.join('')).not.toContain('Pay online');
    }
  });

  it.each([
    ['R/2026:"7"', 'invoice-R-2026-7-.pdf'],
    ['请求 №5', 'invoice--5.pdf'],
    ['../../x', 'invoice-..-..-x.pdf'],
  ])('numbered %j has a harmless file name', async (invoice_number, name) => {
    const { invoice_id } = await openInvoice(service, { invoice_number });
    const { headers } = await download(invoice_id);
    const disposition = headers.get('content-disposition') ?? '';
    expect(disposition).toContain(`filename="${name}"`);
    expect(decodeURIComponent(disposition.split("UTF-8''")[1] ?? '')).not.toMatch(/[/\\\n"\u202e]/);
  });

  it('is made whatever people write, and what no font has does not break it', {
    timeout: 120_000,
  }, async () => {
    const { invoice_id } = await openInvoice(service, content);
    const given = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.string({ unit: 'binary', maxLength: 30 }).map((text) => text.toWellFormed().replaceAll('\0', '')),
      fc.constantFrom(
        '🙂👩‍👩‍👧',
        'שלום مرحبا नमस्ते ไทย',
        'e\u0301\u0302\u0303',
        '\u202eevil',
        '𠮷野家',
        'ﷺ',
        'a\u200db',
      ),
    );
    await fc.assert(
      fc.asyncProperty(given, given, given, async (name, memo, line) => {
        await service.ctx.db`
          update invoices set customer_name = ${name}, memo = ${memo} where invoice_id = ${invoice_id}`;
        await service.ctx.db`update invoice_lines set description = ${line} where invoice_id = ${invoice_id}`;
        expectText((await download(invoice_id)).pdf, 'Amount due €648.00');
      }),
      { numRuns: budget(25, 8) },
    );
  });
});

describe('the logo in the PDF', () => {
  function pngOf(
    pixels: Buffer,
    { kind = 6, bits = 8, interlaced = false, before = [] as Buffer[] } = {},
  ): Buffer {
    const header = Buffer.concat([
      png(4, 4).subarray(16, 24),
      Buffer.from([bits, kind, 0, 0, interlaced ? 1 : 0]),
    ]);
    const end = chunk('IEND', Buffer.alloc(0));
    const signature = png(1, 1).subarray(0, 8);
    return Buffer.concat([signature, chunk('IHDR', header), ...before, chunk('IDAT', pixels), end]);
  }

  function chunk(kind: string, data: Buffer): Buffer {
    const head = Buffer.alloc(8);
    head.writeUInt32BE(data.length);
    head.write(kind, 4, 'latin1');
    return Buffer.concat([head, data, Buffer.alloc(4)]);
  }

  /** Four rows of four pixels, each with its filter. */
  const rows = (filter: number) =>
    deflateSync(Buffer.concat(Array(4).fill(Buffer.from([filter, ...Array(16).fill(90)]))));

  it.each([
    ['is whole', pngOf(rows(0))],
    ['has filtered rows', pngOf(rows(4))],
    ['is interlaced', pngOf(deflateSync(Buffer.alloc(200)), { interlaced: true })],
    [
      'has a palette of 16 colours',
      pngOf(deflateSync(Buffer.alloc(12)), { kind: 3, bits: 4, before: [chunk('PLTE', Buffer.alloc(48))] }),
    ],
  ])('that %s is there', async (_, logo) => {
    const { invoice_id } = await openInvoice(service, content);
    await setLogo(service.ctx, service.merchantId, logo);
    expect((await download(invoice_id)).pdf.raw).toContain('/Subtype /Image');
  });

  it.each([
    ['pixels that cannot be inflated', pngOf(Buffer.from('not deflated at all'))],
    ['too few pixels', pngOf(deflateSync(Buffer.alloc(5)))],
    ['no pixels', pngOf(Buffer.alloc(0))],
    ['a filter that does not exist', pngOf(rows(200))],
    [
      'passes with a filter that does not exist',
      pngOf(deflateSync(Buffer.alloc(200, 7)), { interlaced: true }),
    ],
    ['a kind of colour that does not exist', pngOf(rows(0), { kind: 5 })],
    ['frames of an animation', pngOf(rows(0), { before: [chunk('fcTL', Buffer.alloc(26))] })],
  ])('with %s is left out, and the service lives on', async (_, logo) => {
    const { invoice_id } = await openInvoice(service, content);
    await setLogo(service.ctx, service.merchantId, logo);
    const { pdf } = await download(invoice_id);
    expect(pdf.raw).not.toContain('/Subtype /Image');
    expectText(pdf, 'Amount due €648.00');
  });
});
