import type { Page } from 'playwright-core';

/** Steps of a customer at the English checkout. */

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

/** Pays with the preselected option. */
export async function payAsOffered(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Continue with/ }).click();
  await pay(page);
}

/** Stops the page's clock, and so the redirect countdown, until `page.clock.resume()`. */
export async function stopTime(page: Page): Promise<void> {
  await page.clock.install();
  // `pauseAt` takes only times in the future.
  await page.clock.pauseAt(Date.now() + 60_000);
}
