import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { payAsOffered } from '../../../web/e2e/steps.ts';
import { takePicture } from '../../test-support/pictures.ts';
import { connect, type Shop, startShop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop?.stop());

const settingsPage = 'admin.php?page=wc-settings&tab=checkout&section=causeway';

async function useCheckout(kind: 'classic' | 'blocks'): Promise<string> {
  const theme = kind === 'classic' ? 'twentytwentyone' : 'twentytwentyfive';
  await shop.wp.php(
    `switch_theme('${theme}'); update_option('woocommerce_checkout_page_id', ${shop.wp.pages[kind]}); return 1;`,
  );
  return kind === 'classic' ? '/classic-checkout/' : '/checkout/';
}

/** Puts a product into the cart of a new customer, and fills in the address. */
async function goToCheckout(kind: 'classic' | 'blocks', product = 'Enamel mug'): Promise<Page> {
  const path = await useCheckout(kind);
  const page = await shop.visit(`/?add-to-cart=${shop.wp.pages.products[product]}`);
  await page.goto(`https://shop.example${path}`);
  if (kind === 'blocks') {
    await page.getByLabel('Email address').fill('ada@example.com');
    const address = page.getByRole('group', { name: 'Billing address' });
    await address.getByLabel('First name').fill('Ada');
    await address.getByLabel('Last name').fill('Lovelace');
    await address.getByLabel('Address', { exact: true }).fill('1 Harbour Road');
    await address.getByLabel('City').fill('Oakland');
    await address.getByLabel('ZIP Code').fill('94607');
  } else {
    await page.locator('#billing_first_name').fill('Ada');
    await page.locator('#billing_last_name').fill('Lovelace');
    await page.locator('#billing_address_1').fill('1 Harbour Road');
    await page.locator('#billing_city').fill('Oakland');
    await page.locator('#billing_postcode').fill('94607');
    await page.locator('#billing_phone').fill('5105550100');
    await page.locator('#billing_email').fill('ada@example.com');
  }
  return page;
}

async function choose(page: Page, method: string): Promise<void> {
  // The classic theme hides the radio buttons and shows their labels; it draws the list anew as the address changes.
  const blocks = page.getByRole('radio', { name: method });
  const classic = page.locator('.wc_payment_method > label', { hasText: method });
  await page.locator('.blockOverlay').first().waitFor({ state: 'detached' });
  await blocks.or(classic).first().click();
}

async function placeOrder(page: Page, method: string): Promise<void> {
  await choose(page, method);
  await page.getByRole('button', { name: 'Place order' }).click();
}

async function enterKey(page: Page, key: string): Promise<void> {
  await page.waitForLoadState('load');
  await page.getByLabel('Test key').fill(key);
  // The button wakes up when a changed field is left.
  await page.getByLabel('Test key').press('Tab');
  await page.getByRole('button', { name: 'Save changes' }).click();
}

const orderIdIn = (page: Page) => Number(/order-received\/(\d+)/.exec(page.url())?.[1]);

describe('the settings page', () => {
  it('takes URL and key, refuses the wrong key, and never shows a key again', async () => {
    const page = await shop.enter(settingsPage);
    await page.getByLabel('Offer crypto at the checkout').check();
    await page.getByLabel('URL of Causeway').fill(`${shop.causeway.url}/api/v1`);
    await enterKey(page, 'svc_live_something');
    await page.getByText('Enter a secret key that begins with svc_test_.').waitFor();
    await enterKey(page, shop.causeway.testKey);
    await page.getByText(`A key that ends in ${shop.causeway.testKey.slice(-4)} is saved`).waitFor();
    expect(await page.content()).not.toContain(shop.causeway.testKey);
  });

  it('registers the webhook by its button, once however often it is clicked', async () => {
    const page = await shop.enter(settingsPage);
    for (const _ of [1, 2]) {
      await page.getByRole('button', { name: 'Register webhook' }).click();
      await page.getByText('Registered. A test delivery arrived.').waitFor();
      await page.reload();
      await page.getByText(/^Registered as we_/).waitFor();
    }
    await takePicture(page, 'woocommerce-settings');
    const endpoints = await shop.causeway.call<{ url: string }[]>('GET', '/webhooks/endpoints');
    expect(endpoints.map(({ url }) => url)).toEqual([`${shop.wp.url}/wc-api/causeway/`]);
  });
});

