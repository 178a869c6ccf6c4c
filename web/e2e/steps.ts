import type { Page } from 'playwright-core';

/** What customers do at the checkout, by what they read. English unless a test says otherwise. */

export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 2, name });

export async function choose(page: Page, chainName: string, token: string): Promise<void> {
  await page.getByRole('group', { name: 'Network' }).getByRole('radio', { name: chainName }).check();
  await page
    .getByRole('group', { name: 'Pay with' })
    .getByRole('radio', { name: new RegExp(`^${token}`) })
    .check();
  await page.getByRole('button', { name: /^Continue with/ }).click();
  await heading(page, 'Pay from your test wallet').waitFor();
}

export async function pay(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Pay / }).click();
}

/** With whatever is preselected. */
export async function payAsOffered(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Continue with/ }).click();
  await pay(page);
}

/** The page's time stands still until `page.clock.resume()`, and with it the countdown after a payment. */
export async function stopTime(page: Page): Promise<void> {
  await page.clock.install();
  // It can only be stopped ahead of where it is.
  await page.clock.pauseAt(Date.now() + 60_000);
}
