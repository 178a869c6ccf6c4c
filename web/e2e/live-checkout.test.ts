import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { confirmations, type LiveService } from '../../server/test/live/live-service.ts';
import { stateOf } from '../../server/test/pages/checkout/support.ts';
import { customerLooks, inspect } from './checks.ts';
import { createEvmTestWallet, type EvmTestWallet } from './evm-test-wallet.ts';
import { chooseLive, type LiveShop, startLiveShop } from './live-shop.ts';
import { heading } from './steps.ts';

let shop: LiveShop<LiveService<'base'>>;
let wallet: EvmTestWallet;

beforeAll(async () => {
  shop = await startLiveShop('base');
  const [key] = shop.live.chains.wallets;
  if (!key) throw new Error('The local chain has no wallets.');
  wallet = createEvmTestWallet(shop.live.chains, 'base', key);
});
beforeEach(() => wallet.reset());
afterEach(() => shop.closeTabs());
afterAll(() => shop?.stop());

const mine = (blocks = 1) => shop.live.chains.mine('base', blocks);

describe('a customer with a browser wallet', () => {
  it('pays in two clicks, on a network the wallet did not know', async () => {
    const paymentId = await shop.createPayment();
    const page = await shop.open(paymentId, { wallet });
    const scripts: string[] = [];
    page.on('request', (request) => scripts.push(request.url()));
    await heading(page, 'Choose how to pay').waitFor();
    expect(wallet.calls, 'nobody asked for a wallet yet').toEqual([]);
    await chooseLive(page, 'Base', 'USDC');
    await page.getByRole('button', { name: 'Pay with Test Wallet' }).click();
    await page.getByRole('region', { name: 'Payment sent' }).waitFor();
    expect(scripts.filter((url) => url.includes('wallet-panel'))).not.toEqual([]);
    expect(wallet.calls).toContain('wallet_addEthereumChain');
    await mine();
    await heading(page, 'Confirming your payment').waitFor();
    await mine(confirmations);
    await heading(page, 'Payment complete').waitFor();
    const [payer] = shop.live.chains.wallets;
    expect(await shop.live.get(paymentId)).toMatchObject({
      status: 'completed',
      token_amount: '10.000000',
      payer_address: payer?.address,
    });
  });

  it('pays native money, and another tab sees that it was sent', async () => {
    const paymentId = await shop.createPayment();
    const page = await shop.open(paymentId, { wallet });
    await chooseLive(page, 'Base', 'ETH');
    await page.getByRole('button', { name: 'Pay with Test Wallet' }).click();
    const other = await shop.open(paymentId);
    const sent = other.getByRole('region', { name: 'Payment sent' });
    const link = sent.getByRole('link');
    expect(await link.getAttribute('href')).toMatch(/^https:\/\/basescan\.org\/tx\/0x/);
    await mine(confirmations + 1);
    await heading(page, 'Payment complete').waitFor();
  });

  it('is asked for nothing more when the quote runs out after the payment was sent', async () => {
    const paymentId = await shop.createPayment();
    const page = await shop.open(paymentId, { wallet });
    await chooseLive(page, 'Base', 'ETH');
    await page.getByRole('button', { name: 'Pay with Test Wallet' }).click();
    await heading(page, 'Payment sent').waitFor();
    const sent = async () => (await stateOf(shop.live, paymentId)).chosen.sent;
    await expect.poll(sent, { timeout: 60_000 }).not.toBeNull();
    await shop.live.ctx.db`
      update deposits set quoted_at = now() - interval '16 minutes', quote_expires_at = now() - interval '1 minute'
      where payment_id = ${paymentId}`;
    const choices: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/choice')) choices.push(request.url());
    });
    await page.reload();
    await heading(page, 'Payment sent').waitFor();
    await page.getByText(/^Waiting for the network/).waitFor();
    expect(await page.getByRole('button', { name: 'Change' }).count()).toBe(0);
    expect(choices).toEqual([]);
  });

  it('sees that the network rejected the transaction, and can try again', async () => {
    const paymentId = await shop.createPayment();
    const page = await shop.open(paymentId, { wallet });
    await chooseLive(page, 'Base', 'USDC');
    const { chosen } = await stateOf(shop.live, paymentId);
    const hash = await shop.live.chains.payInVain({ chain: 'base', token: 'USDC', to: chosen.address });
    wallet.answer('eth_sendTransaction', hash);
    await page.getByRole('button', { name: 'Pay with Test Wallet' }).click();
    await page.getByRole('region', { name: 'Payment sent' }).waitFor();
    await mine(confirmations);
    await heading(page, 'Payment failed').waitFor();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
  });

  it('is told what to do about every refusal, and can pay after it', async () => {
    const page = await shop.open(await shop.createPayment(), { wallet });
    await chooseLive(page, 'Base', 'USDC');
    const button = page.getByRole('button', { name: 'Pay with Test Wallet' });
    await button.waitFor();
    await inspect(page, 'wallet', customerLooks);
    const zero = `0x${'0'.repeat(64)}`;
    const rejected = { code: 4001, message: 'User rejected the request.' };
    const cases: [() => void, RegExp][] = [
      [() => wallet.refuse('eth_requestAccounts', rejected), /^You declined the request/],
      [() => wallet.answer('eth_requestAccounts', []), /^Your wallet is locked/],
      [
        () => wallet.refuse('eth_requestAccounts', { code: 4100, message: 'Unauthorized' }),
        /^Your wallet is locked/,
      ],
      [
        () => wallet.refuse('eth_requestAccounts', { code: -32002, message: 'Pending' }),
        /^A request is already waiting/,
      ],
      [
        () => wallet.refuse('wallet_switchEthereumChain', rejected),
        /^Your wallet is on another network\. Switch it to Base/,
      ],
      [() => wallet.refuse('wallet_addEthereumChain', rejected), /Switch it to Base/],
      [
        () => wallet.refuse('wallet_addEthereumChain', { code: -32601, message: 'No such method' }),
        /does not know Base/,
      ],
      [() => wallet.answer('eth_call', zero), /^Your wallet does not have 10\.00\sUSDC on Base/],
      [() => wallet.answer('eth_getBalance', '0x0'), /^Your wallet needs some ETH on Base/],
      [
        () => wallet.refuse('eth_sendTransaction', { code: -32000, message: 'insufficient funds for gas' }),
        /needs some ETH/,
      ],
      [() => wallet.refuse('eth_sendTransaction', rejected), /^You declined the request/],
      [
        () => wallet.refuse('eth_sendTransaction', { code: -32603, message: 'Internal error' }),
        /^Your wallet could not send/,
      ],
    ];
    for (const [prepare, text] of cases) {
      wallet.reset();
      prepare();
      await button.click();
      await page.getByRole('alert').getByText(text).waitFor();
    }
    await inspect(page, 'wallet-refused', customerLooks);
    wallet.reset();
    await button.click();
    await page.getByRole('region', { name: 'Payment sent' }).waitFor();
    await inspect(page, 'wallet-sent', customerLooks);
    expect(wallet.calls.filter((method) => method === 'eth_sendTransaction')).toHaveLength(1);
    await page.getByRole('button', { name: /^Not sent after all/ }).click();
    await button.waitFor();
  });

  it('of the older kind finds it too', async () => {
    const page = await shop.open(await shop.createPayment(), {
      initScript: 'window.ethereum = { request: async () => [] };',
    });
    await chooseLive(page, 'Base', 'USDC');
    await page.getByRole('button', { name: 'Pay with your browser wallet' }).click();
    await page
      .getByRole('alert')
      .getByText(/^Your wallet is locked/)
      .waitFor();
  });
});

