import type { KeyPairSigner } from '@solana/kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { localSigner } from '../../../devnet/solana/wallets.ts';
import { checkLedger } from '../../src/treasury/ledger/checks.ts';
import { setWallet } from '../../src/treasury/payouts/settings/wallets.ts';
import { until } from '../support/process.ts';
import type { TestMerchant } from '../support/service.ts';
import { livePayments } from './live-payments.ts';
import { finalityBlocks, type SolanaService, startSolanaService } from './solana-service.ts';

const usdc = (dollars: number) => BigInt(dollars * 1e6);

let live: SolanaService;
let other: TestMerchant;
let wallet = '';
beforeAll(async () => {
  live = await startSolanaService();
  other = await live.createMerchant();
  wallet = (await localSigner('payout wallet')).address;
  const own = { merchant_id: live.merchantId, environment: 'live' } as const;
  await live.ctx.db.begin((tx) => setWallet(live.ctx, tx, own, 'solana', wallet, 'ada@example.com'));
});
afterAll(() => live?.stop());

const call = (method: 'GET' | 'POST', path: string, body?: object) =>
  live.call(method, path, { key: live.liveKey, ...(body ? { body } : {}) });

async function pay(amount: number, key = live.liveKey, extra = 0): Promise<string> {
  const { openPayment, untilStatus } = livePayments({ call: live.call, liveKey: key });
  const { payment_id, address: to } = await openPayment('solana', 'USDC', { amount: `${amount}.00` });
  const from = live.chain.wallets[1] as KeyPairSigner;
  await live.chain.pay({ token: 'USDC', to, units: usdc(amount + extra), from });
  live.chain.mine(finalityBlocks + 1);
  await untilStatus(payment_id, 'completed');
  return payment_id;
}

async function mineUntilEnded(path: string, end = 'completed'): Promise<void> {
  await until(async () => {
    live.chain.mine();
    return (await call('GET', path)).json.data.status === end;
  }, 60_000);
}

it('a merchant that pays out, refunds and returns takes no more than it received, whatever others have', async () => {
  const payer = (live.chain.wallets[1] as KeyPairSigner).address;
  const payments = [await pay(50), await pay(50), await pay(16, live.liveKey, 8)];
  const [fund] = (await call('GET', '/unapplied_funds')).json.data;
  const asked = { chain: 'solana', token: 'USDC', token_amount: '60' };
  const payout = (await call('POST', '/payouts', asked)).json.data;
  await mineUntilEnded(`/payouts/${payout.payout_id}`);
  const before = await live.balanceOf('USDC', payer);
  const refunds = await Promise.all(
    payments
      .slice(0, 2)
      .map(async (payment_id) => (await call('POST', '/refunds', { payment_id })).json.data),
  );
  expect(refunds.map(({ waiting_for }) => waiting_for).sort()).toEqual(['balance', undefined]);
  await call('POST', `/unapplied_funds/${fund.unapplied_id}/return`, {});
  await pay(500, other.liveKey);
  const covered = refunds.find(({ waiting_for }) => waiting_for === undefined);
  const waiting = refunds.find(({ waiting_for }) => waiting_for === 'balance');
  await mineUntilEnded(`/refunds/${covered.refund_id}`);
  await mineUntilEnded(`/unapplied_funds/${fund.unapplied_id}`, 'returned');
  const more = await call('POST', '/payouts', { chain: 'solana', token: 'USDC' });
  expect(more.json.error).toMatchObject({ code: 'PAYOUT_NOT_POSSIBLE' });
  live.chain.mine(finalityBlocks * 3);
  const left =
    (await live.balanceOf('USDC', wallet)) + (await live.balanceOf('USDC', payer)) - before + usdc(500);
  expect(left).toBe(usdc(60 + 50 + 8));
  expect((await call('GET', `/refunds/${waiting.refund_id}`)).json.data).toMatchObject({
    status: 'processing',
    waiting_for: 'balance',
    missing_token_amount: '44.000000',
  });
  const theirs = (await live.call('GET', '/balances', { key: other.liveKey })).json.data[0];
  expect(theirs).toMatchObject({ available: '500.000000' });
  expect((await checkLedger(live.ctx.db)).problems).toEqual([]);
  await pay(44);
  await mineUntilEnded(`/refunds/${waiting.refund_id}`);
});
