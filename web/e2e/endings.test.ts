import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { site } from './merchant-site.ts';
import { type Shop, startShop } from './shop.ts';
import { choose, heading, payAsOffered, stopTime } from './steps.ts';

let shop: Shop;

beforeAll(async () => {
  shop = await startShop();
});
afterEach(() => shop.closeTabs());
afterAll(() => shop.stop());

const urls = { redirect_url: `${site}/thanks`, cancel_url: `${site}/cart` };

describe('after success', () => {
  it('the customer is redirected to the shop, with the payment id in the URL', async () => {
    const paymentId = await shop.createPayment({ amount: '0.01', ...urls });
    const page = await shop.open(paymentId);
    await stopTime(page);
    await payAsOffered(page);
    await page.getByText(/^Returning to Shop in \d seconds?$/).waitFor();
    await page.clock.resume();
    await page.waitForURL(`${site}/thanks**`);
    expect(page.url()).toBe(`${site}/thanks?payment_id=${paymentId}&status=completed`);
    await page.goBack();
    // After the back button there is no second redirect.
    await page.getByRole('link', { name: 'Back to Shop' }).waitFor();
    expect(await page.getByText(/^Returning to/).count()).toBe(0);
  });

  it('the customer can return at once', async () => {
    const page = await shop.open(await shop.createPayment({ amount: '0.01', ...urls }));
    await stopTime(page);
    await payAsOffered(page);
    await page.getByRole('link', { name: 'Go now' }).click();
    await page.waitForURL(`${site}/thanks**`);
  });

  it('the customer can stay', async () => {
    const page = await shop.open(await shop.createPayment({ amount: '0.01', ...urls }));
    await stopTime(page);
    await payAsOffered(page);
    await page.getByRole('button', { name: 'Stay on this page' }).click();
    await page.clock.runFor(60_000);
    await heading(page, 'Payment complete').waitFor();
    await page.getByRole('link', { name: 'Back to Shop' }).waitFor();
  });

  it('the page is a receipt, which can be printed before the customer leaves', async () => {
    const paymentId = await shop.createPayment({ amount: '0.01', ...urls });
    const page = await shop.open(paymentId);
    await stopTime(page);
    await payAsOffered(page);
    await page.getByText(/^Returning to/).waitFor();
    const row = (name: string) =>
      page.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) });
    await row('Payment number').getByText(paymentId).waitFor();
    expect(await row('Date').innerText()).toMatch(/\d{4}.*\d:\d\d\s[AP]M\s[A-Z]/s);
    await page.evaluate('window.print = () => { document.title = "printed"; }');
    await page.getByRole('button', { name: 'Print receipt' }).click();
    expect(await page.title()).toBe('printed');
    await page.clock.runFor(60_000);
    await heading(page, 'Payment complete').waitFor();
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByText('Test mode', { exact: true }).isVisible()).toBe(true);
    expect(await page.getByRole('button').count()).toBe(0);
  });

  it('the receipt can be kept as a PDF, in the language of the page, before the customer leaves', async () => {
    const paymentId = await shop.createPayment({ amount: '0.01', ...urls });
    const page = await shop.open(paymentId);
    await stopTime(page);
    await payAsOffered(page);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download PDF' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`receipt-${paymentId}.pdf`);
    expect(new URL(download.url()).searchParams.get('locale')).toBe('en');
    const start = (await readFile(await download.path())).subarray(0, 5).toString('latin1');
    expect(start).toBe('%PDF-');
    await page.clock.runFor(60_000);
    await heading(page, 'Payment complete').waitFor();
  });

  it('without redirect_url the page says that it can be closed', async () => {
    const page = await shop.open(await shop.createPayment({ amount: '0.01' }));
    await payAsOffered(page);
    await page.getByText('You can close this page.').waitFor();
    await expect.poll(() => page.title(), { timeout: 60_000 }).toBe('✓ Payment complete · Shop');
  });
});

describe('a failed payment', () => {
  it('can be retried as one new payment, even from two tabs', async () => {
    const paymentId = await shop.createPayment({ amount: '6.66', ...urls });
    const page = await shop.open(paymentId);
    const beside = await shop.openBeside(page, paymentId);
    await payAsOffered(page);
    for (const tab of [page, beside]) {
      await heading(tab, 'Payment failed').waitFor();
      await tab.getByText(/^The network rejected the transaction/).waitFor();
      await tab.getByRole('button', { name: 'Try again' }).click();
      await heading(tab, 'Choose how to pay').waitFor();
    }
    expect(page.url()).not.toContain(paymentId);
    expect(beside.url()).toBe(page.url());
    await page.goto(`${shop.service.url}/checkout/${paymentId}`);
    await page.getByRole('link', { name: 'Open the new attempt' }).click();
    await page.waitForURL(beside.url());
    await choose(page, 'Base', 'USDC');
  });
});

