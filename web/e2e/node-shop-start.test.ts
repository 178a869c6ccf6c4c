import { rmSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../server/test/support/service.ts';
import { sharedBrowser } from './browser.ts';
import { credentials, type NodeShop, startNodeShop } from './node-shop.ts';
import { payAsOffered } from './steps.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ workers: true });
  service.ctx.config.publicUrl = service.url;
  await service.ctx.db`update merchants set simulated_customer = false`;
});
afterAll(() => service.stop());

describe('the shop on a laptop', () => {
  let page: Page;
  let shop: NodeShop;
  beforeAll(async () => {
    page = await (await sharedBrowser()).newPage({ locale: 'en-US' });
    page.context().setDefaultTimeout(60_000);
    shop = await startNodeShop(credentials(service));
  });
  afterAll(async () => {
    await shop.stop();
    await page.context().close();
  });

  it('leads to the checkout, which returns to the order once it is paid', async () => {
    await page.goto(shop.url);
    await page.getByRole('button', { name: 'Order Canvas bag' }).click();
    const order = page.url();
    await page.getByRole('button', { name: 'Pay $27.90' }).click();
    await payAsOffered(page);
    await page.getByRole('heading', { name: 'Thank you' }).waitFor();
    const url = new URL(page.url());
    expect(url.origin + url.pathname).toBe(order);
    expect(shop.order(order.split('/').at(-1) ?? '').shipments).toHaveLength(1);
  });

  it('creates one webhook endpoint, keeps it over a restart, and rotates a lost secret', async () => {
    const endpoints = async () => (await service.call('GET', '/webhooks/endpoints')).json.data;
    const before = await endpoints();
    expect(before).toMatchObject([{ url: `${shop.url}/webhooks/causeway`, description: 'Example shop' }]);
    await shop.restart();
    rmSync(shop.dataFile);
    await shop.restart();
    expect(shop.output()).toContain(`Shop running at ${shop.url}`);
    expect(await endpoints()).toEqual(before);
    const body = { endpoint_id: before[0].endpoint_id, event_type: 'payment.completed' };
    const delivery = await service.call('POST', '/webhooks/test', { body });
    expect(delivery.json.data).toMatchObject({ success: true, response_body: 'ok' });
  });
});

describe('a shop that cannot start prints what to do', () => {
  async function complaint(env: Record<string, string>, port?: number): Promise<string> {
    const shop = await startNodeShop({ ...credentials(service), ...env }, port);
    expect(shop.child.exitCode, shop.output()).toBe(1);
    await shop.stop();
    expect(shop.output()).not.toMatch(/^\s+at /m);
    return shop.output();
  }

  it.each([
    ['no key', { CAUSEWAY_API_KEY: '' }, /npm start.*CAUSEWAY_API_KEY/],
    ['a publishable key', { CAUSEWAY_API_KEY: 'svc_pub_test_x' }, /publishable key.*svc_test_/],
    ['a live key', { CAUSEWAY_API_KEY: 'svc_live_x' }, /live key.*svc_test_/],
    ['a signing secret', { CAUSEWAY_API_KEY: 'whsec_x' }, /not an API key.*svc_test_/],
    ['an unknown key', { CAUSEWAY_API_KEY: 'svc_test_x' }, /rejected the API key.*CAUSEWAY_API_KEY/],
    ['an invalid API URL', { CAUSEWAY_API_URL: 'localhost' }, /such as https:\/\/pay\.example\.com\/api\/v1/],
    ['an invalid port', { SHOP_PORT: 'x' }, /SHOP_PORT is "x"\. Set it to a port/],
    ['an invalid shop URL', { SHOP_URL: 'shop' }, /SHOP_URL is "shop"\. Set it to/],
    [
      'a shop URL that the checkout cannot lead back to',
      { SHOP_URL: 'http://192.168.0.2' },
      /Set it to .* http:\/\/localhost:4600/,
    ],
  ])('with %s', async (_what, env, words) => {
    expect(await complaint(env)).toMatch(words);
  });

  it('with an API URL without /api/v1', async () => {
    expect(await complaint({ CAUSEWAY_API_URL: service.url })).toContain('should end in /api/v1');
  });

  it('when the service is not running', async () => {
    // Nothing listens on port 2, and it is not one of the ports that fetch blocks.
    const url = 'http://127.0.0.1:2/api/v1';
    const said = await complaint({ CAUSEWAY_API_URL: url });
    expect(said).toContain(url);
    expect(said).toContain('Run "npm start"');
  });

  it('when the port is in use', async () => {
    const port = Number(new URL(service.url).port);
    expect(await complaint({ SHOP_URL: 'https://shop.example' }, port)).toContain('set SHOP_PORT');
  });
});
