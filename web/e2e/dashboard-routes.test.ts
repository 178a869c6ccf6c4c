import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { setWallet } from '../../server/src/treasury/payouts/settings/wallets.ts';
import { password } from '../../server/test/dashboard/support.ts';
import { confirmations, type LiveService } from '../../server/test/live/live-service.ts';
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

/** Sends a payment. Returns its id. */
async function pay(chain: Chain, token: 'ETH' | 'USDT' | 'USDC', units: bigint): Promise<string> {
  const { live } = shop;
  const { payment_id, address } = await live.open(chain, token, { amount: '300.00' });
  await live.chains.pay({ chain, token, to: address, units, from: live.chains.wallets[1] });
  return payment_id;
}

/** Is paid in three ways, none of which is the asset that the merchant chooses. */
async function payAll(): Promise<void> {
  const payments = [
    await pay('base', 'ETH', 10n ** 17n),
    await pay('ethereum', 'USDC', 300_000_000n),
    await pay('ethereum', 'USDT', 300_000_000n),
  ];
  await mine();
  for (const id of payments) await shop.live.untilStatus(id, 'completed');
}

/** Until what is in blocks now is final. */
async function mine(): Promise<void> {
  for (const chain of ['base', 'ethereum'] as const) await shop.live.chains.mine(chain, confirmations + 1);
}

it('a merchant chooses one asset, is paid in three others, and sees one payout with its routes', async () => {
  const { live } = shop;
  const [page] = await Promise.all([shop.enter('/settings/payouts'), payAll()]);
  const read = async (path: string) => (await live.call('GET', path, { key: live.liveKey })).json.data;
  const goTo = (name: string) => page.getByRole('navigation').getByRole('link', { name }).click();
  await page.getByLabel('Payouts in').selectOption({ label: 'USDC on Base' });
  const quotes = page.getByRole('region', { name: 'What $100 of each payment option would arrive as' });
  await quotes
    .getByText(/^Uniswap on Ethereum: 100\.00 USDT to about 99\.9\d+ USDC; Circle CCTP: /)
    .waitFor();
  await quotes.getByText('Paid as received.').waitFor();
  await inspect(page, 'settlement-quote');
  const saving = page.locator('form').filter({ has: page.getByRole('button', { name: 'Save asset' }) });
  await saving.getByRole('textbox', { name: 'Your password' }).fill(password);
  await saving.getByRole('button', { name: 'Save asset' }).click();
  await page.getByText('Balances are exchanged into the asset below').waitFor();

  await goTo('Balances');
  await page.getByRole('button', { name: 'Pay out everything' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/is exchanged into it first\. The costs of that/).waitFor();
  expect(await dialog.getByText('There is no other fee').count()).toBe(0);
  // Wherever it came, it goes to the wallet of the asset's chain.
  await expect.poll(() => dialog.getByRole('button', { name: 'Copy wallet address' }).count()).toBe(3);
  await inspect(page, 'pay-out-everything');
  await dialog.getByRole('textbox', { name: 'Your password' }).fill(password);
  await dialog.getByRole('button', { name: /^Pay out \$/ }).click();
  const isOnItsWay = ({ in_transit }: { in_transit: string }) => Number(in_transit) > 0;
  await until(async () => (await read('/balances')).filter(isOnItsWay).length === 3);
  // A page that opens is read again, sooner than one that is open.
  await goTo('Payouts');
  await goTo('Balances');
  await page
    .getByText(/^Being exchanged into USDC on Base\./)
    .first()
    .waitFor();

  await until(
    async () => {
      await mine();
      return (await read('/payouts'))[0]?.status === 'completed';
    },
    180_000,
    async () => JSON.stringify(await read('/payouts')),
  );
  const [{ token_amount }] = await read('/payouts');
  await goTo('Payouts');
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

  await goTo('Balances');
  const lines = (await exportCsv(page)).filter(({ type }) => type === 'route');
  const arrived = lines.reduce((sum, { token_in = '' }) => sum + BigInt(token_in.replace('.', '') || 0), 0n);
  expect(arrived).toBe(BigInt(token_amount.replace('.', '')));
  expect(lines.map(({ pool_fee }) => pool_fee).filter(Boolean)).toHaveLength(2);
}, 300_000);
