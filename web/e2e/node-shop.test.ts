import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { webhooks } from '../../sdk/src/webhooks/webhooks.ts';
import { freePort } from '../../server/test/support/free-port.ts';
import { until } from '../../server/test/support/process.ts';
import { startTestService, type TestService } from '../../server/test/support/service.ts';
import { sharedBrowser } from './browser.ts';
import { customerLooks, inspect } from './checks.ts';
import { closeContext } from './close.ts';
import { putBehindSite, site } from './merchant-site.ts';
import { credentials, type NodeShop, startNodeShop } from './node-shop.ts';
import { payAsOffered } from './steps.ts';

const patienceMs = 60_000;
let service: TestService;
let browser: Browser;
/** Reached at https://shop.example, as a shop that is on the Internet. */
let shop: NodeShop;
let takeAway: () => void;
let endpoint: { endpoint_id: string; secret: string };
const contexts: BrowserContext[] = [];

beforeAll(async () => {
  service = await startTestService({ workers: true });
  service.ctx.config.publicUrl = service.url;
  // The browser is the customer.
  await service.ctx.db`update merchants set simulated_customer = false`;
  browser = await sharedBrowser();
  const port = await freePort();
  const made = await service.call('POST', '/webhooks/endpoints', {
    body: { url: `http://localhost:${port}/webhooks/causeway`, events: ['*'] },
  });
  endpoint = made.json.data;
  const env = { ...credentials(service), SHOP_URL: site, CAUSEWAY_WEBHOOK_SECRET: endpoint.secret };
  shop = await startNodeShop(env, port);
  takeAway = putBehindSite(shop.url);
});
afterEach(async () => {
  await Promise.all(contexts.splice(0).map(closeContext));
});
afterAll(async () => {
  takeAway();
  await shop.stop();
  await service.stop();
});

async function visit(url: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-US', ...options });
  context.setDefaultTimeout(patienceMs);
  contexts.push(context);
  const page = await context.newPage();
  await page.goto(url);
  return page;
}

/** Orders the mug and returns the order id. */
async function order(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Order Enamel mug' }).click();
  await page.getByRole('heading', { name: 'Your order' }).waitFor();
  return page.url().split('/').at(-1) ?? '';
}

async function deliveryOf(paymentId: string) {
  const path = `/webhooks/endpoints/${endpoint.endpoint_id}/deliveries?limit=100`;
  const { json } = await service.call('GET', path);
  const events = (await service.call('GET', '/events?type=payment.completed&limit=100')).json.data;
  const event = events.find((one: { data: { payment_id: string } }) => one.data.payment_id === paymentId);
  return json.data.find((one: { event_id: string }) => one.event_id === event?.id);
}

