import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { locales } from '../../server/src/lib/locales.ts';
import { payInvoice } from '../../server/src/payments/invoices/pay-invoice.ts';
import { readPdf } from '../../server/test/pages/checkout/pdf-reader.ts';
import {
  act,
  createInvoice,
  dayMs,
  getInvoice,
  openInvoice,
  pay,
} from '../../server/test/payments/invoices/support.ts';
import { customerLooks, inspect } from './checks.ts';
import { type Shop, startShop } from './shop.ts';
import { heading, payAsOffered, stopTime } from './steps.ts';

let shop: Shop;

beforeAll(async () => {
  shop = await startShop();
});
afterEach(() => shop.closeTabs());
afterAll(() => shop.stop());

const content = {
  currency: 'EUR',
  tax_rate: '0.08',
  customer_name: 'Ada Ltd',
  customer_email: 'ada@example.com',
  memo: 'Thank you.',
  line_items: [
    { description: 'Design, hours', quantity: 7.5, unit_price: '80.00' },
    { description: `Hosting ${'x'.repeat(120)}`, quantity: 3, unit_price: '12.50' },
  ],
};

const open = async (body = {}): Promise<string> =>
  (await openInvoice(shop.service, { ...content, ...body })).invoice_id;
const plain = (text: string | null) => (text ?? '').replace(/\s+/g, ' ');
const badge = (page: Page) => page.locator('.badge').textContent();
const cents = { tax_rate: '0', line_items: [{ description: 'Pen', quantity: 1, unit_price: '0.01' }] };
const failing = { tax_rate: '0', line_items: [{ description: 'Pen', quantity: 1, unit_price: '6.66' }] };

describe('an open invoice', () => {
  it('is paid through the checkout, which returns to it', async () => {
    const id = await open(cents);
    const page = await shop.visit(`/invoice/${id}`);
    await page.getByRole('button', { name: 'Pay Now' }).click();
    await heading(page, 'Choose how to pay').waitFor();
    await page.getByRole('link', { name: 'Cancel payment' }).click();
    await page.getByRole('button', { name: 'Pay Now' }).click();
    await heading(page, 'Choose how to pay').waitFor();
    await stopTime(page);
    await payAsOffered(page);
    await page.getByText(/^Returning to the invoice in \d seconds?$/).waitFor();
    await page.clock.resume();
    await page.waitForURL(`${shop.service.url}/invoice/${id}`);
    expect(await badge(page)).toBe('Paid');
    const { payment_id } = await getInvoice(shop.service, id);
    expect(await page.getByRole('button', { name: 'Pay Now' }).count()).toBe(0);
    await page.getByRole('link', { name: 'View receipt' }).click();
    await page.waitForURL(`${shop.service.url}/checkout/${payment_id}`);
    await heading(page, 'Payment complete').waitFor();
    const other = await shop.visit(`/checkout/${payment_id}`);
    await other.getByRole('link', { name: 'View invoice' }).waitFor();
    expect(await other.getByText(/^Returning to/).count()).toBe(0);
  });

  it('whose payment fails or expires can be paid again from its own page', async () => {
    const id = await open(failing);
    const page = await shop.visit(`/invoice/${id}`);
    await page.getByRole('button', { name: 'Pay Now' }).click();
    await payAsOffered(page);
    await heading(page, 'Payment failed').waitFor();
    await page.getByRole('link', { name: 'Try again' }).click();
    await page.waitForURL(`${shop.service.url}/invoice/${id}`);
    await page.getByRole('button', { name: 'Pay Now' }).click();
    await heading(page, 'Choose how to pay').waitFor();
    await shop.advance(31 * 60_000);
    await heading(page, 'This payment has expired').waitFor();
    await page.getByRole('link', { name: 'Back to the invoice' }).click();
    await page.getByRole('button', { name: 'Pay Now' }).waitFor();
  });

  it('shows without a reload that it was paid elsewhere, and announces it to screen readers', async () => {
    const id = await open();
    const page = await shop.visit(`/invoice/${id}`);
    await pay(shop.service, id);
    await page.evaluate("window.dispatchEvent(new Event('online'))");
    await page.getByText('Paid', { exact: true }).first().waitFor();
    await page.getByRole('link', { name: 'View receipt' }).waitFor();
    expect(await page.locator('#news').textContent()).toContain('Paid');
    await page.getByRole('button', { name: 'Print' }).waitFor();
  });

  it('that was voided meanwhile cannot be paid, and the page shows why', async () => {
    const id = await open();
    const page = await shop.visit(`/invoice/${id}`);
    await act(shop.service, id, 'void');
    await page.getByRole('button', { name: 'Pay Now' }).click();
    await page.getByRole('alert').getByText('This invoice can no longer be paid.').waitFor();
    await expect.poll(() => badge(page), { timeout: 60_000 }).toBe('Void');
  });

  it('shows an error when the service cannot be reached, and Pay Now works again afterwards', async () => {
    const page = await shop.visit(`/invoice/${await open()}`);
    await page.route('**/pay?*', (route) => route.abort());
    await page.getByRole('button', { name: 'Pay Now' }).click();
    await page.getByRole('alert').getByText('We could not connect.').waitFor();
    await page.unroute('**/pay?*');
    await page.getByRole('button', { name: 'Pay Now' }).click();
    await heading(page, 'Choose how to pay').waitFor();
  });

  it('can be paid by keyboard alone', async () => {
    const page = await shop.visit(`/invoice/${await open()}`);
    await page.keyboard.press('Tab');
    expect(await page.evaluate<string>('document.activeElement.textContent')).toBe('Pay now');
    await page.keyboard.press('Enter');
    await heading(page, 'Choose how to pay').waitFor();
  });
});

