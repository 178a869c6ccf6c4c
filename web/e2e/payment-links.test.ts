import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createLink, free, paymentIdOf, submit } from '../../server/test/payments/payment-links/support.ts';
import { dashboardLooks, inspect } from './checks.ts';
import { goTo, sentBy, untilStatus } from './dashboard-steps.ts';
import { type Office, startOffice } from './office.ts';
import { heading, payAsOffered } from './steps.ts';

let office: Office;

beforeAll(async () => {
  office = await startOffice();
});
afterEach(() => office.closeTabs());
afterAll(() => office.stop());

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const main = (page: Page) => page.getByRole('main');

it('a link is created, paid by a customer who enters an amount, and turned off', async () => {
  const page = await office.enter('/payment-links');
  await page.getByRole('link', { name: 'Create payment link' }).first().click();
  await field(page, 'Name').fill('Donation');
  await page.getByRole('radio', { name: 'Customer chooses' }).check();
  await field(page, 'Minimum').fill('5.00');
  await field(page, 'Maximum').fill('4.00');
  const sent = sentBy(page, /\/payment_links$/);
  const create = main(page).getByRole('button', { name: 'Create payment link' });
  await create.click();
  await page.getByText('The maximum is below the minimum.').waitFor();
  await field(page, 'Maximum').fill('100.00');
  await create.dblclick();
  await untilStatus(page, 'Active');
  expect(sent).toHaveLength(2);

  const url = new URL(await field(page, 'Link').inputValue());
  const customer = await office.visit(url.pathname);
  await customer.getByLabel('Amount in USD').fill('4,99');
  await customer.getByRole('button', { name: 'Continue to payment' }).click();
  await customer.getByText('This amount is too small.').waitFor();
  expect(await customer.getByLabel('Amount in USD').inputValue()).toBe('4,99');
  await customer.getByLabel('Amount in USD').fill('7,50');
  await customer.getByRole('button', { name: 'Continue to payment' }).click();
  await heading(customer, 'Choose how to pay').waitFor();
  await payAsOffered(customer);

  await page.reload();
  const payments = page.getByRole('region', { name: 'Payments of this link' });
  await payments.getByRole('link', { name: '$7.50' }).waitFor();

  await page.getByRole('link', { name: 'Print QR code' }).click();
  const [svg] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download SVG' }).click(),
  ]);
  expect(await readFile(await svg.path(), 'utf8')).toMatch(/^<svg xmlns=/);
  const [png] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download PNG' }).click(),
  ]);
  expect((await readFile(await png.path())).subarray(1, 4).toString()).toBe('PNG');
  await page.getByRole('link', { name: '← Donation' }).click();

  await page.getByRole('button', { name: 'Deactivate' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
  await untilStatus(page, 'Inactive');
  await customer.goto(`${office.service.url}${url.pathname}`);
  await customer.getByText('This link takes no more payments.').waitFor();
});

it('every page is accessible and fits the screen', async () => {
  const { service } = office;
  const link = await createLink(service, { ...free, suggested_amount: '20.00', description: 'For the roof' });
  const { payment_link_id: linkId } = link;
  paymentIdOf(await submit(service, linkId, { amount: '7.50' }));
  const page = await office.enter('/payment-links', dashboardLooks[0]);
  await page.getByRole('link', { name: 'Donation' }).first().waitFor();
  await inspect(page, 'links');
  await goTo(page, '/payment-links/new');
  await page.getByRole('radio', { name: 'Customer chooses' }).check();
  await inspect(page, 'link-new');
  await goTo(page, `/payment-links/${linkId}`);
  await page.getByRole('link', { name: '$7.50' }).waitFor();
  await inspect(page, 'link');
  await goTo(page, `/payment-links/${linkId}/print`);
  await page.getByRole('img', { name: /^QR code of/ }).waitFor();
  const across = `getComputedStyle(document.querySelector('[aria-label=Card]'), '::after').content`;
  expect(await page.evaluate<string>(across)).toBe('"TEST"');
  await inspect(page, 'link-print');
  await page.goto(`${service.url}/pay/${linkId}`);
  await inspect(page, 'pay');
  await page.getByLabel('Amount in USD').fill('x');
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await page.getByText('Enter an amount').waitFor();
  await inspect(page, 'pay-refused');
  await service.call('PATCH', `/payment_links/${linkId}`, { body: { status: 'inactive' } });
  await page.goto(`${service.url}/pay/${linkId}`);
  await page.getByText('This link takes no more payments.').waitFor();
  await inspect(page, 'pay-inactive');
});
