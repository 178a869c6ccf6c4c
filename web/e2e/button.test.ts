import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createButton } from '../../server/test/payments/buttons/support.ts';
import { violations } from './checks.ts';
import { site } from './merchant-site.ts';
import { type Shop, startShop } from './shop.ts';
import { heading, payAsOffered, stopTime } from './steps.ts';
import { heard, payButton, type Storefront, startStorefront, tag, untilHeard } from './storefront.ts';

let shop: Shop;
let storefront: Storefront;

beforeAll(async () => {
  shop = await startShop();
  storefront = await startStorefront(shop.service.url);
});
afterEach(() => shop.closeTabs());
afterAll(async () => {
  await storefront.close();
  await shop.stop();
});

const make = async (body = {}): Promise<string> => (await createButton(shop.service, body)).button_id;

async function show(buttonId: string, attributes = '', options = {}): Promise<Page> {
  const page = await storefront.show(shop, tag(shop, buttonId, attributes), options);
  await page.locator('causeway-button button.ready').waitFor();
  return page;
}

/** Clicks the button and returns the popup with the checkout. */
async function press(page: Page): Promise<Page> {
  const [popup] = await Promise.all([page.waitForEvent('popup'), payButton(page).click()]);
  await heading(popup, 'Choose how to pay').waitFor();
  return popup;
}

async function paymentsOf(buttonId: string): Promise<string[]> {
  const rows = await shop.service.ctx.db<{ payment_id: string }[]>`
    select payment_id from payment_link_payments where payment_link_id = ${buttonId} order by payment_id`;
  return rows.map(({ payment_id }) => payment_id);
}

const message = (page: Page) => page.locator('causeway-button [role=status]');

describe('a click', () => {
  it('by keyboard opens the checkout in a popup, which closes once paid; the page gets the events', async () => {
    const buttonId = await make({ amount: '5.00' });
    const page = await show(buttonId);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Tab');
    const ring = await page.evaluate<string>(
      `getComputedStyle(document.querySelector('causeway-button').shadowRoot.activeElement).outline`,
    );
    expect(ring).toContain('solid 3px');
    await page.getByRole('button', { name: 'Pay $5.00' }).waitFor();
    const [popup] = await Promise.all([page.waitForEvent('popup'), page.keyboard.press('Enter')]);
    await heading(popup, 'Choose how to pay').waitFor();
    await message(page).getByText('Continue in the payment window.').waitFor();
    expect(await violations(page)).toEqual([]);

    shop.freeze();
    await payAsOffered(popup);
    await untilHeard(page, 'processing');
    await stopTime(popup);
    await shop.advance(30_000);
    await heading(popup, 'Payment complete').waitFor();
    await popup.getByText(/^Returning to Shop in/).waitFor();
    await Promise.all([popup.waitForEvent('close'), popup.clock.resume()]);
    expect(await untilHeard(page, 'completed')).toEqual(['opened', 'processing', 'completed']);
    await page.getByRole('button', { name: '✓ Paid' }).waitFor();
    expect(await violations(page)).toEqual([]);

    const [paymentId] = await paymentsOf(buttonId);
    expect(await heard(page)).toMatchObject(
      ['pending', 'processing', 'completed'].map((status) => ({
        button_id: buttonId,
        payment_id: paymentId,
        status,
      })),
    );
    expect(await page.evaluate('violations')).toEqual([]);
  });

  it('twice in a row creates one payment', async () => {
    const buttonId = await make();
    const page = await show(buttonId);
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
    const [popup] = await Promise.all([page.waitForEvent('popup'), payButton(page).dblclick()]);
    await heading(popup, 'Choose how to pay').waitFor();
    expect(sent).toHaveLength(1);
    expect(await paymentsOf(buttonId)).toHaveLength(1);
    expect(page.context().pages()).toHaveLength(2);
  });

  it('creates no second payment when it is repeated after a lost response', async () => {
    const buttonId = await make();
    const page = await show(buttonId);
    await page.route('**/payments', async (route) => {
      await route.fetch();
      await route.abort();
    });
    const [lost] = await Promise.all([page.waitForEvent('popup'), payButton(page).click()]);
    await message(page).getByText('Something went wrong. Try again.').waitFor();
    expect(await untilHeard(page, 'error')).toEqual(['error']);
    await untilClosed(lost);
    await page.unrouteAll();
    await press(page);
    expect(await paymentsOf(buttonId)).toHaveLength(1);
  });

  it('in redirect mode replaces the page with the checkout, which returns to the shop', async () => {
    const page = await show(await make({ redirect_url: `${site}/thanks` }), 'data-mode="redirect"');
    await payButton(page).click();
    await heading(page, 'Choose how to pay').waitFor();
    await stopTime(page);
    await payAsOffered(page);
    await page.getByRole('link', { name: 'Go now' }).click();
    await page.waitForURL(`${site}/thanks?payment_id=*`);
  });

  it('redirects when popups are blocked', async () => {
    const initScript = `{
      const open = window.open.bind(window);
      window.open = (url, target, ...rest) => target === '_blank' ? null : open(url, target, ...rest);
    }`;
    const page = await show(await make(), '', { initScript });
    await payButton(page).click();
    await heading(page, 'Choose how to pay').waitFor();
    await page.goBack();
    await payButton(page).waitFor();
  });

  it('prefills the e-mail address and opens the checkout in the language of the page', async () => {
    const buttonId = await make({ amount: '20.00', currency: 'EUR' });
    const body = tag(shop, buttonId, 'data-email="ada@example.com"');
    const page = await storefront.show(shop, body, { lang: 'de-AT' });
    const button = page.getByRole('button', { name: '€ 20,00 bezahlen' });
    const [popup] = await Promise.all([page.waitForEvent('popup'), button.click()]);
    await heading(popup, 'Zahlungsart wählen').waitFor();
    expect(await popup.getByLabel('E-Mail').inputValue()).toBe('ada@example.com');
  });
});

