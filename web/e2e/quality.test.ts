import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { customerLooks, inspect } from './checks.ts';
import { site } from './merchant-site.ts';
import { type Shop, startShop } from './shop.ts';
import { choose, heading, pay, stopTime } from './steps.ts';

let shop: Shop;

beforeAll(async () => {
  shop = await startShop();
});
afterEach(() => shop.closeTabs());
afterAll(() => shop.stop());

const body = {
  amount: '5.00',
  description: 'Field notebook, dotted, 2 pcs',
  cancel_url: `${site}/cart`,
  redirect_url: `${site}/thanks`,
  customer_email: 'ada@example.com',
};

it('the main button is never covered on phones of any height', async () => {
  const page = await shop.open(await shop.createPayment(body), { viewport: { width: 375, height: 800 } });
  await page.getByRole('button', { name: /^Continue with/ }).waitFor();
  for (let height = 600; height <= 900; height += 20) {
    await page.setViewportSize({ width: 375, height });
    const seen = await page.evaluate<boolean>(`(() => {
      const button = document.querySelector('.actions-sticky button');
      const { left, top, width, height } = button.getBoundingClientRect();
      return button.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    })()`);
    expect(seen, `at ${height} px`).toBe(true);
  }
});

it('every state is accessible and fits', async () => {
  const check = (page: Page, state: string) => inspect(page, state, customerLooks);
  // Accents that are hard to read: one on a light page, the other on a dark one. The gallery's pages have ours.
  const setAccent = (accent: string) => shop.service.ctx.db`update merchants set accent_color = ${accent}`;
  await setAccent('#ffff00');
  const paymentId = await shop.createPayment(body);
  const page = await shop.open(paymentId, customerLooks[0]);
  await heading(page, 'Choose how to pay').waitFor();
  await check(page, 'choosing');
  await page.getByLabel('E-mail').fill('ada@');
  await page.getByLabel('E-mail').blur();
  await page.getByRole('alert').waitFor();
  await check(page, 'a refused e-mail address');
  await page.getByLabel('E-mail').fill('');
  await choose(page, 'Base', 'USDC');
  await check(page, 'about to pay');
  shop.freeze();
  await pay(page);
  await heading(page, 'Confirming your payment').waitFor();
  await check(page, 'confirming');
  await stopTime(page);
  await shop.simulate(paymentId, 'complete');
  await heading(page, 'Payment complete').waitFor();
  await page.getByRole('button', { name: 'Stay on this page' }).click();
  await page.clock.resume();
  await check(page, 'completed');

  for (const [outcome, name] of [
    ['fail', 'Payment failed'],
    ['expire', 'This payment has expired'],
  ] as const) {
    const ended = await shop.createPayment(body);
    await shop.simulate(ended, outcome);
    await page.goto(`${shop.service.url}/checkout/${ended}`);
    await heading(page, name).waitFor();
    await check(page, outcome);
    await setAccent('#000000');
  }
  await page.goto(`${shop.service.url}/checkout/pay_00000000000000000000000000`);
  await check(page, 'unknown');
});

describe('a screen reader', () => {
  it('is told of each change of status once', async () => {
    const paymentId = await shop.createPayment({ amount: '5.00' });
    const page = await shop.open(paymentId);
    await heading(page, 'Choose how to pay').waitFor();
    await page.evaluate(`
      window.said = [];
      new MutationObserver(() => said.push(document.querySelector('body > #app > p[role=status]').textContent))
        .observe(document.querySelector('body > #app > p[role=status]'), { childList: true, characterData: true, subtree: true })`);
    await choose(page, 'Base', 'USDC');
    shop.freeze();
    await pay(page);
    await heading(page, 'Confirming your payment').waitFor();
    await shop.simulate(paymentId, 'complete');
    await heading(page, 'Payment complete').waitFor();
    await expect
      .poll(() => page.evaluate<string[]>('said'), { timeout: 60_000 })
      .toContain('Payment complete');
    const said = (await page.evaluate<string[]>('said')).filter(Boolean);
    expect(said[0]).toBe('Payment detected. Confirming your payment.');
    expect(said.length).toBeLessThanOrEqual(3);
  });
});

describe('loading', () => {
  it.each([390, 1280])('has no layout shift and little JavaScript at %d px', async (width) => {
    const page = await shop.open(await shop.createPayment(body), {
      viewport: { width, height: 800 },
      firstVisit: true,
    });
    await heading(page, 'Choose how to pay').waitFor();
    const shift = await page.evaluate<number>(`new Promise((resolve) => {
      let sum = 0;
      new PerformanceObserver((list) => { for (const entry of list.getEntries()) sum += entry.value; })
        .observe({ type: 'layout-shift', buffered: true });
      setTimeout(() => resolve(sum), 1000);
    })`);
    expect(shift).toBe(0);
    const bytes = await page.evaluate<number>(
      "performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).reduce((sum, entry) => sum + entry.encodedBodySize, 0)",
    );
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThan(25 * 1024);
  });

  it('shows the payment before any script runs, at its final position', async () => {
    const page = await shop.open(await shop.createPayment(body));
    await heading(page, 'Choose how to pay').waitFor();
    const placesAt = async (width: number) => {
      await page.setViewportSize({ width, height: 800 });
      return page.evaluate<number[][]>(`['Shop', '$5.00', 'Field notebook, dotted, 2 pcs'].map((text) => {
        const leaf = [...document.querySelectorAll('#app h1, #app p')].find((node) => node.textContent === text);
        const { x, y, height } = leaf.getBoundingClientRect();
        return [x, y, height].map(Math.round);
      })`);
    };
    const widths = [320, 700, 1000, 1280];
    const rendered: number[][][] = [];
    for (const width of widths) rendered.push(await placesAt(width));
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.reload();
    await page.locator('.shell').waitFor();
    for (const [index, width] of widths.entries())
      expect(await placesAt(width), `at ${width} px`).toEqual(rendered[index]);
  });
});
