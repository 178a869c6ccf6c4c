import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, it } from 'vitest';
import { createButton } from '../../server/test/payments/buttons/support.ts';
import { openInvoice } from '../../server/test/payments/invoices/support.ts';
import { createLink, free } from '../../server/test/payments/payment-links/support.ts';
import { createPaid, createRefund } from '../../server/test/payments/refunds/support.ts';
import { type Shop, startShop } from './shop.ts';
import { heading, payAsOffered } from './steps.ts';
import { payButton, startStorefront, tag } from './storefront.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
  shop.service.ctx.demoMerchantId = shop.service.merchantId;
});
afterEach(() => shop.closeTabs());
afterAll(() => shop.stop());

const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const isCheckout = (page: Page) => heading(page, 'Choose how to pay').waitFor();

it('the front page leads to a checkout, which is paid, and to its transaction', async () => {
  const page = await shop.visit('/');
  await page.getByRole('button', { name: 'Open a demo checkout' }).click();
  await payAsOffered(page);
  await heading(page, 'Payment complete').waitFor();
  await page.getByRole('button', { name: 'Stay on this page' }).click();
  const link = page.getByRole('term').filter({ hasText: 'Transaction' }).locator('+ dd').getByRole('link');
  const [transaction] = await Promise.all([page.waitForEvent('popup'), link.click()]);
  await transaction.getByText('Simulated transaction').first().waitFor();
});

it('the guides, the API reference and the page for wrong addresses open', async () => {
  const page = await shop.visit('/docs/');
  await title(page, /./).waitFor();
  await page.getByRole('link', { name: 'Quick start' }).first().click();
  await title(page, 'Quick start').waitFor();
  await page.goto(`${shop.service.url}/docs/api`);
  await title(page, /API/).waitFor();
  await page.goto(`${shop.service.url}/nowhere`);
  await title(page, 'This page does not exist').waitFor();
});

it('an invoice, a payment link and a button each lead to a checkout', async () => {
  const { service } = shop;
  const { invoice_id } = await openInvoice(service);
  const page = await shop.visit(`/invoice/${invoice_id}`);
  await page.getByRole('button', { name: 'Pay Now' }).click();
  await isCheckout(page);

  const { payment_link_id } = await createLink(service, free);
  await page.goto(`${service.url}/pay/${payment_link_id}`);
  await page.getByLabel('Amount in USD').fill('7.50');
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await isCheckout(page);

  const storefront = await startStorefront(service.url);
  const { button_id } = await createButton(service);
  const shopPage = await storefront.show(shop, tag(shop, button_id));
  await shopPage.locator('causeway-button button.ready').waitFor();
  const [popup] = await Promise.all([shopPage.waitForEvent('popup'), payButton(shopPage).click()]);
  await isCheckout(popup);
  await storefront.close();
});

it('a claim link takes an address for a refund', async () => {
  const { service } = shop;
  const base = { accepted_chains: ['base'], accepted_tokens: ['USDC'] };
  const { payment_id } = await createPaid(service, base);
  const { refund_id } = await createRefund(service, { payment_id, amount: '4.04' });
  const { json } = await service.call('POST', `/refunds/${refund_id}/claim_link`);
  const page = await shop.visit(new URL(json.data.claim_url).pathname);
  const field = page.getByRole('textbox', { name: 'Your wallet address on Base' });
  await field.fill('0x00000000000000000000000000000000000000AA');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Send the refund to this address' }).click();
  await page.getByText('The money is being sent.').first().waitFor();
});