describe('an order', () => {
  it('is paid at the checkout, which returns to the shop, and is shipped once though the webhook comes twice', async () => {
    const page = await visit(site);
    const id = await order(page);
    await page.getByRole('button', { name: 'Pay $14.00' }).click();
    await payAsOffered(page);
    await page.getByRole('heading', { name: 'Thank you' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/orders/${id}`);
    expect(shop.order(id)).toMatchObject({ status: 'paid', shipments: [expect.any(String)] });

    const { paymentId } = shop.order(id);
    const attempts = async () => (await deliveryOf(paymentId))?.attempts ?? [];
    await until(async () => (await attempts()).length === 1, patienceMs);
    const { delivery_id } = await deliveryOf(paymentId);
    await service.call('POST', `/webhooks/deliveries/${delivery_id}/retry`);
    await until(async () => (await attempts()).length === 2, patienceMs);
    expect((await attempts()).map((one: { response_body: string }) => one.response_body)).toEqual([
      'ok',
      'already handled',
    ]);
    expect(shop.order(id).shipments).toHaveLength(1);
    const payment = (await service.call('GET', `/payments/${paymentId}`)).json.data;
    expect(payment).toMatchObject({ reference_id: id, amount: '14.00', metadata: { product: 'mug' } });
  });

  it('can be cancelled and paid later with the same payment', async () => {
    const page = await visit(site);
    const id = await order(page);
    await page.getByRole('button', { name: /^Pay/ }).click();
    await page.getByRole('link', { name: 'Cancel payment' }).click();
    await page.getByRole('heading', { name: 'Not paid yet' }).waitFor();
    expect(page.url()).toContain(`${site}/orders/${id}?cancelled=1`);
    const { paymentId } = shop.order(id);
    await page.getByRole('button', { name: /^Pay/ }).click();
    await page.waitForURL(`${service.url}/checkout/${paymentId}`);
    await payAsOffered(page);
    await page.getByRole('heading', { name: 'Thank you' }).waitFor();
  });

  it('is paid by a retry after its payment failed', async () => {
    const page = await visit(site);
    const id = await order(page);
    await page.getByRole('button', { name: /^Pay/ }).click();
    await page.waitForURL(/\/checkout\//);
    await service.call('POST', `/payments/${shop.order(id).paymentId}/simulate`, {
      body: { outcome: 'fail' },
    });
    await until(() => shop.order(id).status === 'failed', patienceMs);
    await page.getByRole('button', { name: 'Try again' }).click();
    await payAsOffered(page);
    await page.getByRole('heading', { name: 'Thank you' }).waitFor();
    expect(shop.order(id).shipments).toHaveLength(1);
  });

  it('that is submitted twice is one order with one payment', async () => {
    const id = crypto.randomUUID();
    const post = (path: string, body = '') =>
      fetch(shop.url + path, { method: 'POST', body: new URLSearchParams(body), redirect: 'manual' });
    const form = `order=${id}&product=bag`;
    await Promise.all([post('/orders', form), post('/orders', form)]);
    const paid = await Promise.all([post(`/orders/${id}/pay`), post(`/orders/${id}/pay`)]);
    const [first, second] = paid.map((answer) => answer.headers.get('location'));
    expect(first).toContain('/checkout/pay_');
    expect(second).toBe(first);
    expect((await service.call('GET', `/payments?reference_id=${id}`)).json.data).toHaveLength(1);
  });
});

describe('the shop does not trust', () => {
  it('a URL that says the order is paid', async () => {
    const page = await visit(site);
    const id = await order(page);
    await page.goto(`${site}/orders/${id}?payment_id=pay_1&status=completed`);
    await page.getByRole('heading', { name: 'Almost there' }).waitFor();
    expect(shop.order(id)).toMatchObject({ status: 'open', shipments: [] });
  });

  it('a webhook that is tampered with, signed with another secret, too old or truncated', async () => {
    const page = await visit(site);
    const id = await order(page);
    const event = (amount: string) =>
      JSON.stringify({
        id: `evt_${id}`,
        type: 'payment.completed',
        created_at: new Date().toISOString(),
        data: { payment_id: 'pay_1', reference_id: id, amount, currency: 'USD' },
      });
    const { secret } = endpoint;
    const send = (body: string, headers: Record<string, string>) =>
      fetch(`${shop.url}/webhooks/causeway`, { method: 'POST', body, headers });
    const genuine = await webhooks.sign(event('14.00'), secret);
    const other = await webhooks.sign(event('14.00'), 'whsec_b3RoZXI=');
    const old = await webhooks.sign(event('14.00'), secret, { at: new Date(Date.now() - 400_000) });
    for (const [body, headers] of [
      [event('0.01'), genuine.headers],
      [other.body, other.headers],
      [old.body, old.headers],
      [genuine.body.slice(0, -2), genuine.headers],
      [genuine.body, {}],
    ] as const) {
      expect((await send(body, { ...headers })).status).toBe(400);
    }
    expect(shop.order(id)).toMatchObject({ status: 'open', shipments: [] });
    // Signed but with the wrong amount: accepted, and not shipped.
    const cheap = await webhooks.sign(event('0.01').replace('evt_', 'evt_cheap_'), secret);
    expect((await send(cheap.body, { ...cheap.headers })).status).toBe(200);
    expect(shop.order(id).shipments).toEqual([]);
    expect((await send(genuine.body, { ...genuine.headers })).status).toBe(200);
    expect(shop.order(id).shipments).toHaveLength(1);
  });
});

describe('the pages of the shop', () => {
  it('fit and are accessible', async () => {
    const page = await visit(site, customerLooks[0]);
    await inspect(page, 'shop', customerLooks);
    await order(page);
    await inspect(page, 'order', customerLooks);
  });
});