describe('the page', () => {
  it('goes to redirect_url when the popup closes after payment', async () => {
    const page = await show(await make({ redirect_url: `${site}/thanks` }));
    const popup = await press(page);
    await payAsOffered(popup);
    await leave(popup);
    await page.waitForURL(`${site}/thanks?payment_id=*`);
  });

  it('stays when it calls preventDefault', async () => {
    const page = await show(await make({ redirect_url: `${site}/thanks` }), '', {
      initScript: `addEventListener('causeway:completed', (event) => event.preventDefault());`,
    });
    const popup = await press(page);
    await payAsOffered(popup);
    await untilHeard(page, 'completed');
    await leave(popup);
    await page.getByRole('button', { name: '✓ Paid' }).waitFor();
    expect(page.url()).toContain(storefront.url);
  });

  it('trusts only messages from its own popup about its own payment, and only when the API confirms them', async () => {
    const buttonId = await make();
    const page = await show(buttonId);
    const popup = await press(page);
    const [paymentId] = await paymentsOf(buttonId);
    const news = (id: string, status: string) =>
      JSON.stringify({ source: 'causeway', payment_id: id, status });
    await page.evaluate(`postMessage(${news(paymentId ?? '', 'processing')}, '*')`);
    const stranger = await shop.openBeside(page, paymentId ?? '');
    const [other] = await Promise.all([
      page.waitForEvent('popup'),
      page.evaluate(`void window.open('${shop.service.url}/checkout/${paymentId}#popup')`),
    ]);
    await heading(other, 'Choose how to pay').waitFor();
    await other.evaluate(`opener.postMessage(${news(paymentId ?? '', 'processing')}, '*')`);
    await popup.evaluate(`opener.postMessage(${news('pay_other', 'processing')}, '*')`);
    const [asked] = await Promise.all([
      page.waitForResponse((response) => response.url().endsWith(`/payments/${paymentId}`)),
      popup.evaluate(`opener.postMessage(${news(paymentId ?? '', 'completed')}, '*')`),
    ]);
    expect((await asked.json()).data.status).toBe('pending');
    expect((await heard(page)).map(({ type }) => type)).toEqual(['opened']);
    await stranger.close();
    await other.close();
    await shop.simulate(paymentId ?? '', 'complete');
    expect(await untilHeard(page, 'completed')).toEqual(['opened', 'completed']);
  });

  it('gets an event when the popup is closed early; the next click opens the same payment', async () => {
    const buttonId = await make();
    const page = await show(buttonId);
    const first = await press(page);
    await first.close();
    expect(await untilHeard(page, 'closed')).toEqual(['opened', 'closed']);
    const second = await press(page);
    expect(await paymentsOf(buttonId)).toHaveLength(1);
    await leave(second, 'Cancel payment');
    await expect
      .poll(async () => (await heard(page)).map(({ type }) => type), { timeout: 60_000 })
      .toEqual(['opened', 'closed', 'opened', 'closed']);
  });

  it('gets an event when a payment confirms after the popup was closed, and cannot be paid twice meanwhile', async () => {
    const buttonId = await make({ amount: '5.00' });
    const page = await show(buttonId);
    const popup = await press(page);
    shop.freeze();
    await payAsOffered(popup);
    await untilHeard(page, 'processing');
    await popup.close();
    await untilHeard(page, 'closed');
    await page.getByRole('button', { name: 'Confirming…' }).click({ force: true });
    await shop.simulate((await paymentsOf(buttonId))[0] ?? '', 'complete');
    expect(await untilHeard(page, 'completed')).toEqual(['opened', 'processing', 'closed', 'completed']);
    expect(await paymentsOf(buttonId)).toHaveLength(1);
  });

  it('gets events for a failed payment and for the retry in the same popup', async () => {
    const buttonId = await make({ amount: '6.66' });
    const page = await show(buttonId);
    const popup = await press(page);
    await payAsOffered(popup);
    await heading(popup, 'Payment failed').waitFor();
    await untilHeard(page, 'failed');
    await popup.getByRole('button', { name: 'Try again' }).click();
    await heading(popup, 'Choose how to pay').waitFor();
    const [first, second] = await paymentsOf(buttonId);
    await shop.simulate(second ?? '', 'complete');
    await untilHeard(page, 'completed');
    const told = (await heard(page)).map(({ type, payment_id }) => [type, payment_id]);
    expect(told.filter(([type]) => type !== 'processing')).toEqual([
      ['opened', first],
      ['failed', first],
      ['completed', second],
    ]);
  });

  it('gets events for a retry whose start it was not told', async () => {
    const buttonId = await make({ amount: '6.66' });
    const page = await show(buttonId);
    const popup = await press(page);
    await payAsOffered(popup);
    await untilHeard(page, 'failed');
    const [first] = await paymentsOf(buttonId);
    await fetch(`${shop.service.url}/checkout/${first}/retry`, { method: 'POST' });
    const [, second] = await paymentsOf(buttonId);
    await popup.goto(`${shop.service.url}/checkout/${second}#popup`);
    await heading(popup, 'Choose how to pay').waitFor();
    await shop.simulate(second ?? '', 'complete');
    await untilHeard(page, 'completed');
    expect((await heard(page)).at(-1)).toMatchObject({ type: 'completed', payment_id: second });
  });

  it('gets an event when the payment expires; the next click creates another', async () => {
    const buttonId = await make();
    const page = await show(buttonId);
    const popup = await press(page);
    await shop.simulate((await paymentsOf(buttonId))[0] ?? '', 'expire');
    await untilHeard(page, 'expired');
    await leave(popup, 'Back to Shop');
    await message(page).getByText('Something went wrong. Try again.').waitFor();
    await expect
      .poll(
        async () => {
          await payButton(page).click({ force: true });
          return (await paymentsOf(buttonId)).length;
        },
        { timeout: 60_000 },
      )
      .toBe(2);
    await expect.poll(() => page.context().pages().at(-1)?.url()).toContain('/checkout/');
  });
});

/** Clicks a link that closes the popup. The popup may close by itself before or during the click. */
async function leave(popup: Page, link = 'Go now'): Promise<void> {
  const closed = untilClosed(popup);
  const click = popup.getByRole('link', { name: link }).click();
  await click.catch((error) => {
    if (!popup.isClosed()) throw error;
  });
  await closed;
}

async function untilClosed(popup: Page): Promise<void> {
  if (!popup.isClosed()) await popup.waitForEvent('close');
}
