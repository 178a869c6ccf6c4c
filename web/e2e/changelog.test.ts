import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { overflow, violations } from './checks.ts';
import { type Shop, startShop } from './shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterEach(() => shop.closeTabs());
afterAll(() => shop.stop());

it.each([
  { colorScheme: 'light', width: 320 },
  { colorScheme: 'dark', width: 320 },
  { colorScheme: 'dark', width: 1920 },
] as const)(
  'the changelog fits and is accessible: $colorScheme, $width px',
  async ({ colorScheme, width }) => {
    const page = await shop.visit('/docs/changelog', { colorScheme, viewport: { width, height: 720 } });
    await page.getByRole('heading', { name: 'Changelog', level: 1 }).waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    const colour = await page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor');
    expect(colour).toBe(colorScheme === 'dark' ? 'rgb(20, 22, 27)' : 'rgb(255, 255, 255)');
  },
);

it('the changelog works without JavaScript', async () => {
  const page = await shop.visit('/docs/changelog', { javaScriptEnabled: false });
  await page.getByRole('heading', { name: 'History of the API' }).waitFor();
  expect(await page.getByRole('listitem').count()).toBeGreaterThan(10);
});

it('the API reference links to the changelog', async () => {
  const page = await shop.visit('/docs/');
  await page.getByRole('link', { name: 'Changelog' }).first().click();
  await page.waitForURL('**/docs/changelog');
});