describe('without JavaScript', () => {
  it('the invoice is complete, and Pay Now opens the checkout', async () => {
    const id = await open();
    const page = await shop.visit(`/invoice/${id}?locale=de`, { javaScriptEnabled: false });
    const text = plain(await page.locator('main').innerText());
    for (const part of ['Design, hours', '7,5', '600,00 €', '688,50 €', 'Ada Ltd', 'Thank you.'])
      expect(text).toContain(part);
    await page.getByLabel('Sprache').selectOption('fr');
    await page.getByRole('button', { name: 'Sprache ändern' }).click();
    await page.getByRole('button', { name: 'Payer maintenant' }).click();
    await page.waitForURL(/\/checkout\/pay_/);
  });
});

describe('the seven languages', () => {
  it('can be chosen, and the choice is kept at the checkout and back', async () => {
    const id = await open();
    const page = await shop.visit(`/invoice/${id}`);
    for (const locale of locales) {
      await page.locator('#language select').selectOption(locale);
      await page.waitForURL(`**/invoice/${id}?locale=${locale}`);
      expect(await page.getAttribute('html', 'lang')).toBe(locale);
    }
    await page.getByRole('button', { name: '立即支付' }).click();
    await page.getByRole('heading', { name: '选择付款方式' }).waitFor();
    await page.goto(`${shop.service.url}/invoice/${id}`);
    await page.getByRole('button', { name: '立即支付' }).waitFor();
  });

  it('default to the browser’s', async () => {
    const page = await shop.visit(`/invoice/${await open()}`, { locale: 'ko-KR' });
    await page.getByRole('button', { name: '지금 결제하기' }).waitFor();
  });
});

describe('print and PDF', () => {
  it('print has no buttons and no dark background, and the table head on every page', async () => {
    const line = (_: unknown, index: number) => ({
      description: `Line ${index}`,
      quantity: 1,
      unit_price: '1.00',
    });
    const id = await open({ line_items: Array.from({ length: 80 }, line) });
    const page = await shop.visit(`/invoice/${id}`, { colorScheme: 'dark' });
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    expect(await page.getByRole('button').count()).toBe(0);
    expect(await page.evaluate<string>('getComputedStyle(document.body).backgroundColor')).toBe(
      'rgb(255, 255, 255)',
    );
    expect(await page.evaluate<string>("getComputedStyle(document.querySelector('.lines td')).color")).toBe(
      'rgb(0, 0, 0)',
    );
    expect(await page.evaluate<string>("getComputedStyle(document.querySelector('thead')).display")).toBe(
      'table-header-group',
    );
    for (const format of ['A4', 'Letter']) expect((await page.pdf({ format })).length).toBeGreaterThan(1000);
  });

  it('the PDF is named by the invoice number, in the language of the page', async () => {
    const { invoice_id, invoice_number } = await openInvoice(shop.service, content);
    const page = await shop.visit(`/invoice/${invoice_id}?locale=de`);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'PDF herunterladen' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`invoice-${invoice_number}.pdf`);
    const { pages } = readPdf(await readFile(await download.path()));
    expect(plain(pages.join(' '))).toContain(`Rechnung ${invoice_number}`);
    expect(plain(pages.join(' '))).toContain('Design, hours 7,5 80,00 € 600,00 €');
  });
});

it('every state is accessible and fits', async () => {
  const [paid, voided, confirming, expired] = [await open(), await open(), await open(), await open()];
  await pay(shop.service, paid);
  await act(shop.service, voided, 'void');
  const { payment_id } = await payInvoice(shop.service.ctx, confirming);
  const { db } = shop.service.ctx;
  await db`update payments set status = 'processing' where payment_id = ${payment_id}`;
  const yesterday = new Date(shop.service.ctx.clock.nowMs() - dayMs).toISOString().slice(0, 10);
  await db`update invoices set due_date = ${yesterday} where invoice_id = ${expired}`;
  const live = await createInvoice(shop.service, content, { key: shop.service.liveKey });
  const finalize = `/invoices/${live.invoice_id}/finalize`;
  await shop.service.call('POST', finalize, { key: shop.service.liveKey });
  const page = await shop.visit(`/invoice/${await open()}`, customerLooks[0]);
  const check = (state: string) => inspect(page, `invoice-${state}`, customerLooks);
  await check('open');
  for (const [id, state] of [
    [paid, 'Paid'],
    [voided, 'Void'],
    [confirming, 'Processing'],
    [expired, 'Expired'],
    [live.invoice_id, 'Open'],
  ] as const) {
    await page.goto(`${shop.service.url}/invoice/${id}`);
    expect(await badge(page)).toBe(state);
    await check(state);
  }
  await page.goto(`${shop.service.url}/invoice/inv_x`);
  await page.getByRole('heading', { name: 'Invoice not found' }).waitFor();
  await check('unknown');
});
