import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { locales } from '../../server/src/lib/locales.ts';
import { createButton, patch } from '../../server/test/payments/buttons/support.ts';
import { words } from '../button/words.ts';
import { inspect, violations } from './checks.ts';
import { type Shop, startShop } from './shop.ts';
import { heard, payButton, type Storefront, startStorefront, tag, untilHeard } from './storefront.ts';

let shop: Shop;
let storefront: Storefront;
let buttonId: string;

beforeAll(async () => {
  shop = await startShop();
  storefront = await startStorefront(shop.service.url);
  buttonId = (await createButton(shop.service, { amount: '20.00' })).button_id;
});
afterEach(() => shop.closeTabs());
afterAll(async () => {
  await storefront.close();
  await shop.stop();
});

const message = (page: Page) => page.locator('causeway-button [role=status]');
const unknownId = 'btn_00000000000000000000000000';

async function expectUnusable(page: Page): Promise<void> {
  const button = page.getByRole('button');
  expect(await button.getAttribute('aria-disabled')).toBe('true');
  await button.click({ force: true });
  expect(page.context().pages()).toHaveLength(1);
  expect(await violations(page)).toEqual([]);
}

describe('a misconfigured button shows a message, logs an error and dispatches an event', () => {
  it('with a secret key, which is never sent', async () => {
    const { url, testKey } = shop.service;
    const said: string[] = [];
    const requests: string[] = [];
    const body = `<script src="${url}/button.js" data-key="${testKey}" data-button="${buttonId}"></script>`;
    const page = await storefront.show(shop, body, { expected: /^Causeway button: .* secret key/ });
    page.on('console', (line) => said.push(line.text()));
    page.on('request', (request) => requests.push(request.url()));
    await page.reload();
    await message(page).getByText('Not available right now.').waitFor();
    await untilHeard(page, 'error');
    const [error] = await heard(page);
    expect(error).toMatchObject({ code: 'INVALID_SETTINGS', payment_id: null });
    expect(error?.message).toMatch(/Revoke it.* publishable key/);
    expect(said.join()).toContain(error?.message);
    expect(said.join()).not.toContain(testKey);
    expect(requests.filter((path) => path.includes('/api/'))).toEqual([]);
    await expectUnusable(page);
  });

  it.each([
    ['no key', '', 'btn_1', 'INVALID_SETTINGS'],
    ['no button', 'svc_pub_test_1', '', 'INVALID_SETTINGS'],
    ['a key that does not exist', 'svc_pub_test_1', unknownId, 'UNAUTHORIZED'],
    ['a button that does not exist', null, unknownId, 'BUTTON_NOT_FOUND'],
  ])('with %s', async (_name, key, id, code) => {
    const { url, publishableKey } = shop.service;
    const body = `<script src="${url}/button.js" data-key="${key ?? publishableKey}" data-button="${id}"></script>`;
    const page = await storefront.show(shop, body, { lang: 'fr', expected: /^Causeway button: / });
    await message(page).getByText('Indisponible pour le moment.').waitFor();
    await untilHeard(page, 'error');
    expect(await heard(page)).toMatchObject([{ type: 'error', code }]);
    await expectUnusable(page);
  });

  it('that is inactive, or becomes inactive before the click', async () => {
    const { button_id: id } = await createButton(shop.service);
    const expected = /^Causeway button: /;
    const page = await storefront.show(shop, tag(shop, id), { expected });
    await page.getByRole('button', { name: 'Pay $49.99' }).waitFor();
    await patch(shop.service, id, { status: 'inactive' });
    const [popup] = await Promise.all([page.waitForEvent('popup'), payButton(page).click()]);
    await message(page).getByText('Not available right now.').waitFor();
    await expect.poll(() => popup.isClosed(), { timeout: 60_000 }).toBe(true);
    await page.reload();
    await message(page).getByText('Not available right now.').waitFor();
    await untilHeard(page, 'error');
    expect(await heard(page)).toMatchObject([{ type: 'error', code: 'BUTTON_INACTIVE' }]);
    await expectUnusable(page);
  });

  it('when the service cannot be reached; a click tries again', async () => {
    const page = await storefront.show(shop, '');
    await page.route('**/api/v1/**', (route) => route.abort());
    await page.goto((await storefront.show(shop, tag(shop, buttonId))).url());
    await message(page).getByText('Something went wrong. Try again.').waitFor();
    await untilHeard(page, 'error');
    expect(await heard(page)).toMatchObject([{ type: 'error', code: 'UNREACHABLE' }]);
    await page.unrouteAll();
    await payButton(page).click();
    await page.getByRole('button', { name: 'Pay $20.00' }).waitFor();
    expect(await message(page).textContent()).toBe('');
  });
});

it('the button has seven languages, and a label that the merchant can set', async () => {
  const tags = locales.map((locale) => tag(shop, buttonId, `data-locale="${locale}"`));
  const own = tag(shop, buttonId, 'data-label="Buy for {amount}"');
  const page = await storefront.show(shop, [...tags, own].join('<br>'));
  for (const locale of locales) {
    const amount = new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' }).format(20);
    const name = words[locale][0].replace('{amount}', amount);
    await page.locator(`causeway-button[lang=${locale}]`).getByRole('button', { name }).first().waitFor();
  }
  await page.getByRole('button', { name: 'Buy for $20.00' }).waitFor();
  expect(await violations(page)).toEqual([]);
});

it('the button works below a path prefix', async () => {
  const page = await storefront.show(shop, '');
  const { url } = shop.service;
  await page.context().route(`${url}/below/**`, async (route) => {
    const target = route.request().url().replace('/below/', '/');
    await route.fulfill({ response: await route.fetch({ url: target }) });
  });
  const body = tag(shop, buttonId).replace('/button.js', '/below/button.js');
  await page.goto((await storefront.show(shop, body)).url());
  await page.getByRole('button', { name: 'Pay $20.00' }).waitFor();
});

const dark = 'bgcolor="#14161b" text="#eef0f4"';
const light = 'bgcolor="#ffffff" text="#171a21"';
const pages = [
  { name: 'light', colors: light },
  { name: 'dark', colors: dark },
];

it.each(pages)('the button fits a $name page and is accessible', async ({ name, colors }) => {
  const { url } = shop.service;
  const broken = `<script src="${url}/button.js" data-key="svc_pub_test_1" data-button="btn_1"></script>`;
  const body = [
    tag(shop, buttonId),
    tag(shop, buttonId, 'data-label="Support our work with a donation of {amount} today"'),
    broken,
  ];
  const page = await storefront.show(shop, body.map((one) => `<p>${one}</p>`).join(''), {
    colors,
    expected: /^Causeway button: /,
  });
  await page.getByRole('button', { name: 'Pay $20.00' }).waitFor();
  await message(page).getByText('Not available right now.').waitFor();
  await page.getByRole('button', { name: 'Pay $20.00' }).focus();
  await inspect(page, `button-${name}-page`);
});
