import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { goTo } from './dashboard-steps.ts';
import { type Office, startOffice } from './office.ts';

let office: Office;

beforeAll(async () => {
  office = await startOffice();
});
afterEach(() => office.closeTabs());
afterAll(() => office.stop());

const phone = { viewport: { width: 375, height: 740 } };
const enlarge = (page: Page) => page.evaluate("document.documentElement.style.fontSize = '200%'");
const overflow = (page: Page) => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');

it('pages of the dashboard fit a phone with text of twice the size, and the account is in reach', async () => {
  const paymentId = await office.createPayment({ amount: '98765.43', description: 'Field notebook' });
  await office.service.call('POST', `/payments/${paymentId}/simulate`, { body: { outcome: 'complete' } });
  const page = await office.enter('/', phone);
  await page.getByRole('heading', { name: 'Latest payments' }).waitFor();
  await enlarge(page);
  expect(await overflow(page)).toBe(0);
  const account = await page.getByRole('button', { name: /account/i }).boundingBox();
  expect((account?.x ?? Number.NaN) + (account?.width ?? Number.NaN)).toBeLessThanOrEqual(375);
  for (const [path, shown] of [
    [`/payments/${paymentId}`, 'Timeline'],
    ['/balances', 'Balances'],
    ['/payment-links/new', 'Payment'],
    ['/settings/payouts', 'Wallets'],
    ['/settings/security', 'Sessions'],
  ] as const) {
    await goTo(page, path);
    await page.getByRole('heading', { name: shown, exact: true }).waitFor();
    expect(await overflow(page), path).toBe(0);
  }
});

it('sums on the home page stay inside their boxes on a phone', async () => {
  const page = await office.enter('/', phone);
  await page.getByText('Net volume').waitFor();
  const outside = await page.evaluate<string[]>(
    "[...document.querySelectorAll('.figure')].filter((sum) => sum.scrollWidth > sum.clientWidth).map((sum) => sum.textContent)",
  );
  expect(outside).toEqual([]);
});

it('the front page fits a phone with text of twice the size', async () => {
  const page = await office.visit('/', phone);
  await enlarge(page);
  expect(await overflow(page)).toBe(0);
});
