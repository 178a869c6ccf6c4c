import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { locales } from '../../server/src/lib/locales.ts';
import type { CheckoutState } from '../checkout/checkout-state.ts';
import { fixtures } from '../gallery/fixtures.ts';
import { covers, customerLooks, inspect, overflow } from './checks.ts';
import { type GalleryServer, startGalleryServer } from './gallery-server.ts';
import { answerAtSite } from './merchant-site.ts';
import { type Shop, startShop } from './shop.ts';
import { heading } from './steps.ts';

/** The built page with states from the gallery, for states that test mode cannot reach quickly or at all. */
let shop: Shop;
let paymentId: string;
let gallery: GalleryServer;
let leaveSite: () => void;

beforeAll(async () => {
  shop = await startShop();
  paymentId = await shop.createPayment();
  gallery = await startGalleryServer(shop.service.url, paymentId);
  // 204 keeps the browser on this page when it redirects to the shop.
  leaveSite = answerAtSite((_, response) => response.writeHead(204).end());
});
afterEach(() => shop.closeTabs());
afterAll(async () => {
  leaveSite();
  await shop.stop();
  await gallery.close();
});

async function openGallery(options: Parameters<Shop['open']>[1]) {
  const page = await shop.open(paymentId, { ...options, origin: gallery.url });
  return async (state: CheckoutState): Promise<Page> => {
    gallery.show(state);
    await page.goto(`${gallery.url}/checkout/${paymentId}`);
    await heading(page, /./).waitFor();
    return page;
  };
}

/** Cards that what is in them does not fit, or whose padding it runs into. */
function clippedCards(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`[...document.querySelectorAll('.card')].filter((card) => {
    const { right } = card.getBoundingClientRect();
    const range = document.createRange();
    range.selectNodeContents(card);
    const end = Math.max(...[...range.getClientRects()].map((rect) => rect.right));
    return right > innerWidth || end > right - parseFloat(getComputedStyle(card).paddingRight) + 1;
  }).map((card) => card.textContent)`);
}

function fixture(name: string): CheckoutState {
  const state = fixtures[name];
  if (!state) throw new Error(`The gallery has no state ${name}`);
  return state;
}

describe('in both looks', () => {
  it.each(Object.entries(fixtures))('%s is accessible and fits', async (name, state) => {
    gallery.show(state);
    const page = await shop.open(paymentId, { ...customerLooks[0], origin: gallery.url });
    await heading(page, /./).waitFor();
    await inspect(page, name, customerLooks);
  });
});

