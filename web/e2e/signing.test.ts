import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Wallet } from '../../devnet/evm/wallets.ts';
import { confirmations, type LiveService } from '../../server/test/live/live-service.ts';
import { until } from '../../server/test/support/process.ts';
import { customerLooks, inspect } from './checks.ts';
import { createEvmTestWallet, type EvmTestWallet } from './evm-test-wallet.ts';
import { chooseLive, type LiveShop, startLiveShop } from './live-shop.ts';
import { heading } from './steps.ts';

let shop: LiveShop<LiveService<'base'>>;
let wallet: EvmTestWallet;
let key: Wallet;
/** The payer has USDC and no ether. */
beforeAll(async () => {
  shop = await startLiveShop('base');
  const privateKey = generatePrivateKey();
  const account = privateKeyToAccount(privateKey);
  key = { address: account.address, privateKey, account };
  await shop.live.chains.pay({ chain: 'base', token: 'USDC', to: key.address, units: 1_000_000_000n });
  wallet = createEvmTestWallet(shop.live.chains, 'base', key);
  await until(() => shop.live.ctx.liveChains.settling('base') !== null, 60_000);
});
beforeEach(() => {
  wallet.reset();
  wallet.allowSigning();
});
afterEach(() => shop.closeTabs());
afterAll(() => shop?.stop());

const mine = (blocks = 1) => shop.live.chains.mine('base', blocks);
const phone = { viewport: { width: 360, height: 740 } };

/** Set to a folder to look at what people see. */
const pictures = process.env['SIGNING_PICTURES'];
async function picture(page: { screenshot(options: object): Promise<unknown> }, name: string): Promise<void> {
  if (!pictures) return;
  mkdirSync(pictures, { recursive: true });
  await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true });
}

const sentBy = async (paymentId: string) => {
  const [row] = await shop.live.ctx.db<{ batch_id: string | null }[]>`
    select batch_id from transfers where source = ${paymentId} and kind = 'authorization'`;
  return row?.batch_id ?? null;
};

