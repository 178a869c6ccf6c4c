import type { Address } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { liveChains } from '../../src/chains/setup/live-chains.ts';
import { checkLedger } from '../../src/treasury/ledger/checks.ts';
import { reconcile } from '../../src/treasury/reconciliation/reconcile-task.ts';
import { until } from '../support/process.ts';
import { evmWallet, type Settling, settling } from '../treasury/payouts/support.ts';
import { confirmations, type LiveService, startLiveRouting } from './live-service.ts';

const target = { chain: 'ethereum', token: 'USDC' };

let live: LiveService<'ethereum'>;
let owner: Settling;
beforeAll(async () => {
  live = await startLiveRouting('ethereum');
  owner = await settling(live, live.merchantId, 'live');
  await owner.wallet(evmWallet);
});
afterAll(() => live?.stop());

const get = async (path: string) => (await live.call('GET', path, { key: live.liveKey })).json.data;

async function pay(token: 'ETH' | 'USDT', units: bigint): Promise<void> {
  const { payment_id, address } = await live.open('ethereum', token, { amount: '300.00' });
  await live.chains.pay({ chain: 'ethereum', token, to: address, units, from: live.chains.wallets[1] });
  await live.chains.mine('ethereum', confirmations);
  await live.untilStatus(payment_id, 'completed');
}

async function differences(): Promise<unknown> {
  const [chain] = liveChains(live.ctx.config.chains, live.vault);
  if (!chain) throw new Error('no chain');
  await reconcile(live.ctx, chain, live.vault);
  const [row] = await live.ctx.db`
    select differences, payouts_stopped_at from ledger_reconciliations where chain = 'ethereum'`;
  return row;
}

/** Mines until so many payouts have completed, and compares the ledger with the chain at every block on the way. */
async function untilPaid(count: number): Promise<Record<string, unknown>[]> {
  let payouts: Record<string, unknown>[] = [];
  await until(
    async () => {
      await live.chains.mine('ethereum');
      expect(await differences()).toEqual({ differences: [], payouts_stopped_at: null });
      payouts = await get('/payouts');
      return payouts.filter(({ status }) => status === 'completed').length === count;
    },
    120_000,
    () => JSON.stringify(payouts),
  );
  return payouts;
}

async function usdcOf(holder: string): Promise<bigint> {
  const { USDC } = live.chains.tokens.ethereum;
  const data = `0x70a08231${'0'.repeat(24)}${holder.slice(2)}`;
  const answer = await live.chains.rpc('ethereum', 'eth_call', [{ to: USDC as Address, data }, 'latest']);
  return BigInt(answer as string);
}

/** Nothing is on its way, and the wallet has what payouts say. */
async function expectSettled(payouts: Record<string, unknown>[]): Promise<void> {
  const paid = payouts.reduce(
    (sum, { token_amount }) => sum + BigInt(String(token_amount).replace('.', '')),
    0n,
  );
  expect(await usdcOf(evmWallet)).toBe(paid);
  const open = await live.ctx.db`
    select kind, token, ledger_balance(account_id) as units from ledger_accounts
    where kind in ('in_transit', 'operator', 'trading', 'merchant_balance') and ledger_balance(account_id) <> 0`;
  expect(open).toEqual([]);
  expect((await checkLedger(live.ctx.db)).problems).toEqual([]);
}

describe('a merchant that is paid in ETH and USDT, with real workers', () => {
  it('gets one payout of USDC by the schedule; the ledger equals the chain at every block', async () => {
    await pay('ETH', 10n ** 17n);
    await pay('USDT', 300_000_000n);
    expect((await owner.settings({ schedule: 'instant', route_to: target })).status).toBe(200);
    await live.ctx.db`update settlement_settings set due_at = now() where merchant_id = ${live.merchantId}`;
    const payouts = await untilPaid(1);
    expect(payouts).toMatchObject([{ ...target, initiator: 'schedule' }]);
    const { routes } = await get(`/payouts/${payouts[0]?.['payout_id']}`);
    expect(routes).toMatchObject([{ status: 'completed' }, { status: 'completed' }]);
    await expectSettled(payouts);
  }, 240_000);

  it('gets one when it asks, with the schedule by hand', async () => {
    await owner.settings({ schedule: 'manual' });
    await pay('ETH', 10n ** 17n);
    const asked = await live.call('POST', '/settlement/pay_out', { key: live.liveKey });
    expect(asked.status, asked.text).toBe(200);
    const payouts = await untilPaid(2);
    expect(payouts[0]).toMatchObject({ ...target, initiator: 'manual' });
    await expectSettled(payouts);
  }, 240_000);
});