describe('on the smallest phone', () => {
  it('nothing overflows in any language', async () => {
    const show = await openGallery({ viewport: { width: 320, height: 640 } });
    for (const name of [
      'choose',
      'pay-test',
      'pay-live',
      'confirming',
      'completed-redirect',
      'failed',
      'expired',
    ]) {
      const page = await show(fixture(name));
      for (const locale of locales) {
        await page.locator('.locale-select select').selectOption(locale);
        await page.locator(`html[lang=${locale}]`).waitFor();
        expect(await overflow(page), `${name} in ${locale}`).toBe(0);
      }
    }
  });

  it('the bar of a partial payment is as wide as its box', async () => {
    const show = await openGallery({ viewport: { width: 320, height: 640 } });
    const page = await show(fixture('pay-live-part'));
    const widths = () =>
      page.evaluate<number[]>(`['.received', '.received .step-bar'].map((part) =>
        Math.round(document.querySelector(part).getBoundingClientRect().width))`);
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const [box = 0, bar = 0] = await widths();
      expect(box - bar, `${width} px`).toBe(34);
    }
  });

  it('networks and tokens fit with text of twice the size', async () => {
    const show = await openGallery({ viewport: { width: 375, height: 800 } });
    const page = await show(fixture('choose'));
    await page.evaluate("document.documentElement.style.fontSize = '200%'");
    expect(await clippedCards(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
  });

  it('amount and address to copy fit with text of twice the size', async () => {
    const show = await openGallery({ viewport: { width: 375, height: 800 } });
    const page = await show(fixture('pay-live-part'));
    await page.evaluate("document.documentElement.style.fontSize = '200%'");
    expect(await overflow(page)).toBe(0);
  });

  it('networks and tokens fit their cards in every language and width', async () => {
    const show = await openGallery({ viewport: { width: 320, height: 800 } });
    const page = await show(fixture('choose'));
    for (const width of [320, 375, 768, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      for (const locale of locales) {
        await page.locator('.locale-select select').selectOption(locale);
        await page.locator(`html[lang=${locale}]`).waitFor();
        expect(await clippedCards(page), `${locale}, ${width} px`).toEqual([]);
      }
    }
  });

  it('a long amount does not run into the button beside it', async () => {
    const show = await openGallery({ viewport: { width: 320, height: 640 } });
    const state = fixture('pay-test');
    const chosen = state.chosen && { ...state.chosen, token_amount: '12345.678901', symbol: 'MATIC' };
    const page = await show({ ...state, chosen });
    expect(await covers(page, '.quote button', '.quote-amount')).toBe(false);
  });

  it('the line between two steps starts below the sign of the first', async () => {
    const show = await openGallery({ viewport: { width: 320, height: 640 } });
    const page = await show(fixture('confirming'));
    const gaps = await page.evaluate<
      number[]
    >(`[...document.querySelectorAll('.step:not(:last-child)')].map((step) => {
      const line = step.getBoundingClientRect().top + parseFloat(getComputedStyle(step, '::before').top);
      return Math.round(line - step.querySelector('.step-dot').getBoundingClientRect().bottom);
    })`);
    expect(gaps).toEqual([0, 0]);
  });

  it('what can be copied comes before the code, which a phone cannot scan from its own screen', async () => {
    const show = await openGallery({ viewport: { width: 320, height: 640 } });
    const page = await show(fixture('pay-live'));
    await page.getByRole('img', { name: 'Payment QR code' }).waitFor();
    const order = () =>
      page.evaluate<string[]>(`[...document.querySelectorAll('.deposit-rows, .deposit a, .qr')]
        .toSorted((one, other) => one.getBoundingClientRect().top - other.getBoundingClientRect().top)
        .map((part) => part.classList[0] === 'qr' ? 'code' : part.matches('a') ? 'app' : 'details')`);
    expect(await order()).toEqual(['details', 'app', 'code']);
    await page.setViewportSize({ width: 700, height: 800 });
    await expect.poll(order, { timeout: 30_000 }).toEqual(['code', 'app', 'details']);
  });
});

describe('a live payment', () => {
  it('offers QR code, address and wallet app, and does not mention test mode', async () => {
    const show = await openGallery({ permissions: ['clipboard-read', 'clipboard-write'] });
    const state = fixture('pay-live');
    const page = await show(state);
    await page.getByRole('img', { name: 'Payment QR code' }).waitFor();
    const copied = () => page.evaluate<string>('navigator.clipboard.readText()');
    await page.getByRole('button', { name: 'Copy: To this address' }).click();
    await expect.poll(copied, { timeout: 60_000 }).toBe(state.chosen?.address);
    await page.getByRole('button', { name: 'Copy: Send exactly' }).click();
    await expect.poll(copied, { timeout: 60_000 }).toBe('49.99');
    const link = page.getByRole('link', { name: 'Open in wallet app' });
    expect(await link.getAttribute('href')).toBe(state.chosen?.payment_uri);
    expect(await page.getByText(/test/i).count()).toBe(0);
  });

  it('offers no "Cancel payment" once money was sent, which nobody can cancel', async () => {
    const show = await openGallery({});
    for (const [name, label] of [
      ['pay-live', 'Cancel payment'],
      ['pay-live-sent', 'Back to Northwind Paper Co.'],
      ['pay-live-part', 'Back to Northwind Paper Co.'],
    ] as const) {
      const page = await show(fixture(name));
      expect(await page.locator('.cancel a').innerText(), name).toBe(label);
    }
  });

  it('loads the QR encoder only when a code is shown', async () => {
    const show = await openGallery({});
    const scripts = (page: Page) =>
      page.evaluate<number>(
        "performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).length",
      );
    const without = await scripts(await show(fixture('choose-live')));
    const page = await show(fixture('pay-live'));
    await page.getByRole('img', { name: 'Payment QR code' }).waitFor();
    expect(await scripts(page)).toBeGreaterThan(without);
  });
});

describe('the payment of an invoice', () => {
  it('links to the invoice', async () => {
    const show = await openGallery({});
    const state = fixture('completed-invoice');
    const link = (await show(state)).getByRole('link', { name: 'View invoice' });
    expect(await link.getAttribute('href')).toBe(state.invoice_url);
  });
});

describe('a payment that failed or was refunded', () => {
  it('says where to reach the merchant, and offers the receipt of what was paid', async () => {
    const show = await openGallery({});
    const receipts = { failed: 0, refunded: 1, 'partially-refunded': 1 };
    for (const [name, count] of Object.entries(receipts)) {
      const page = await show(fixture(name));
      const mail = page.getByRole('link', { name: 'help@northwind.example' });
      expect(await mail.getAttribute('href'), name).toBe('mailto:help@northwind.example');
      const receipt = page.getByRole('link', { name: 'Download PDF' });
      expect(await receipt.count(), name).toBe(count);
    }
  });
});