describe.each(['classic', 'blocks'] as const)('the %s checkout', (kind) => {
  beforeAll(() => connect(shop));

  it('leads to the hosted checkout and back, and the order is paid once', async () => {
    const page = await goToCheckout(kind);
    await choose(page, 'Crypto');
    await page.getByText('Pay with USDC, ETH and other tokens').waitFor();
    if (kind === 'blocks') await takePicture(page, 'woocommerce-checkout');
    await page.getByRole('button', { name: 'Place order' }).click();
    await payAsOffered(page);
    await page.waitForURL(/order-received/);
    const id = orderIdIn(page);
    const order = await shop.untilOrder(id, ({ status }) => status === 'processing');
    expect(order).toMatchObject({ method: 'causeway', total: '14.00', payment: { status: 'completed' } });
    const paid = await shop.causeway.call<Record<string, unknown>>('GET', `/payments/${order.transaction}`);
    expect(paid).toMatchObject({ amount: '14.00', currency: 'USD', customer_email: 'ada@example.com' });
    expect(paid['metadata']).toMatchObject({ order_id: String(id) });
    await page.reload();
    await page.getByRole('heading', { name: 'Payment', exact: true }).waitFor();
    expect(await page.locator('.causeway-payment').innerText()).toContain(String(paid['tx_hash']));
    const admin = await shop.enter(`admin.php?page=wc-orders&action=edit&id=${id}`);
    const box = admin.locator('#causeway');
    expect(await box.innerText()).toContain(String(paid['tx_hash']));
    const link = box.getByRole('link', { name: 'Open in Causeway' });
    await link.scrollIntoViewIfNeeded();
    const dashboard = `${shop.causeway.url}/dashboard/payments/${order.transaction}`;
    expect(await link.getAttribute('href')).toBe(dashboard);
    if (kind === 'blocks') await takePicture(admin, 'woocommerce-order');
  });

  it('lets a customer go back and choose another method: one order, which nobody cancels later', async () => {
    const page = await goToCheckout(kind);
    await placeOrder(page, 'Crypto');
    await page.getByRole('link', { name: 'Cancel payment' }).click();
    await page.waitForURL(/shop\.example/);
    const [paymentId] = await shop.wp.php<string[]>(
      `$order = wc_get_orders(['limit' => 1])[0];
       return [json_decode($order->get_meta('_causeway_payment'), true)['payment_id'], $order->get_id()];`,
    );
    await placeOrder(page, 'Cash on delivery');
    await page.waitForURL(/order-received/);
    const id = orderIdIn(page);
    const order = await shop.order(id);
    expect(order).toMatchObject({ status: 'processing', method: 'cod', payment: { payment_id: paymentId } });
    // The open payment went with it, and its event changes nothing.
    const payment = await shop.causeway.call<{ status: string }>('GET', `/payments/${paymentId}`);
    expect(payment).toMatchObject({ status: 'expired', cancelled_at: expect.any(String) });
    await shop.untilOrder(id, (seen) => seen.payment['status'] === 'expired');
    expect((await shop.order(id)).status).toBe('processing');
  });

  it('does not offer the method in a currency that the service does not know', async () => {
    await shop.wp.php("update_option('woocommerce_currency', 'JPY'); return 1;");
    const page = await goToCheckout(kind);
    await page.getByRole('button', { name: 'Place order' }).waitFor();
    await page.getByText('Cash on delivery').first().waitFor();
    expect(await page.getByText('Crypto', { exact: true }).count()).toBe(0);
    await shop.wp.php("update_option('woocommerce_currency', 'USD'); return 1;");
  });

  it('says what to do while the service is down, keeps the order, and makes one payment afterwards', async () => {
    await shop.causeway.down();
    const page = await goToCheckout(kind);
    await placeOrder(page, 'Crypto');
    await page.getByText('Crypto payments are not available right now.').first().waitFor();
    await shop.causeway.up();
    await placeOrder(page, 'Crypto');
    await payAsOffered(page);
    await page.waitForURL(/order-received/);
    const order = await shop.untilOrder(orderIdIn(page), ({ status }) => status === 'processing');
    const { reference_id } = await shop.causeway.call<{ reference_id: string }>(
      'GET',
      `/payments/${order.transaction}`,
    );
    const payments = await shop.causeway.call<unknown[]>('GET', `/payments?reference_id=${reference_id}`);
    expect(payments).toHaveLength(1);
  });
});

it('speaks the language of the customer', async () => {
  await connect(shop);
  await shop.wp.php("update_option('shop_locale', 'de_CH'); return 1;");
  const page = await goToCheckout('classic');
  await choose(page, 'Krypto');
  await page.getByText('Netzwerk und Token wählen Sie auf der nächsten Seite.').waitFor();
  await shop.wp.php("delete_option('shop_locale'); return 1;");
});
