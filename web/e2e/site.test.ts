import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createMember } from '../../server/test/dashboard/support.ts';
import { budget } from '../../server/test/support/chance.ts';
import { covers, customerLooks, inspect, overflow } from './checks.ts';
import { sessionCookie } from './office.ts';
import { type Shop, startShop } from './shop.ts';
import { heading, payAsOffered } from './steps.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
  shop.service.ctx.demoMerchantId = shop.service.merchantId;
});
afterEach(() => shop.closeTabs());
afterAll(() => shop.stop());

it('a visitor pays a demo checkout and comes back to the front page', async () => {
  const page = await shop.visit('/');
  await page.getByRole('button', { name: 'Open a demo checkout' }).click();
  await page.waitForURL('**/checkout/pay_*');
  await payAsOffered(page);
  await heading(page, 'Payment complete').waitFor();
  await page.getByRole('link', { name: 'Go now' }).click();
  await page.getByText('Your demo payment is complete.').waitFor();
  await inspect(page, 'home-paid', customerLooks);
  expect(new URL(page.url()).pathname).toBe('/');
});

it('the front page plays the real checkout once it is idle, and not on phones', async () => {
  const page = await shop.visit('/', {
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'no-preference',
  });
  const checkout = page.frameLocator('.hero-frame');
  for (const words of ['Choose how to pay', 'Confirming your payment', 'Payment complete'])
    await checkout.locator('h2', { hasText: words }).waitFor();
  await page.setViewportSize({ width: 600, height: 800 });
  expect(await covers(page, '.hero-frame', '#how'), 'in a window that became narrow').toBe(false);
  const phone = await shop.visit('/', { viewport: { width: 375, height: 800 } });
  await phone.waitForLoadState('networkidle');
  expect(await phone.locator('.hero-frame').count()).toBe(0);
});

it('pages fit and are accessible', async () => {
  const page = await shop.visit('/', customerLooks[0]);
  await inspect(page, 'home', customerLooks);
  await page.goto(`${shop.service.url}/docs/quick-start`);
  await inspect(page, 'guide', customerLooks);
  for (const width of [320, 700, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await covers(page, '.code .copy', '.code code'), `at ${width} px`).toBe(false);
  }
  await page.goto(`${shop.service.url}/nowhere`);
  await page.getByRole('heading', { name: 'This page does not exist' }).waitFor();
  await inspect(page, 'page-not-found', customerLooks);
  await page.goto(`${shop.service.url}/docs/api`);
  expect(await overflow(page)).toBe(0);
  // The reference has thousands of cells, which takes axe long. It has the same parts as a guide.
  if (budget(1, 0)) await inspect(page, 'reference', customerLooks);
});

it('a signed-in reader runs a sample of the reference with their own test key', async () => {
  const { service } = shop;
  const member = await createMember(service, 'owner');
  const page = await shop.visit('/docs/api/payments', { cookies: [await sessionCookie(service, member)] });
  expect(await page.getByRole('button', { name: 'Run with my test key' }).count()).toBe(0);
  const kept = JSON.stringify({ merchant_id: service.merchantId, key: service.testKey });
  await page.evaluate(`localStorage.setItem('causeway.test_key', ${JSON.stringify(kept)})`);
  await page.reload();
  await page.getByRole('button', { name: 'Run with my test key' }).first().click();
  await page.getByText('Your answer 201').waitFor();
  const { json } = await service.call('GET', '/payments?limit=1');
  await page.getByText(json.data[0].payment_id).first().waitFor();
});

it('the guides can be searched by keyboard', async () => {
  const page = await shop.visit('/docs/');
  await page.keyboard.press('/');
  await page.keyboard.type('verify sign');
  const results = page.getByRole('search').getByRole('link');
  await results.first().waitFor();
  await inspect(page, 'guide-search', customerLooks);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/docs/*#verify*');
  await page.getByRole('searchbox').fill('zebra');
  await page.getByText('Nothing found for').waitFor();
});

it('the guides show their pictures, from the service itself', async () => {
  const page = await shop.visit('/docs/woocommerce');
  for (const picture of await page.locator('.guide-body img').all()) await picture.scrollIntoViewIfNeeded();
  const seen = `[...document.querySelectorAll('.guide-body img')].map((one) => [one.naturalWidth > 100, one.alt !== '', new URL(one.src).origin].join())`;
  const isShown = `true,true,${shop.service.url}`;
  await expect.poll(() => page.evaluate(seen)).toEqual([isShown, isShown, isShown]);
  await inspect(page, 'guide-pictures', customerLooks);
});

it('code can be copied', async () => {
  const page = await shop.visit('/docs/quick-start', { permissions: ['clipboard-read', 'clipboard-write'] });
  await page.getByRole('button', { name: 'Copy' }).first().click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe('npm ci && npm start');
});

it('the guides work without JavaScript', async () => {
  const page = await shop.visit('/docs/changelog', { javaScriptEnabled: false });
  await page.getByRole('heading', { name: 'History of the API' }).waitFor();
  await page.getByText('All guides').first().click();
  await page.getByRole('link', { name: 'Quick start' }).click();
  await page.getByRole('heading', { name: 'Quick start', level: 1 }).waitFor();
  expect(await page.getByRole('searchbox').isVisible()).toBe(false);
});
