import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createButton } from '../../server/test/buttons/support.ts';
import type { TestMerchant } from '../../server/test/support/service.ts';
import { inspect, looks, sentBy, untilStatus } from './dashboard-steps.ts';
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
const html = (page: Page) => page.getByRole('region', { name: 'HTML of the button' });
const idOf = (page: Page) => /btn_[0-9a-z]{26}/.exec(page.url())?.[0] ?? '';
const make = (body = {}) => createButton(office.service, body, { key: merchant.testKey });

async function read(buttonId: string) {
  return (await office.service.call('GET', `/buttons/${buttonId}`, { key: merchant.testKey })).json.data;
}

it('a button is made, and its HTML works on a page', async () => {
  const page = await enter('/buttons');
  await page.getByText('There is no button yet').waitFor();
  await page.getByRole('link', { name: 'New button' }).first().click();
  await field(page, 'Name').fill('Jasmine tea');
  await field(page, 'Price').fill('12.5');
  await page.getByRole('region', { name: 'Preview' }).getByRole('button', { name: 'Pay $12.50' }).waitFor();
  const sent = sentBy(page, /\/api\/v1\/buttons/);
  await button(page, 'Create the button').dblclick();
  await untilStatus(page, 'Active');
  expect(sent).toHaveLength(1);

  await html(page).getByText('svc_pub_test_…').waitFor();
  await page.getByText(/Yours: svc_pub_test_…/).waitFor();
  await field(page, 'Publishable key').fill('svc_pub_test_wrong');
  await page.getByText('This is no publishable key of yours').waitFor();
  await button(page, 'Create a key').click();
  await html(page)
    .getByText(/data-key="svc_pub_test_\w{38}"/)
    .waitFor();
  await field(page, 'Label').fill('Buy "tea" for {amount}');
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

it('a refusal of the API stands beside its field, and nothing typed is lost', async () => {
  const page = await enter('/buttons/new');
  await button(page, 'Create the button').click();
  await page.getByText('Fill this in.').waitFor();
  await field(page, 'Name').fill('Tea');
  await field(page, 'Price').fill('0.10');
  await field(page, 'Page after success').fill('http://shop.example');
  await button(page, 'Create the button').click();
  await page.locator('[name=amount]:focus').waitFor();
  expect(await field(page, 'Price').getAttribute('aria-invalid')).toBe('true');
  await field(page, 'Price').fill('10.00');
  await button(page, 'Create the button').click();
  await page.locator('[name=redirect_url]:focus').waitFor();
  expect(await field(page, 'Name').inputValue()).toBe('Tea');
  await field(page, 'Page after success').fill('https://shop.example/thanks');
  await button(page, 'Create the button').click();
  await untilStatus(page, 'Active');
  expect(await read(idOf(page))).toMatchObject({
    name: 'Tea',
    amount: '10.00',
    redirect_url: 'https://shop.example/thanks',
  });
});

it('a button is changed, deactivated and activated; filters are in the address', async () => {
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
  await page.getByRole('region', { name: 'Button', exact: true }).getByText('$7.00').waitFor();
  expect(await read(id)).toMatchObject({ amount: '7.00', description: null, accepted_tokens: ['USDC'] });

  await button(page, 'Deactivate').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
  await untilStatus(page, 'Inactive');
  await page.goto(`${office.service.url}/dashboard/buttons?status=inactive`);
  await page.getByRole('link', { name: 'Black tea' }).click();
  await button(page, 'Activate').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Activate' }).click();
  await untilStatus(page, 'Active');
  expect((await read(id)).status).toBe('active');
});

it('whoever may not change buttons sees them, and their HTML', async () => {
  const { button_id: id } = await make({ name: 'White tea' });
  for (const role of ['viewer', 'finance'] as const) {
    const page = await enter('/buttons', { role });
    expect(await page.getByRole('link', { name: 'New button' }).count()).toBe(0);
    await page.goto(`${office.service.url}/dashboard/buttons/${id}`);
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

it('a button that does not exist says so, and leads back', async () => {
  const page = await enter('/buttons/btn_00000000000000000000000000');
  await page.getByRole('alert').waitFor();
  await page.getByRole('link', { name: '← Buttons' }).click();
  await page.getByRole('heading', { level: 1, name: 'Buttons' }).waitFor();
});

it.each(looks)('every page is accessible and fits: $name', async ({ name, ...look }) => {
  const { button_id: id } = await make({
    name: 'A rather long name of something that is sold, to be looked at',
  });
  const page = await enter('/buttons', look);
  await page
    .getByRole('link', { name: /^A rather long/ })
    .first()
    .waitFor();
  await inspect(page, `buttons-${name}`);
  await page.goto(`${office.service.url}/dashboard/buttons/new`);
  await field(page, 'Price').fill('0');
  await field(page, 'Name').fill('Tea');
  await button(page, 'Create the button').click();
  await page.locator('[name=amount]:focus').waitFor();
  await inspect(page, `button-new-${name}`);
  await page.goto(`${office.service.url}/dashboard/buttons/${id}`);
  await field(page, 'Publishable key').waitFor();
  await payButton(page).waitFor();
  await inspect(page, `button-page-${name}`);
});
