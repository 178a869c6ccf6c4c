import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { setWallet } from '../../server/src/treasury/payouts/settings/wallets.ts';
import { fixedRates } from '../../server/src/treasury/prices/fixed-rates.ts';
import { password } from '../../server/test/dashboard/support.ts';
import { account, moving, postNow } from '../../server/test/treasury/ledger/support.ts';
import { customerLooks, dashboardLooks, inspect } from './checks.ts';
import { exportCsv, goTo, sentBy, untilSaid, untilStatus } from './dashboard-steps.ts';
import { type Office, startOffice } from './office.ts';

const wallet = '0x52908400098527886E0F7030069857D2E4169EE7';
let office: Office;

beforeAll(async () => {
  office = await startOffice();
  const { ctx, merchantId } = office.service;
  const own = { merchant_id: merchantId, environment: 'test' } as const;
  await ctx.db.begin((tx) => setWallet(ctx, tx, own, 'evm', wallet, 'ada@example.com'));
});
afterEach(() => office.closeTabs());
afterAll(() => office.stop());

async function paid(amount: string, chain = 'base', token = 'USDC'): Promise<void> {
  const body = { amount, accepted_chains: [chain], accepted_tokens: [token] };
  await office.simulate(await office.createPayment(body), 'complete');
}

it('a balance is paid out once on a double click, and its payout shows steps and transaction', async () => {
  const page = await office.enter('/payouts', { role: 'finance' });
  await page.getByText('No payouts yet').waitFor();
  await inspect(page, 'no-payouts');
  await paid('42.00');
  await paid('20.00', 'solana');
  await goTo(page, '/balances');
  await page.getByText('No payout wallet.').getByRole('link', { name: 'Set a wallet' }).waitFor();
  await page.getByRole('button', { name: 'Pay out USDC on Base' }).click();
  const dialog = page.getByRole('dialog');
  const amount = dialog.getByRole('textbox', { name: 'Amount' });
  const sent = sentBy(page, /\/payouts$/);
  expect(await amount.inputValue()).toBe('42.00');
  const said = (await dialog.innerText()).replaceAll(/\s+/g, ' ');
  for (const part of [
    wallet.match(/0x|.{1,4}/g)?.join(' '),
    'USDC on Base',
    '$42.00',
    'Fee None',
    '0.00 USDC',
  ])
    expect(said).toContain(part);
  await amount.fill('');
  await dialog.getByRole('button', { name: 'Pay out', exact: true }).click();
  await dialog.getByText('This field is required.').waitFor();
  expect(sent).toHaveLength(0);
  await amount.fill('1000');
  await dialog.getByRole('button', { name: 'Pay out 1000 USDC' }).click();
  await dialog.getByRole('alert').getByText('above what is available').waitFor();
  await inspect(page, 'pay-out');
  await dialog.getByRole('button', { name: 'Pay out all of it' }).click();
  sent.length = 0;
  await dialog.getByRole('button', { name: 'Pay out 42.00 USDC' }).dblclick();
  await untilSaid(page, 'Payout of 42.00\u00a0USDC started.');
  expect(sent).toHaveLength(1);

  await page.getByRole('navigation').getByRole('link', { name: 'Payouts' }).click();
  await page.getByRole('link', { name: '42.00 USDC on Base' }).click();
  await office.advance(5000);
  await untilStatus(page, 'Completed');
  const steps = page.getByRole('region', { name: 'Steps of this payout' });
  await steps.getByText('Completed').waitFor();
  const [explorer] = await Promise.all([page.waitForEvent('popup'), steps.getByRole('link').click()]);
  await explorer.getByText('Simulated transaction').first().waitFor();
  await inspect(explorer, 'simulated-transaction', customerLooks);
  await explorer.close();

  await page.getByRole('link', { name: '← Payouts' }).click();
  expect(await exportCsv(page)).toMatchObject([{ status: 'completed', token_amount: '42.000000' }]);
  await page.getByRole('navigation').getByRole('link', { name: 'Balances' }).click();
  const lines = await exportCsv(page);
  expect(lines.map(({ type, token_in, token_out }) => [type, token_in, token_out])).toEqual([
    ['payout', '', '42.000000'],
    ['completion', '20.000000', ''],
    ['completion', '42.000000', ''],
  ]);
});

