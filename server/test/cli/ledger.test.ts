import { afterAll, beforeAll, expect, it } from 'vitest';
import { toleranceOf } from '../../src/merchants/merchants.ts';
import { createPaid } from '../payments/refunds/support.ts';
import { causewayHere } from '../support/process-here.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { account, moving, postNow } from '../treasury/ledger/support.ts';

let service: TestService;
let env: Record<string, string>;
beforeAll(async () => {
  service = await startTestService();
  env = { DATABASE_URL: service.databaseUrl, MASTER_KEY: Buffer.alloc(32, 7).toString('base64') };
});
afterAll(() => service.stop());

const paid = (amount: string) =>
  createPaid(service, { amount, currency: 'USD', accepted_chains: ['base'], accepted_tokens: ['USDC'] });

it('merchants update --fee-bps takes its part of the next payment, which ledger check shows', async () => {
  await paid('10.00');
  const set = await causewayHere(
    ['merchants', 'update', service.merchantId, '--fee-bps', '50', '--json'],
    env,
  );
  expect(JSON.parse(set.stdout)).toMatchObject({ merchant_id: service.merchantId, fee_bps: 50 });
  await paid('10.00');
  const { code, stdout } = await causewayHere(['ledger', 'check', '--json'], env);
  expect(code).toBe(0);
  const base = { environment: 'test', chain: 'base', token: 'USDC', accounts: 1, on_chain: null };
  expect(JSON.parse(stdout)).toEqual([
    { ...base, account: 'deposit_address', units: '20000000' },
    { ...base, account: 'fee_income', units: '-50000' },
    { ...base, account: 'merchant_balance', units: '-19950000' },
    { ...base, account: 'unapplied', units: '0' },
  ]);
});

it('merchants update --tolerance-bps sets what a quote may be missed by', async () => {
  const set = await causewayHere(
    ['merchants', 'update', service.merchantId, '--tolerance-bps', '200', '--json'],
    env,
  );
  expect(JSON.parse(set.stdout)).toMatchObject({ merchant_id: service.merchantId, tolerance_bps: 200 });
  expect(await toleranceOf(service.ctx.db, service.merchantId)).toBe(200n);
});

it('ledger check names what is wrong and ends with 1', async () => {
  const { db } = service.ctx;
  const { payment_id } = await paid('10.00');
  // Past the service: a balance that its entries do not explain, money that was never there, a payment without posting.
  await db`insert into ledger_changes (account_id, units) select account_id, 7 from ledger_accounts where kind = 'fee_income'`;
  const [held, outside] = [account('vault', ''), account('outside', '')];
  await postNow(service.ctx, [moving('completion', 'planted', 30_000_003n, held, outside)]);
  // A chain took back what a merchant had paid out.
  const live = { environment: 'live' } as const;
  const [gone, owed] = [account('outside', '', live), account('merchant_balance', service.merchantId, live)];
  await postNow(service.ctx, [moving('reversal', 'arr_1', 5n, gone, owed)]);
  await db`
    insert into payments select (jsonb_populate_record(p, '{"payment_id": "pay_unbooked"}')).*
    from payments p where payment_id = ${payment_id}`;
  const { code, stderr } = await causewayHere(['ledger', 'check'], env);
  expect(code).toBe(1);
  expect(stderr.trim().split('\n')).toEqual([
    'The ledger is not right:',
    'test base USDC: 29900010 units more are owed than are held',
    'account fee_income of the installation test base USDC: the balance is kept as -99993, and its entries add up to -100000',
    `account merchant_balance of ${service.merchantId} live base USDC: less than nothing, 5`,
    'accounts deposit_address and vault test base USDC: less than nothing, -3',
    'payment pay_unbooked is completed and not booked',
  ]);
});
