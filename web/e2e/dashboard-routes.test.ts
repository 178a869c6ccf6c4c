import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { setWallet } from '../../server/src/settlement/wallets.ts';
import { confirmations, type LiveService } from '../../server/test/live-mode/live-service.ts';
import { until } from '../../server/test/support/process.ts';
import { inspect } from './checks.ts';
import { exportCsv, untilStatus } from './dashboard-steps.ts';
import { type LiveShop, startRoutingShop } from './live-shop.ts';

const wallet = '0x52908400098527886E0F7030069857D2E4169EE7';

type Chain = 'base' | 'ethereum';
let shop: LiveShop<LiveService<Chain>>;
beforeAll(async () => {
  shop = await startRoutingShop('base', 'ethereum');
  const { ctx, merchantId } = shop.live;
  const own = { merchant_id: merchantId, environment: 'live' } as const;
  await ctx.db.begin((tx) => setWallet(ctx, tx, own, 'evm', wallet, 'ada@example.com'));
});
afterEach(() => shop.closeTabs());
afterAll(() => shop?.stop());

async function pay(chain: Chain, token: 'ETH' | 'USDT' | 'USDC', units: bigint): Promise<void> {
  const { live } = shop;
  const { payment_id, address } = await live.open(chain, token, { amount: '300.00' });
  await live.chains.pay({ chain, token, to: address, units, from: live.chains.wallets[1] });
  await live.chains.mine(chain, confirmations);
  await live.untilStatus(payment_id, 'completed');
}

it('a merchant chooses one asset, is paid in three others, and sees one payout with its routes', async () => {
  const { live } = shop;
  await pay('base', 'ETH', 10n ** 17n);
  await pay('ethereum', 'USDC', 300_000_000n);
  await pay('ethereum', 'USDT', 300_000_000n);
  const page = await shop.enter('/settings/payouts');
  await page.getByLabel('Payouts in').selectOption({ label: 'USDC on Base' });
  const quotes = page.getByRole('region', { name: 'What $100 of each payment option would arrive as' });
  await quotes
    .getByText(/^Uniswap on Ethereum: 100\.000000 USDT to about 99\.9\d+ USDC; Circle CCTP: /)
    .waitFor();
  await quotes.getByText('Paid as received.').waitFor();
  await inspect(page, 'settlement-quote');
  await page.getByRole('button', { name: 'Save asset' }).click();
  await page.getByText('Balances are exchanged into the asset below').waitFor();

  await page.getByRole('navigation').getByRole('link', { name: 'Balances' }).click();
  await page.getByRole('button', { name: 'Pay out everything' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/^All balances are exchanged into USDC on Base/).waitFor();
  await dialog.getByRole('button', { name: 'Pay out everything' }).click();
  await page
    .getByText(/^Being exchanged into USDC on Base\./)
    .first()
    .waitFor();

  const payouts = async () => (await live.call('GET', '/payouts', { key: live.liveKey })).json.data;
  await until(
    async () => {
      for (const chain of ['base', 'ethereum'] as const) await live.chains.mine(chain);
      return (await payouts())[0]?.status === 'completed';
    },
    180_000,
    async () => JSON.stringify(await payouts()),
  );
  const [{ token_amount }] = await payouts();
  await page.getByRole('navigation').getByRole('link', { name: 'Payouts' }).click();
  await page.getByRole('link', { name: / USDC on Base$/ }).click();
  await untilStatus(page, 'Completed');
  const routes = page.getByRole('region', { name: 'Exchanged for this payout' });
  for (const paid of ['0.10 ETH', '300.00 USDC', '300.00 USDT'])
    await routes.getByText(paid.replace(' ', '\u00a0')).first().waitFor();
  const links = routes.getByRole('link');
  const addresses = await Promise.all((await links.all()).map((link) => link.getAttribute('href')));
  expect(addresses.map((address) => new URL(address ?? '').host).sort()).toEqual([
    'basescan.org',
    'etherscan.io',
    'etherscan.io',
    'etherscan.io',
  ]);
  await routes.getByText('Bridged by Circle CCTP from Ethereum to Base').first().waitFor();
  const costs = page.getByRole('region', { name: 'What the exchanges cost' });
  await costs.getByText('Pool fees').waitFor();
  await costs.getByText('Network fees, paid by the operator').waitFor();
  await inspect(page, 'routed-payout');

  await page.getByRole('navigation').getByRole('link', { name: 'Balances' }).click();
  const lines = (await exportCsv(page)).filter(({ type }) => type === 'route');
  const arrived = lines.reduce((sum, { token_in = '' }) => sum + BigInt(token_in.replace('.', '') || 0), 0n);
  expect(arrived).toBe(BigInt(token_amount.replace('.', '')));
  expect(lines.map(({ pool_fee }) => pool_fee).filter(Boolean)).toHaveLength(2);
}, 300_000);