it('a live payout by hand, of one balance and of all, is confirmed with the password', async () => {
  const { service } = office;
  const { ctx } = service;
  ctx.rates.live = fixedRates;
  const { merchantId } = await service.createMerchant();
  for (const chain of ['base', 'polygon', 'solana'] as const) {
    const rest = { environment: 'live', chain, token: 'USDC' } as const;
    const [owed, vault] = [account('merchant_balance', merchantId, rest), account('vault', '', rest)];
    await postNow(ctx, [moving('completion', `pay_${chain}`, 50_000_000n, owed, vault)]);
  }
  await ctx.db`
    insert into payout_wallets (wallet_id, merchant_id, environment, family, address, created_at, holds_from)
    values ('wal_e2e', ${merchantId}, 'live', 'evm', ${wallet}, ${ctx.clock.now()}, ${ctx.clock.now()})`;
  const payouts = async () =>
    (
      await ctx.db<{ chain: string }[]>`
        select chain from payouts where merchant_id = ${merchantId} order by chain`
    ).map(({ chain }) => chain);
  const page = await office.enter('/balances?env=live', { role: 'finance', merchantId });
  await page.getByRole('button', { name: 'Pay out USDC on Base' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Pay out 50.00 USDC' }).click();
  await dialog.getByText('This field is required.').waitFor();
  await inspect(page, 'pay-out-live');
  await dialog.getByRole('textbox', { name: 'Your password' }).fill('a guess');
  await dialog.getByRole('button', { name: 'Pay out 50.00 USDC' }).click();
  await dialog.getByText('password is wrong').waitFor();
  expect(await payouts()).toEqual([]);
  await dialog.getByRole('textbox', { name: 'Your password' }).fill(password);
  await dialog.getByRole('button', { name: 'Pay out 50.00 USDC' }).click();
  await untilSaid(page, 'Payout of 50.00\u00a0USDC started.');
  expect(await payouts()).toEqual(['base']);

  await page.getByRole('button', { name: 'Pay out everything' }).click();
  await dialog.getByText('Not paid out: 50.00\u00a0USDC on Solana. No payout wallet').waitFor();
  await dialog.getByRole('textbox', { name: 'Your password' }).fill(password);
  await inspect(page, 'pay-out-everything-live');
  await dialog.getByRole('button', { name: 'Pay out $50.00' }).click();
  await untilSaid(page, 'Payouts are being made.');
  await expect.poll(payouts).toEqual(['base', 'polygon']);
});

it('a viewer sees balances and cannot pay out', async () => {
  await paid('5.00');
  const page = await office.enter('/balances', { role: 'viewer' });
  await page.getByText('Can be paid out.').waitFor();
  expect(await page.getByRole('button', { name: /Pay out/ }).count()).toBe(0);
});

it('balances, payouts, a payout and the settings are accessible and fit the screen', async () => {
  await paid('6.66', 'polygon');
  await office.service.call('POST', '/payouts', {
    body: { chain: 'polygon', token: 'USDC', token_amount: '6.66' },
  });
  await office.advance(5000);
  const page = await office.enter('/balances', dashboardLooks[0]);
  await page.getByText('USDC on Base').first().waitFor();
  await inspect(page, 'balances');
  await page.getByRole('button', { name: 'Pay out everything' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Pay out \$\d/ })
    .waitFor();
  await inspect(page, 'pay-out-everything');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await goTo(page, '/payouts');
  await page.getByText('The simulated transaction failed').first().waitFor();
  await inspect(page, 'payouts');
  await page.getByRole('link', { name: '6.66 USDC on Polygon' }).first().click();
  await untilStatus(page, 'Failed');
  await inspect(page, 'payout');
  await goTo(page, '/settings/payouts');
  await page.getByRole('region', { name: 'Payout wallets' }).waitFor();
  await inspect(page, 'payout-settings');
  await page.getByRole('button', { name: 'Change EVM wallet' }).click();
  await page.getByRole('dialog').getByLabel('Address').waitFor();
  await inspect(page, 'wallet-dialog');
});

it('a refund that the balance does not cover waits, is topped up at the checkout, or cancelled', async () => {
  const body = { amount: '30.00', accepted_chains: ['arbitrum'], accepted_tokens: ['USDC'] };
  const paymentId = await office.createPayment(body);
  await office.simulate(paymentId, 'complete');
  const asset = { chain: 'arbitrum', token: 'USDC' };
  await office.service.call('POST', '/payouts', { body: asset });
  await office.advance(5000);
  for (const amount of ['10.00', '20.00'])
    await office.service.call('POST', '/refunds', { body: { payment_id: paymentId, amount } });

  const page = await office.enter(`/payments/${paymentId}`);
  const refunds = page.getByRole('region', { name: 'Refunds of this payment' });
  await refunds.getByText('10.00\u00a0USDC on Arbitrum missing').waitFor();
  await inspect(page, 'waiting-refund');
  await refunds.getByRole('button', { name: 'Cancel refund' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel refund' }).click();
  await untilSaid(page, 'Refund cancelled.');
  await refunds.getByText('You cancelled it before it was sent.').waitFor();

  await refunds.getByRole('link', { name: 'Top up' }).click();
  await page.getByRole('button', { name: 'Top up USDC on Arbitrum' }).click();
  await page.getByRole('dialog').getByText('10.00\u00a0USDC on Arbitrum').waitFor();
  await inspect(page, 'top-up');
  await page.getByRole('dialog').getByRole('button', { name: 'Open checkout' }).click();
  await page.getByText('Top-up of your USDC balance').first().waitFor();
  const topUpId = /pay_\w+/.exec(page.url())?.[0] ?? '';
  await office.simulate(topUpId, 'complete');
  // It is covered, then sent, then final.
  for (let step = 0; step < 3; step++) await office.advance(3000);
  const { json } = await office.service.call('GET', `/refunds?payment_id=${paymentId}&status=completed`);
  expect(json.data).toHaveLength(1);
});