describe('a customer without one', () => {
  it('opens the page in a wallet app on a phone', async () => {
    const paymentId = await shop.createPayment();
    const page = await shop.open(paymentId, {
      hasTouch: true,
      isMobile: true,
      viewport: { width: 375, height: 812 },
    });
    await chooseLive(page, 'Base', 'USDC');
    const url = `${shop.live.url}/checkout/${paymentId}`;
    const href = (name: string) => page.getByRole('link', { name, exact: true }).getAttribute('href');
    expect(await href('MetaMask')).toBe(`https://metamask.app.link/dapp/${url.replace('http://', '')}`);
    expect(await href('Coinbase Wallet')).toBe(`https://go.cb-w.com/dapp?cb_url=${encodeURIComponent(url)}`);
    expect(await href('Trust Wallet')).toContain(`coin_id=60&url=${encodeURIComponent(url)}`);
    expect(await href('Phantom')).toContain(`/ul/browse/${encodeURIComponent(url)}?ref=`);
    await inspect(page, 'wallet-apps', customerLooks);
    expect(await page.getByRole('link', { name: 'MetaMask', exact: true }).count()).toBe(1);
  });

  it('gets the plain address as a code, and the request only when asked for', async () => {
    const page = await shop.open(await shop.createPayment());
    await chooseLive(page, 'Base', 'USDC');
    const code = page.getByRole('img', { name: 'Payment QR code' }).locator('path');
    const plain = await code.getAttribute('d');
    expect(await page.getByRole('region', { name: 'Pay with a wallet' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Code with the amount' }).click();
    await page.getByText(/^This code includes the amount/).waitFor();
    await expect.poll(() => code.getAttribute('d'), { timeout: 60_000 }).not.toBe(plain);
    expect(await page.getByRole('link', { name: 'Open in wallet app' }).getAttribute('href')).toMatch(
      /^ethereum:0x/,
    );
    await page.getByRole('button', { name: 'Code with the address only' }).click();
    await expect.poll(() => code.getAttribute('d'), { timeout: 60_000 }).toBe(plain);
  });
});

describe('money that is not what was asked for', () => {
  const usdc = (dollars: number) => BigInt(dollars * 1e6);
  const send = (to: `0x${string}`, units: bigint, token: 'USDC' | 'ETH' = 'USDC') =>
    shop.live.chains.pay({ chain: 'base', token, to, units });

  async function opened(token = 'USDC') {
    const paymentId = await shop.createPayment();
    const page = await shop.open(paymentId);
    await chooseLive(page, 'Base', token);
    const { chosen } = await stateOf(shop.live, paymentId);
    return { paymentId, page, address: chosen.address as `0x${string}` };
  }

  it('less: says what is missing, and asks for the rest', async () => {
    const { page, address } = await opened();
    await send(address, usdc(9.5));
    const part = page.getByRole('region', { name: 'Received so far' });
    await part.getByText(/^9\.50 of 10\.00\sUSDC received, 0\.50 to go$/).waitFor();
    await part.getByText(/^Send the rest to the same address\. \d+:\d\d left\.$/).waitFor();
    await page.getByText(/^0\.50\sUSDC$/).waitFor();
    const link = page.getByRole('link', { name: 'Open in wallet app' });
    expect(await link.getAttribute('href')).toMatch(/uint256=500000$/);
    await send(address, usdc(0.5));
    await mine(confirmations);
    await heading(page, 'Payment complete').waitFor();
  });

  it('more: says how much, and whom to ask, and does not send the customer away', async () => {
    const { page, address } = await opened();
    await send(address, usdc(12));
    await mine(confirmations);
    await heading(page, 'Payment complete').waitFor();
    const note = page.getByRole('region', { name: 'Money that does not count for this payment' });
    await note.getByText(/^You sent 2\.00\sUSDC more than was asked for\.$/).waitFor();
    await note.getByText('It is not lost. Contact Shop, who can send it back to you.').waitFor();
    await note.getByRole('link').waitFor();
  });

  it('another token: says that it does not count', async () => {
    const { page, address } = await opened();
    await send(address, 10n ** 15n, 'ETH');
    const note = page.getByRole('region', { name: 'Money that does not count for this payment' });
    await note.getByText(/^0\.001\sETH arrived on Base\. This payment waits for USDC/).waitFor();
    await heading(page, 'Send your payment').waitFor();
  });

  it('too late: the open page of the expired payment says so', async () => {
    const { paymentId, page, address } = await opened();
    await shop.live.ctx.db`
      update payments set expires_at = now() - interval '1 minute', look_at = now() where payment_id = ${paymentId}`;
    await mine();
    await heading(page, 'This payment has expired').waitFor();
    expect(await page.getByText(/Nothing was charged/).count(), 'money may be on its way').toBe(0);
    await send(address, usdc(10));
    await mine();
    await page.getByText(/^10\.00\sUSDC arrived after the deadline\.$/).waitFor();
    expect(await page.getByText(/Nothing was charged/).count()).toBe(0);
  });

  it('a quote that ran out is renewed before anybody pays it', async () => {
    const { paymentId, page, address } = await opened('ETH');
    await page.getByText(address).waitFor();
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/choice', (route) => answered.then(() => route.continue()));
    await shop.live.ctx.db`
      update deposits set token_units = token_units / 2, tolerance_units = 0, quoted_at = now() - interval '16 minutes',
        quote_expires_at = now() - interval '1 minute' where payment_id = ${paymentId}`;
    await page.reload();
    await page.getByText('Updating the price…').waitFor();
    expect(await page.getByText(address).count(), 'nobody may pay the old price').toBe(0);
    answer();
    await page.getByText(/^The price was updated\. You now pay 0\.003334\sETH\.$/).waitFor();
    await page.getByText(address).waitFor();
    // With the date, when that is tomorrow.
    await page.getByText(/^Price locked until (\w+ \d+, \d{4}, )?\d/).waitFor();
  });

  it('a price that cannot be had says so, and can be asked for again', async () => {
    const { paymentId, page, address } = await opened('ETH');
    await page.route('**/choice', (route) =>
      route.fulfill({ status: 503, json: { success: false, error: { code: 'SERVICE_UNAVAILABLE' } } }),
    );
    await shop.live.ctx.db`
      update deposits set quoted_at = now() - interval '16 minutes', quote_expires_at = now() - interval '1 minute'
      where payment_id = ${paymentId}`;
    await page.reload();
    const again = page.getByRole('button', { name: 'Get the current price' });
    await again.waitFor();
    await page.unroute('**/choice');
    await again.click();
    await page.getByText(address).waitFor();
  });
});
