import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { chainIds, chains } from '../../server/src/lib/chains/registry.ts';
import { type Shop, startShop } from './shop.ts';
import { choose, heading, pay, payAsOffered } from './steps.ts';

let shop: Shop;

beforeAll(async () => {
  shop = await startShop();
});
afterEach(() => shop.closeTabs());
afterAll(() => shop.stop());

async function paymentOf(paymentId: string) {
  return (await shop.service.call('GET', `/payments/${paymentId}`)).json.data;
}

describe('paying', () => {
  it('works on each of the eight chains, with its native token', async () => {
    const page = await shop.visit('/healthz', { viewport: { width: 390, height: 844 } });
    for (const chain of chainIds) {
      const token = chains[chain].tokens[0]?.symbol ?? '';
      const paymentId = await shop.createPayment();
      await page.goto(`${shop.service.url}/checkout/${paymentId}`);
      await choose(page, chains[chain].name, token);
      await pay(page);
      await heading(page, 'Payment complete').waitFor();
      const payment = await paymentOf(paymentId);
      expect([payment.status, payment.chain, payment.token]).toEqual(['completed', chain, token]);
      const hash = page.getByTitle(payment.tx_hash, { exact: true });
      expect(await hash.textContent()).toMatch(/^.{6,8}….{6}$/);
    }
  });

  it('offers only what the merchant accepts', async () => {
    const page = await shop.open(
      await shop.createPayment({ accepted_chains: ['polygon', 'bsc'], accepted_tokens: ['USDT', 'BNB'] }),
    );
    const offered = async () =>
      Promise.all((await page.getByRole('radio').all()).map((way) => way.getAttribute('value')));
    await page.getByRole('radio', { name: 'Polygon' }).check();
    expect(await offered()).toEqual(['polygon', 'bsc', 'USDT']);
    await page.getByRole('radio', { name: 'BNB Smart Chain' }).check();
    expect(await offered()).toEqual(['polygon', 'bsc', 'BNB', 'USDT']);
  });

  it('shows the test wallet, its balance, and that the price is locked', async () => {
    const page = await shop.open(await shop.createPayment());
    await page.getByText('This is a test. No real money moves.').waitFor();
    await choose(page, 'Base', 'USDC');
    await page.getByText('20.00 USDC', { exact: true }).waitFor();
    await page.getByText(/^Price locked until/).waitFor();
    const balance = page.locator('dl.wallet dd').last();
    expect(await balance.textContent()).toMatch(/^[\d,.]+\sUSDC$/);
    await page.getByRole('button', { name: 'Change' }).click();
    await choose(page, 'Solana', 'SOL');
    await page.getByText('on Solana').waitFor();
  });

  it('charges once when the button is double-clicked', async () => {
    const paymentId = await shop.createPayment();
    const page = await shop.open(paymentId);
    const sent: string[] = [];
    page.on('request', (request) => request.url().endsWith('/pay') && sent.push(request.url()));
    await choose(page, 'Base', 'USDC');
    await page.getByRole('button', { name: /^Pay / }).dblclick();
    await heading(page, 'Payment complete').waitFor();
    expect(sent).toHaveLength(1);
  });

  it('works by keyboard', async () => {
    const page = await shop.open(await shop.createPayment());
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    await page.getByRole('radio', { checked: true }).first().focus();
    await press('ArrowDown', 'Tab', 'ArrowUp', 'Tab', 'Tab', 'Enter');
    await heading(page, 'Pay from your test wallet').waitFor();
    await page.locator('h2:focus').waitFor();
    // From the heading past "Change" and the e-mail field to the button.
    await press('Tab', 'Tab', 'Tab', 'Enter');
    await heading(page, 'Payment complete').waitFor();
    await page.locator('h2:focus').waitFor();
  });
});

describe('choosing and paying', () => {
  it('are steps of the history: Back goes one step', async () => {
    const page = await shop.visit('/healthz');
    await page.goto(`${shop.service.url}/checkout/${await shop.createPayment()}`);
    await choose(page, 'Base', 'USDC');
    await page.goBack();
    await heading(page, 'Choose how to pay').waitFor();
    await page.goForward();
    await page.getByText('on Base').waitFor();
    await page.getByRole('button', { name: 'Change' }).click();
    await heading(page, 'Choose how to pay').waitFor();
    await page.reload();
    await choose(page, 'Solana', 'SOL');
    await page.goBack();
    await heading(page, 'Choose how to pay').waitFor();
    await page.goBack();
    await page.waitForURL('**/healthz');
    await page.goForward();
    await choose(page, 'Polygon', 'USDC');
    await pay(page);
    await heading(page, 'Payment complete').waitFor();
    // Nothing is left to choose: one press leaves the page.
    await page.goBack();
    await page.waitForURL('**/healthz');
  });

  it('in a page that was opened at the second step, Back after a change leads to it again', async () => {
    const paymentId = await shop.createPayment();
    await choose(await shop.open(paymentId), 'Base', 'USDC');
    const page = await shop.open(paymentId);
    await page.getByRole('button', { name: 'Change' }).click();
    await heading(page, 'Choose how to pay').waitFor();
    await page.goBack();
    await heading(page, 'Pay from your test wallet').waitFor();
  });
});

