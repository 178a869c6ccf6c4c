import type { KeyPairSigner } from '@solana/kit';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { localSigner } from '../../devnet/solana/wallets.ts';
import { finalityBlocks, type SolanaService } from '../../server/test/live/solana-service.ts';
import { chooseLive, type LiveShop, startSolanaShop } from './live-shop.ts';
import { createSolanaTestWallet, type SolanaTestWallet } from './solana-test-wallet.ts';
import { heading } from './steps.ts';

let shop: LiveShop<SolanaService>;
let wallet: SolanaTestWallet;
let key: KeyPairSigner;

beforeAll(async () => {
  shop = await startSolanaShop();
  key = shop.live.chain.wallets[1] as KeyPairSigner;
  wallet = createSolanaTestWallet(shop.live.chain, key);
});
afterEach(() => shop.closeTabs());
afterAll(() => shop?.stop());

it.each(['USDC', 'SOL'])('a customer pays %s from a connected wallet', async (token) => {
  const paymentId = await shop.createPayment();
  const page = await shop.open(paymentId, { wallet });
  await chooseLive(page, 'Solana', token);
  await page.getByRole('button', { name: 'Pay with Test Wallet' }).click();
  await page.getByRole('region', { name: 'Payment sent' }).waitFor();
  shop.live.chain.mine(2);
  await heading(page, 'Confirming your payment').waitFor();
  shop.live.chain.mine(finalityBlocks);
  await heading(page, 'Payment complete').waitFor();
  expect(await shop.live.get(paymentId)).toMatchObject({ status: 'completed', payer_address: key.address });
});

it('a customer is asked for nothing more when the quote runs out after the payment was sent', async () => {
  const paymentId = await shop.createPayment();
  const page = await shop.open(paymentId, { wallet });
  await chooseLive(page, 'Solana', 'SOL');
  const choices: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/choice')) choices.push(request.url());
  });
  await page.getByRole('button', { name: 'Pay with Test Wallet' }).click();
  await heading(page, 'Payment sent').waitFor();
  await shop.live.ctx.db`
    update deposits set quoted_at = now() - interval '16 minutes', quote_expires_at = now() - interval '1 minute'
    where payment_id = ${paymentId}`;
  const told = page.waitForResponse((response) => response.url().endsWith('/state'));
  // The page reads the payment again when the network is back.
  await page.evaluate("window.dispatchEvent(new Event('online'))");
  expect(Date.parse((await (await told).json()).data.chosen.quote_expires_at)).toBeLessThan(Date.now());
  // With each tick of the countdown the page looks at the quote.
  const left = () => page.getByRole('timer').innerText();
  const before = await left();
  await expect.poll(left, { timeout: 30_000 }).not.toBe(before);
  await heading(page, 'Payment sent').waitFor();
  await page.getByText(/^Waiting for the network/).waitFor();
  expect(choices).toEqual([]);
  shop.live.chain.mine(finalityBlocks + 2);
  await heading(page, 'Payment complete').waitFor();
});

it('a customer pays by copied address', async () => {
  const paymentId = await shop.createPayment();
  const page = await shop.open(paymentId);
  await chooseLive(page, 'Solana', 'USDC');
  const address = await page.locator('.deposit-rows .mono').innerText();
  await shop.live.chain.pay({ token: 'USDC', to: address.replaceAll(/\s/g, ''), units: 10_000_000n });
  shop.live.chain.mine();
  await heading(page, 'Confirming your payment').waitFor();
  shop.live.chain.mine(finalityBlocks);
  await heading(page, 'Payment complete').waitFor();
});

it('a customer is told what to do about every refusal', async () => {
  const page = await shop.open(await shop.createPayment(), { wallet });
  await chooseLive(page, 'Solana', 'USDC');
  const button = page.getByRole('button', { name: 'Pay with Test Wallet' });
  const says = (text: RegExp) => page.getByRole('alert').getByText(text).waitFor();
  wallet.refuse('connect', { code: 4001, message: 'User rejected the request.' });
  await button.click();
  await says(/^You declined the request/);
  wallet.refuse('connect', null);
  wallet.refuse('signAndSend', { message: 'User rejected the request.' });
  await button.click();
  await says(/^You declined the request/);
  wallet.refuse('signAndSend', { message: 'Something else' });
  await button.click();
  await says(/^Your wallet could not send the payment/);
  wallet.refuse('signAndSend', null);
  wallet.use(await localSigner('somebody poor'));
  await button.click();
  await says(/^Your wallet does not have 10\.00\sUSDC on Solana/);
  wallet.use(key);
});