describe('a payment that expires', () => {
  it('shows that it expired while the page is open, with a link to the shop', async () => {
    shop.freeze();
    const page = await shop.open(await shop.createPayment({ expiration_minutes: 5, ...urls }));
    await page
      .getByRole('timer')
      .getByText(/^(5:00|4:\d\d)$/)
      .waitFor();
    await shop.advance(5 * 60_000);
    await heading(page, 'This payment has expired').waitFor();
    await page.getByRole('link', { name: 'Back to Shop' }).click();
    await page.waitForURL(`${site}/cart`);
  });

  it('counts down by the server’s clock, not by the device’s', async () => {
    shop.freeze();
    const paymentId = await shop.createPayment({ expiration_minutes: 30 });
    const page = await shop.open(paymentId);
    await page.clock.setSystemTime(new Date(Date.now() + 7 * 60 * 60_000));
    await page.reload();
    await page
      .getByRole('timer')
      .getByText(/^(30:00|29:\d\d)$/)
      .waitFor();
  });

  it('cannot be paid from a page that missed the change', async () => {
    const paymentId = await shop.createPayment({ expiration_minutes: 5 });
    const page = await shop.open(paymentId);
    await page.route('**/events', (route) => route.abort());
    await page.reload();
    await page.route('**/state', (route) => route.abort());
    await shop.advance(6 * 60_000);
    await page.getByRole('button', { name: /^Continue with/ }).click();
    await page.getByRole('alert').getByText('This payment can no longer be paid.').waitFor();
  });
});

describe('cancelling', () => {
  it('returns to the shop and leaves the payment pending', async () => {
    const paymentId = await shop.createPayment(urls);
    const page = await shop.open(paymentId);
    await page.getByRole('link', { name: 'Cancel payment' }).click();
    await page.waitForURL(`${site}/cart`);
    const { json } = await shop.service.call('GET', `/payments/${paymentId}`);
    expect(json.data.status).toBe('pending');
  });

  it('is not offered without cancel_url', async () => {
    const page = await shop.open(await shop.createPayment());
    await heading(page, 'Choose how to pay').waitFor();
    expect(await page.getByRole('link').count()).toBe(0);
  });
});

describe('an API error', () => {
  it.each([
    [429, 'RATE_LIMIT_EXCEEDED', 'Too many attempts. Try again in 12 seconds.'],
    [422, 'INVALID_CHAIN', 'This payment option is no longer available. Choose another one.'],
    [422, 'INVALID_TOKEN', 'This payment option is no longer available. Choose another one.'],
    [403, 'ACCOUNT_SUSPENDED', /^No payment options are available right now/],
    [404, 'PAYMENT_NOT_FOUND', /^This payment no longer exists/],
    [418, 'SOMETHING_NEW', /^Something went wrong on our side/],
  ])('%d %s shows what to do next, and the step can be repeated', async (status, code, text) => {
    const page = await shop.open(await shop.createPayment());
    await page.route('**/choice', (route) =>
      route.fulfill({
        status,
        headers: { 'retry-after': '12' },
        json: { success: false, error: { code, message: 'Not for customers', status } },
      }),
    );
    await page.getByRole('button', { name: /^Continue with/ }).click();
    await page.getByRole('alert').getByText(text).waitFor();
    expect(await page.getByText('Not for customers').count()).toBe(0);
    await page.unroute('**/choice');
    await page.getByRole('button', { name: /^Continue with/ }).click();
    await heading(page, 'Pay from your test wallet').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });
});

describe('a refunded payment', () => {
  it('shows how much came back, when, why and in which transaction', async () => {
    const paymentId = await shop.createPayment({ accepted_chains: ['base'], accepted_tokens: ['USDC'] });
    await shop.simulate(paymentId, 'complete');
    const body = { payment_id: paymentId, amount: '12.50', reason: 'One ticket was cancelled.' };
    const { refund_id: refundId } = (await shop.service.call('POST', '/refunds', { body })).json.data;
    const refund = async () => (await shop.service.call('GET', `/refunds/${refundId}`)).json.data;
    await expect.poll(async () => (await refund()).status, { timeout: 60_000 }).toBe('completed');
    const page = await shop.open(paymentId);
    await heading(page, 'Payment partially refunded').waitFor();
    const part = page.getByRole('region', { name: 'Refund $12.50' });
    await part.getByText('12.50 USDC').waitFor();
    await part.getByText('One ticket was cancelled.').waitFor();
    await part.getByTitle((await refund()).tx_hash, { exact: true }).waitFor();
    await part.getByText(/^(\w+ \d+, \d{4}, )?\d{1,2}:\d\d\s[AP]M\s\S+$/).waitFor();
    await page.getByRole('region', { name: 'Original payment' }).getByText('20.00 USDC').waitFor();
  });
});
