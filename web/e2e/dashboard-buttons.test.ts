import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createButton } from '../../server/test/payments/buttons/support.ts';
import type { TestMerchant } from '../../server/test/support/service.ts';
import { dashboardLooks, inspect } from './checks.ts';
import { goTo, sentBy, untilStatus } from './dashboard-steps.ts';
import { type Office, startOffice } from './office.ts';
import { heading, payAsOffered } from './steps.ts';
import { payButton, type Storefront, startStorefront, untilHeard } from './storefront.ts';

let office: Office;
let storefront: Storefront;
let merchant: TestMerchant;

beforeAll(async () => {
  office = await startOffice();
  storefront = await startStorefront(office.service.url);
  merchant = await office.service.createMerchant();
});
afterEach(() => office.closeTabs());
afterAll(async () => {
  await storefront.close();
  await office.stop();
});

const enter = (path: string, options: Parameters<Office['enter']>[1] = {}) =>
  office.enter(path, { merchantId: merchant.merchantId, ...options });
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const button = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true });
const html = (page: Page) => page.getByRole('region', { name: 'button HTML' });
const idOf = (page: Page) => /btn_[0-9a-z]{26}/.exec(page.url())?.[0] ?? '';
const make = (body = {}) => createButton(office.service, body, { key: merchant.testKey });

async function read(buttonId: string) {
  return (await office.service.call('GET', `/buttons/${buttonId}`, { key: merchant.testKey })).json.data;
}

it('a button is created, and its HTML works on a website', async () => {
  const page = await enter('/buttons');
  await page.getByText('No buttons yet').waitFor();
  await page.getByRole('link', { name: 'Create button' }).first().click();
  await field(page, 'Name').fill('Jasmine tea');
  await field(page, 'Price').fill('12.5');
  await page.getByRole('region', { name: 'Preview' }).getByRole('button', { name: 'Pay $12.50' }).waitFor();
  const sent = sentBy(page, /\/api\/v1\/buttons/);
  await button(page, 'Create button').dblclick();
  await untilStatus(page, 'Active');
  expect(sent).toHaveLength(1);

  await html(page).getByText('svc_pub_test_…').waitFor();
  await page.getByText(/one of your keys to complete the HTML: svc_pub_test_…/).waitFor();
  await field(page, 'Publishable key').fill('svc_pub_test_wrong');
  await page.getByText('Not one of your publishable keys').waitFor();
  await button(page, 'Create key').click();
  await html(page)
    .getByText(/data-key="svc_pub_test_\w{38}"/)
    .waitFor();
  await field(page, 'Button text').fill('Buy "tea" for {amount}');
  await button(page, 'Buy "tea" for $12.50').waitFor();
  const snippet = await html(page).innerText();

  const visitor = await storefront.show(office, snippet);
  const [popup] = await Promise.all([
    visitor.waitForEvent('popup'),
    visitor.getByRole('button', { name: 'Buy "tea" for $12.50' }).click(),
  ]);
  await heading(popup, 'Choose how to pay').waitFor();
  await popup.getByText('Jasmine tea').first().waitFor();
  await payAsOffered(popup);
  await untilHeard(visitor, 'completed');

  await page.reload();
  await html(page)
    .getByText(/data-key="svc_pub_test_\w{38}"/)
    .waitFor();
});

it('an API error is shown next to its field, and the form input is kept', async () => {
  const page = await enter('/buttons/new');
  await button(page, 'Create button').click();
  await page.getByText('This field is required.').waitFor();
  await field(page, 'Name').fill('Tea');
  await field(page, 'Price').fill('0.10');
  await page.getByText('Return URLs, payment options, metadata').click();
  await field(page, 'Redirect URL').fill('http://shop.example');
  await button(page, 'Create button').click();
  await page.locator('[name=amount]:focus').waitFor();
  expect(await field(page, 'Price').getAttribute('aria-invalid')).toBe('true');
  await field(page, 'Price').fill('10.00');
  await button(page, 'Create button').click();
  await page.locator('[name=redirect_url]:focus').waitFor();
  expect(await field(page, 'Name').inputValue()).toBe('Tea');
  await field(page, 'Redirect URL').fill('https://shop.example/thanks');
  await button(page, 'Create button').click();
  await untilStatus(page, 'Active');
  expect(await read(idOf(page))).toMatchObject({
    name: 'Tea',
    amount: '10.00',
    redirect_url: 'https://shop.example/thanks',
  });
});

it('a button can be edited, deactivated and activated; filters are in the URL', async () => {
  const { button_id: id } = await make({
    name: 'Black tea',
    description: 'Loose',
    accepted_tokens: ['USDC'],
  });
  const page = await enter(`/buttons/${id}`);
  await page.getByRole('link', { name: 'Edit' }).click();
  await field(page, 'Price').fill('7.00');
  await field(page, 'Description').fill('');
  await button(page, 'Save').click();
  await page.getByRole('region', { name: 'Details' }).getByText('$7.00').waitFor();
  expect(await read(id)).toMatchObject({ amount: '7.00', description: null, accepted_tokens: ['USDC'] });

  await button(page, 'Deactivate').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
  await untilStatus(page, 'Inactive');
  await goTo(page, '/buttons?status=inactive');
  await page.getByRole('link', { name: 'Black tea' }).click();
  await button(page, 'Activate').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Activate' }).click();
  await untilStatus(page, 'Active');
  expect((await read(id)).status).toBe('active');
});

it('members without permission can see buttons and their HTML, but not edit them', async () => {
  const { button_id: id } = await make({ name: 'White tea' });
  for (const role of ['viewer', 'finance'] as const) {
    const page = await enter('/buttons', { role });
    expect(await page.getByRole('link', { name: 'Create button' }).count()).toBe(0);
    await goTo(page, `/buttons/${id}`);
    await field(page, 'Publishable key').fill(merchant.publishableKey);
    await html(page).getByText(merchant.publishableKey).waitFor();
    expect(
      await page
        .getByRole('main')
        .getByRole('button', { name: /tivate|Create/ })
        .count(),
    ).toBe(0);
    expect(await page.getByRole('link', { name: 'Edit' }).count()).toBe(0);
  }
});

it('a missing button shows an error and a link back', async () => {
  const page = await enter('/buttons/btn_00000000000000000000000000');
  await page.getByRole('alert').waitFor();
  await page.getByRole('link', { name: '← Buttons' }).click();
  await page.getByRole('heading', { level: 1, name: 'Buttons' }).waitFor();
});

it('every page is accessible and fits the screen', async () => {
  const { button_id: id } = await make({
    name: 'A rather long name of something that is sold, to be looked at',
  });
  const page = await enter('/buttons', dashboardLooks[0]);
  await page
    .getByRole('link', { name: /^A rather long/ })
    .first()
    .waitFor();
  await inspect(page, 'buttons');
  await goTo(page, '/buttons/new');
  await field(page, 'Price').fill('0');
  await field(page, 'Name').fill('Tea');
  await button(page, 'Create button').click();
  await page.locator('[name=amount]:focus').waitFor();
  await inspect(page, 'button-new');
  await goTo(page, `/buttons/${id}`);
  await field(page, 'Publishable key').waitFor();
  await payButton(page).waitFor();
  await inspect(page, 'button-page');
});
