import type { Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { covers, customerLooks, inspect } from './checks.ts';
import { type Network, startNetwork } from './proxy.ts';
import { type Shop, startShop } from './shop.ts';
import { choose, heading, pay, payAsOffered } from './steps.ts';

let shop: Shop;
let network: Network;

beforeAll(async () => {
  shop = await startShop();
  network = await startNetwork(shop.service.url);
});
afterEach(() => shop.closeTabs());
afterAll(async () => {
  await network.close();
  await shop.stop();
});

describe('two tabs', () => {
  it('stay in sync from the choice to the end', async () => {
    const paymentId = await shop.createPayment({ amount: '5.00' });
    const first = await shop.open(paymentId);
    const second = await shop.openBeside(first, paymentId);
    await choose(first, 'Polygon', 'MATIC');
    await second.getByText('on Polygon').waitFor();
    shop.freeze();
    await pay(second);
    await heading(first, 'Confirming your payment').waitFor();
    await shop.simulate(paymentId, 'complete');
    await heading(first, 'Payment complete').waitFor();
    await heading(second, 'Payment complete').waitFor();
  });

  it('that both pay at once make one charge', async () => {
    const paymentId = await shop.createPayment();
    const first = await shop.open(paymentId);
    const second = await shop.openBeside(first, paymentId);
    await choose(first, 'Base', 'USDC');
    await second.getByText('on Base').waitFor();
    await holdUntilBoth([first, second], '**/checkout/*/pay');
    await Promise.all([pay(first), pay(second)]);
    await heading(first, 'Payment complete').waitFor();
    await heading(second, 'Payment complete').waitFor();
    const [row] = await shop.service.ctx.db`
      select count(*)::int as count from simulated_transactions
      where to_address in (select address from deposits where payment_id = ${paymentId})`;
    expect(row?.['count']).toBe(1);
  });

  it('show an error when the other one has already paid', async () => {
    const paymentId = await shop.createPayment();
    const page = await shop.open(paymentId);
    await choose(page, 'Base', 'USDC');
    await page.route('**/events', (route) => route.abort());
    await page.route('**/state', (route) => route.abort());
    await page.reload();
    await shop.simulate(paymentId, 'complete');
    await pay(page);
    await page
      .getByRole('alert')
      .getByText(/already made, perhaps in another tab/)
      .waitFor();
  });
});

describe('a reload', () => {
  it('keeps the choice, the progress and the end', async () => {
    const paymentId = await shop.createPayment({ amount: '5.00' });
    const page = await shop.open(paymentId);
    await choose(page, 'Avalanche', 'AVAX');
    await page.reload();
    await page.getByText('on Avalanche').waitFor();
    shop.freeze();
    await pay(page);
    await heading(page, 'Confirming your payment').waitFor();
    await page.reload();
    await heading(page, 'Confirming your payment').waitFor();
    await shop.simulate(paymentId, 'complete');
    await heading(page, 'Payment complete').waitFor();
    await page.reload();
    await heading(page, 'Payment complete').waitFor();
  });
});

describe('a lost connection', () => {
  it('shows a notice, keeps the state, and updates the page when it is back', async () => {
    const paymentId = await shop.createPayment();
    const page = await shop.open(paymentId, { origin: network.url });
    await choose(page, 'Optimism', 'ETH');
    network.cut();
    await page.getByText('Reconnecting… Your payment is safe.').waitFor();
    await inspect(page, 'reconnecting', customerLooks);
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 720 });
      const used = '.actions button, .page-footer span';
      expect(await covers(page, '.connection p', used), `at ${width} px`).toBe(false);
    }
    await page.getByText('on Optimism').waitFor();
    await shop.simulate(paymentId, 'complete');
    network.restore();
    await heading(page, 'Payment complete').waitFor();
    await page.getByText('Reconnecting… Your payment is safe.').waitFor({ state: 'hidden' });
  });

  it('shows an error on a click, and the retry works', async () => {
    const page = await shop.open(await shop.createPayment(), { origin: network.url });
    await choose(page, 'Base', 'USDC');
    network.cut();
    await pay(page);
    await page
      .getByRole('alert')
      .getByText(/You will not be charged twice/)
      .waitFor();
    await inspect(page, 'no-connection', customerLooks);
    network.restore();
    await pay(page);
    await heading(page, 'Payment complete').waitFor();
  });

  it('shows an error that goes away when the service can be reached again', async () => {
    const page = await shop.open(await shop.createPayment({ amount: '6.66' }), { origin: network.url });
    await choose(page, 'Base', 'USDC');
    const error = page.getByRole('alert').getByText(/^We could not connect/);
    network.cut();
    await pay(page);
    await error.waitFor();
    network.restore();
    await error.waitFor({ state: 'hidden' });
    await pay(page);
    await heading(page, 'Payment failed').waitFor();
    // Nothing is left to follow here, and it works all the same.
    network.cut();
    await page.getByRole('button', { name: 'Try again' }).click();
    await error.waitFor();
    network.restore();
    await error.waitFor({ state: 'hidden' });
  });

  it('shows that the device is offline', async () => {
    const page = await shop.open(await shop.createPayment());
    await page.context().setOffline(true);
    await page.getByText(/^You are offline/).waitFor();
    expect(await page.getByText(/offline|connection/i).count(), 'said once').toBe(1);
    await page.context().setOffline(false);
    await page.getByText(/^You are offline/).waitFor({ state: 'hidden' });
    await payAsOffered(page);
    await heading(page, 'Payment complete').waitFor();
  });
});

describe('a network that blocks event streams', () => {
  it('is served by polling, and by the stream again once it works', async () => {
    const paymentId = await shop.createPayment({ amount: '5.00' });
    const page = await shop.open(paymentId);
    await page.route('**/events', (route) => route.abort());
    await page.reload();
    shop.freeze();
    await payAsOffered(page);
    await heading(page, 'Confirming your payment').waitFor();
    const streamed = page.waitForResponse((response) => response.url().endsWith('/events'));
    await page.unroute('**/events');
    // The browser fires `online` when the network is back; the page then tries again at once.
    await page.evaluate("window.dispatchEvent(new Event('online'))");
    expect((await streamed).status()).toBe(200);
    await shop.simulate(paymentId, 'complete');
    await heading(page, 'Payment complete').waitFor();
  });
});

/** Holds requests to `url` until every page has made one, so that they reach the server together. */
async function holdUntilBoth(pages: Page[], url: string): Promise<void> {
  const held: Route[] = [];
  const hold = async (route: Route) => {
    held.push(route);
    if (held.length === pages.length) await Promise.all(held.map((each) => each.continue()));
  };
  for (const page of pages) await page.route(url, hold);
}