describe('a customer with USDC and without ether', () => {
  it.each([
    ['a computer', undefined],
    ['a phone', phone],
  ] as const)('signs once on %s, and the payment completes', async (name, options) => {
    const paymentId = await shop.createPayment();
    const page = await shop.open(paymentId, { wallet, ...options });
    await chooseLive(page, 'Base', 'USDC');
    await page.getByText('No gas needed.').waitFor();
    await inspect(page, 'signing', customerLooks);
    await picture(page, `${name}-offer`);
    await page.getByRole('button', { name: 'Pay with Test Wallet' }).click();
    await page.getByRole('region', { name: 'Payment signed' }).waitFor();
    await inspect(page, 'signed', customerLooks);
    await picture(page, `${name}-signed`);
    expect(wallet.calls).toContain('eth_signTypedData_v4');
    expect(wallet.calls).not.toContain('eth_sendTransaction');
    await until(async () => (await sentBy(paymentId)) !== null, 60_000);
    const mining = setInterval(() => void mine(), 300);
    await heading(page, 'Payment complete').waitFor();
    clearInterval(mining);
    expect(await shop.live.get(paymentId)).toMatchObject({
      payer_address: key.address,
      token_amount: '10.000000',
    });
  });

  it('reads in the wallet what is paid, and to whom', async () => {
    const page = await shop.open(await shop.createPayment(), { wallet });
    let shown: unknown;
    const { request } = wallet;
    wallet.request = async (call) => {
      if (call.method === 'eth_signTypedData_v4') shown = JSON.parse(String(call.params?.[1]));
      return request(call);
    };
    await page.close();
    const paymentId = await shop.createPayment();
    const again = await shop.open(paymentId, { wallet });
    await chooseLive(again, 'Base', 'USDC');
    await again.getByRole('button', { name: 'Pay with Test Wallet' }).click();
    await again.getByRole('region', { name: 'Payment signed' }).waitFor();
    wallet.request = request;
    expect(shown).toMatchObject({
      primaryType: 'TransferWithAuthorization',
      domain: { name: 'USD Coin', version: '2', chainId: 8453 },
      message: { from: key.address, value: '10000000', validAfter: '0' },
    });
    await mine(confirmations + 1);
  });

  it('is told on a phone what to do about every problem, and can pay after it', async () => {
    const paymentId = await shop.createPayment();
    const page = await shop.open(paymentId, { wallet, ...phone });
    await chooseLive(page, 'Base', 'USDC');
    const button = page.getByRole('button', { name: 'Pay with Test Wallet' });
    const zero = `0x${'0'.repeat(64)}`;
    const rejected = { code: 4001, message: 'User rejected the request.' };
    const cases: [string, () => void, RegExp][] = [
      ['rejected', () => wallet.refuse('eth_signTypedData_v4', rejected), /^You declined the request/],
      ['no money', () => wallet.answer('eth_call', zero), /^Your wallet does not have 10\.00\sUSDC on Base/],
      ['wrong network', () => wallet.refuse('wallet_addEthereumChain', rejected), /Switch it to Base/],
      // Another key than the account that it named: the wallet is on another network, or signs something else.
      [
        'signed elsewhere',
        () => wallet.answer('eth_signTypedData_v4', `0x${'11'.repeat(64)}1b`),
        /Switch it to Base/,
      ],
      // A wallet that cannot sign, and has nothing to send a transaction with.
      [
        'no ether',
        () => wallet.refuse('eth_signTypedData_v4', { code: 4200, message: 'Not supported' }),
        /^Your wallet needs some ETH on Base/,
      ],
    ];
    for (const [name, prepare, text] of cases) {
      wallet.reset();
      wallet.allowSigning();
      prepare();
      await button.click();
      await page.getByRole('alert').filter({ hasText: text }).waitFor();
      await picture(page, name);
      const isPromised = await page.getByText('No gas needed.').isVisible();
      expect([name, isPromised]).toEqual([name, name !== 'no ether']);
    }
    await inspect(page, 'signing problem', customerLooks);
    wallet.reset();
    wallet.allowSigning();
    await button.click();
    await page.getByRole('region', { name: 'Payment signed' }).waitFor();
    const mining = setInterval(() => void mine(), 300);
    await heading(page, 'Payment complete').waitFor();
    clearInterval(mining);
  });

  it('signs with a clock that is wrong: nothing is sent, and the page says why', async () => {
    const page = await shop.open(await shop.createPayment(), { wallet, ...phone });
    await chooseLive(page, 'Base', 'USDC');
    await page.getByText('No gas needed.').waitFor();
    await page.evaluate(() => {
      const now = Date.now.bind(Date);
      Date.now = () => now() - 86_400_000;
    });
    await page.getByRole('button', { name: 'Pay with Test Wallet' }).click();
    await page
      .getByRole('alert')
      .filter({ hasText: /^The signature ran out/ })
      .waitFor();
    await picture(page, 'expired');
  });

  it('moves the money after signing: the page says that nothing was sent', async () => {
    const privateKey = generatePrivateKey();
    const account = privateKeyToAccount(privateKey);
    const mover = { address: account.address, privateKey, account };
    const { chains, ctx } = shop.live;
    await chains.pay({ chain: 'base', token: 'USDC', to: mover.address, units: 10_000_000n });
    await chains.rpc('base', 'hardhat_setBalance', [mover.address, '0xde0b6b3a7640000']);
    const own = createEvmTestWallet(chains, 'base', mover);
    own.allowSigning();
    const paymentId = await shop.createPayment();
    const page = await shop.open(paymentId, { wallet: own, ...phone });
    await chooseLive(page, 'Base', 'USDC');
    await ctx.db`
      create function hold_back() returns trigger language plpgsql as $$
      begin new.due_at = new.due_at + interval '1 hour'; return new; end $$`;
    await ctx.db`
      create trigger hold_back before insert on transfers for each row
      when (new.kind = 'authorization') execute function hold_back()`;
    await page.getByRole('button', { name: 'Pay with Test Wallet' }).click();
    await page.getByRole('region', { name: 'Payment signed' }).waitFor();
    const to = '0x00000000000000000000000000000000000000Ad';
    await chains.pay({ chain: 'base', token: 'USDC', to, units: 10_000_000n, from: mover });
    await ctx.db`drop trigger hold_back on transfers`;
    await ctx.db`update transfers set due_at = now() where source = ${paymentId} and status = 'waiting'`;
    ctx.wake.at('send-transfers', new Date());
    await page
      .getByRole('alert')
      .filter({ hasText: /does not have 10\.00\sUSDC on Base/ })
      .waitFor();
    await picture(page, 'moved');
  });
});

it('a wallet that signs no typed data sends a transaction', async () => {
  const [rich] = shop.live.chains.wallets;
  if (!rich) throw new Error('The local chain has no wallets.');
  const plain = createEvmTestWallet(shop.live.chains, 'base', rich);
  const page = await shop.open(await shop.createPayment(), { wallet: plain });
  await chooseLive(page, 'Base', 'USDC');
  await page.getByRole('button', { name: 'Pay with Test Wallet' }).click();
  await page.getByRole('region', { name: 'Payment sent' }).waitFor();
  expect(plain.calls).toContain('eth_sendTransaction');
  await mine(confirmations + 1);
  await heading(page, 'Payment complete').waitFor();
});

it('ether is paid with gas, as before', async () => {
  const page = await shop.open(await shop.createPayment(), { wallet });
  await chooseLive(page, 'Base', 'ETH');
  await page.getByRole('button', { name: 'Pay with Test Wallet' }).waitFor();
  expect(await page.getByText('No gas needed.').count()).toBe(0);
});
