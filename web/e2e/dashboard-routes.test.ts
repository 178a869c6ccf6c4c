import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { setWallet } from '../../server/src/settlement/wallets.ts';
import { confirmations, type LiveService } from '../../server/test/live-mode/live-service.ts';
import { until } from '../../server/test/support/process.ts';
import { exportCsv, inspect, untilStatus } from './dashboard-steps.ts';
import { type LiveShop, startRoutingShop } from './live-shop.ts';

const wallet = '0x52908400098527886E0F7030069857D2E4169EE7';
const looks = [
  { name: 'light-1440', scheme: 'light', size: { width: 1440, height: 900 } },
  { name: 'dark-375', scheme: 'dark', size: { width: 375, height: 812 } },
] as const;

let shop: LiveShop<LiveService<'ethereum'>>;
beforeAll(async () => {
  shop = await startRoutingShop('ethereum');
  const { ctx, merchantId } = shop.live;
  const own = { merchant_id: merchantId, environment: 'live' } as const;
  await ctx.db.begin((tx) => setWallet(ctx, tx, own, 'evm', wallet, 'ada@example.com'));
});
afterEach(() => shop.closeTabs());
afterAll(() => shop?.stop());

async function pay(token: 'ETH' | 'USDT' | 'DAI', units: bigint): Promise<void> {
  const { live } = shop;
  const { payment_id, address } = await live.open('ethereum', token, { amount: '300.00' });
  await live.chains.pay({ chain: 'ethereum', token, to: address, units, from: live.chains.wallets[1] });
  await live.chains.mine('ethereum', confirmations);
  await live.untilStatus(payment_id, 'completed');
}

it('a merchant chooses one asset, is paid in three others, and sees one payout with its routes', async () => {
  const { live } = shop;
  await pay('ETH', 10n ** 17n);
  await pay('USDT', 300_000_000n);
  await pay('DAI', 300n * 10n ** 18n);
  const page = await shop.enter('/settings/payouts');
  await page.getByLabel('Payouts in').selectOption({ label: 'USDC on Ethereum' });
  const quotes = page.getByRole('region', { name: 'What $100 of each payment option would arrive as' });
  await quotes.getByText(/^Uniswap on Ethereum: 100\.000000 USDT to about 99\.9\d+ USDC\./).waitFor();
  await quotes.getByText('Paid as received.').waitFor();
  await inspect(page, 'settlement-quote');
  await page.getByRole('button', { name: 'Save asset' }).click();
  await page.getByText('Balances are exchanged into the asset below').waitFor();

  await page.getByRole('navigation').getByRole('link', { name: 'Balances' }).click();
  await page.getByRole('button', { name: 'Pay out everything' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/^All balances are exchanged into USDC on Ethereum/).waitFor();
  await dialog.getByRole('button', { name: 'Pay out everything' }).click();
  await page
    .getByText(/^Being exchanged into USDC on Ethereum\./)
    .first()
    .waitFor();

  const payouts = async () => (await live.call('GET', '/payouts', { key: live.liveKey })).json.data;
  await until(
    async () => {
      await live.chains.mine('ethereum');
      return (await payouts())[0]?.status === 'completed';
    },
    120_000,
    async () => JSON.stringify(await payouts()),
  );
  const [{ token_amount }] = await payouts();
  await page.getByRole('navigation').getByRole('link', { name: 'Payouts' }).click();
  await page.getByRole('link', { name: / USDC on Ethereum$/ }).click();
  await untilStatus(page, 'Completed');
  const routes = page.getByRole('region', { name: 'Exchanged for this payout' });
  for (const paid of ['0.10 ETH', '300.00 USDT', '300.00 DAI'])
    await routes.getByText(paid.replace(' ', '\u00a0')).first().waitFor();
  const links = routes.getByRole('link');
  expect(await links.count()).toBe(3);
  expect(await links.first().getAttribute('href')).toMatch(/^https:\/\/etherscan\.io\/tx\/0x/);
  const costs = page.getByRole('region', { name: 'What the exchanges cost' });
  await costs.getByText('Pool fees').waitFor();
  await costs.getByText('Network fees, paid by the operator').waitFor();
  for (const { name, scheme, size } of looks) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize(size);
    await inspect(page, `routed-payout-${name}`);
  }

  await page.setViewportSize(looks[0].size);
  await page.getByRole('navigation').getByRole('link', { name: 'Balances' }).click();
  const lines = (await exportCsv(page)).filter(({ type }) => type === 'route');
  const arrived = lines.reduce((sum, { token_in = '' }) => sum + BigInt(token_in.replace('.', '') || 0), 0n);
  expect(arrived).toBe(BigInt(token_amount.replace('.', '')));
  expect(lines.map(({ pool_fee }) => pool_fee).filter(Boolean)).toHaveLength(3);
});