describe('test amounts', () => {
  it('0.01 completes at once', async () => {
    const page = await shop.open(await shop.createPayment({ amount: '0.01' }));
    await payAsOffered(page);
    await heading(page, 'Payment complete').waitFor();
  });

  it('5.00 completes after thirty seconds and shows confirmations', async () => {
    const page = await shop.open(await shop.createPayment({ amount: '5.00' }));
    await choose(page, 'Ethereum', 'USDC');
    shop.freeze();
    await pay(page);
    await page
      .locator('.step-note')
      .getByText(/^\d of 12 confirmations$/)
      .waitFor();
    await shop.advance(15_000);
    await page
      .locator('.step-note')
      .getByText(/^([6-9]|1[01]) of 12 confirmations$/)
      .waitFor();
    await heading(page, 'Confirming your payment').waitFor();
    await shop.advance(16_000);
    await heading(page, 'Payment complete').waitFor();
  });

  it('4.04 never arrives and expires', async () => {
    const page = await shop.open(
      await shop.createPayment({ amount: '4.04', cancel_url: 'https://shop.example/cart' }),
    );
    await page.getByRole('button', { name: /^Continue with/ }).click();
    await page.getByText(/^This test amount is never paid\. The payment expires at /).waitFor();
    await pay(page);
    await page.getByRole('button', { name: 'Paying…' }).waitFor();
    await page.getByText('Waiting for your payment. This page updates by itself.').waitFor();
    await shop.advance(31 * 60_000);
    await heading(page, 'This payment has expired').waitFor();
    await page.getByRole('link', { name: 'Back to Shop' }).click();
    await page.waitForURL('https://shop.example/cart');
  });
});

describe('the e-mail address', () => {
  it('that the shop gave is prefilled and stays', async () => {
    const paymentId = await shop.createPayment({ customer_email: 'ada@example.com' });
    const page = await shop.open(paymentId);
    const field = page.getByLabel('E-mail');
    expect(await field.inputValue()).toBe('ada@example.com');
    await field.fill('grace@example.com');
    await field.press('Enter');
    await page.getByRole('alert').getByText('This address cannot be changed here.').waitFor();
    expect((await paymentOf(paymentId)).customer_email).toBe('ada@example.com');
  });

  it('that was typed here is saved, and again when changed or cleared', async () => {
    const paymentId = await shop.createPayment();
    const page = await shop.open(paymentId);
    const field = page.getByLabel('E-mail');
    for (const address of ['ada@example.com', 'grace@example.com']) {
      await field.fill(address);
      await field.press('Enter');
      await expect
        .poll(async () => (await paymentOf(paymentId)).customer_email, { timeout: 60_000 })
        .toBe(address);
    }
    expect((await paymentOf(paymentId)).customer_email).toBe('grace@example.com');
    await field.fill('');
    await field.blur();
    await expect
      .poll(async () => (await paymentOf(paymentId)).customer_email, { timeout: 60_000 })
      .toBeNull();
  });

  it('that is invalid shows an error and keeps the input', async () => {
    const page = await shop.open(await shop.createPayment({ customer_email: 'ada@example.com' }));
    const field = page.getByLabel('E-mail');
    await field.fill('ada@');
    await field.blur();
    await page.getByRole('alert').getByText('Enter an e-mail address such as name@example.com.').waitFor();
    expect(await field.inputValue()).toBe('ada@');
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    await page.getByRole('button', { name: /^Continue with/ }).click();
    expect(await page.evaluate('document.activeElement.type')).toBe('email');
    await field.fill('ada@example.com');
    await payAsOffered(page);
    await heading(page, 'Payment complete').waitFor();
  });

  it('that the server refuses stays visible with its message, also when Continue is clicked at once', async () => {
    const paymentId = await shop.createPayment();
    const page = await shop.open(paymentId);
    const field = page.getByLabel('E-mail');
    // The browser accepts it, the server does not.
    await field.fill('ada@example');
    await page.getByRole('button', { name: /^Continue with/ }).click();
    await page.getByRole('alert').getByText('Enter an e-mail address such as name@example.com.').waitFor();
    expect(await field.inputValue()).toBe('ada@example');
    await page.locator('input[type=email]:focus').waitFor();
    await heading(page, 'Choose how to pay').waitFor();
    await field.fill('ada@example.com');
    await payAsOffered(page);
    await heading(page, 'Payment complete').waitFor();
    expect((await paymentOf(paymentId)).customer_email).toBe('ada@example.com');
  });
});
