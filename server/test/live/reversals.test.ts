import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createEvmNode } from '../../src/chains/evm/node.ts';
import { createRpc } from '../../src/chains/rpc/rpc.ts';
import { cursorOf } from '../../src/chains/watching/cursors.ts';
import { planResume, resumeChain } from '../../src/chains/watching/evm/resume-chain.ts';
import { setWallet } from '../../src/treasury/payouts/settings/wallets.ts';
import { until } from '../support/process.ts';
import { causewayHere } from '../support/process-here.ts';
import { confirmations, type LiveService, startLiveService } from './live-service.ts';

let live: LiveService<'base'>;
beforeAll(async () => {
  live = await startLiveService('base');
  live.ctx.log.level = 'silent';
});
afterAll(() => live?.stop());

const usdc = (dollars: number) => BigInt(dollars * 1e6);

/** Each payer has a wallet of its own: a transaction cannot come back without those before it from the same wallet. */
async function complete(dollars: number, payer: number, body: object = {}) {
  const { payment_id, address } = await live.open('base', 'USDC', body);
  const from = live.chains.wallets[payer];
  const payment = { chain: 'base', token: 'USDC', to: address, units: usdc(dollars), from } as const;
  const txHash = await live.chains.pay(payment);
  await live.chains.mine('base', confirmations);
  await live.untilStatus(payment_id, 'completed');
  return { payment_id, txHash };
}

const events = async (type: string): Promise<{ data: Record<string, unknown> }[]> =>
  (await live.call('GET', `/events?type=${type}`, { key: live.liveKey })).json.data;
const unapplied = async (): Promise<Record<string, unknown>[]> =>
  (await live.call('GET', '/unapplied_funds', { key: live.liveKey })).json.data;
const setFee = (bps: number) =>
  live.ctx.db`update merchants set fee_bps = ${bps} where merchant_id = ${live.merchantId}`;
const resume = () => causewayHere(['chains', 'resume', 'base', '--yes', '--json'], live.env);

it('a chain that abandons final blocks halts; resumed, it reverses only what did not come back', async () => {
  expect(await resume()).toMatchObject({ code: 1, stderr: expect.stringContaining('base is not halted') });
  const kept = await complete(10, 1);
  const lost = await complete(12, 2);
  await setFee(100);
  const again = await complete(10, 3);
  await until(async () => (await unapplied()).length === 1);
  // All blocks after those of the first payment.
  const depth = 2 * (confirmations + 1);
  const fork = live.chains.head('base') - depth;
  await live.chains.reorg('base', depth, { keep: [again.txHash] });
  await live.chains.mine('base', 2);
  await until(async () => (await cursorOf(live.ctx.db, 'base'))?.halted_reason !== null);
  // Nothing happens until a person has looked.
  expect(await events('payment.reversed')).toEqual([]);
  await setFee(0);

  const rpc = createRpc({
    urls: [live.chains.urls.base],
    chainId: live.chains.chainIds.base,
    nowMs: Date.now,
  });
  const plan = await planResume(live.ctx.db, createEvmNode(rpc, null), 'base');
  await rpc.close();
  const logged = vi.spyOn(live.ctx.log, 'error');
  const { stdout } = await resume();
  // Another operator who looked at the same time comes too late.
  expect(plan && (await resumeChain(live.ctx, 'base', plan))).toBe(false);
  expect(JSON.parse(stdout)).toMatchObject({
    chain: 'base',
    halted_reason: expect.stringContaining('was final as'),
    resumed_at_block: fork,
    final_arrivals_abandoned: 2,
  });
  await live.chains.mine('base', 2 * (confirmations + 1));
  await until(async () => (await events('payment.reversed')).length > 0);
  await live.untilRead('base');
  expect(logged).toHaveBeenCalledWith(
    expect.objectContaining({ payment_id: lost.payment_id }),
    expect.stringContaining('payment reversed'),
  );
  logged.mockRestore();
  expect(await live.ctx.metrics.registry.metrics()).toContain(
    'causeway_payments_reversed_total{chain="base"} 1',
  );
  expect(await events('payment.reversed')).toMatchObject([
    {
      data: {
        payment_id: lost.payment_id,
        status: 'completed',
        token_amount: '10.000000',
        reversed_token_amount: '10.000000',
        tx_hash: lost.txHash,
      },
    },
  ]);
  expect(await unapplied()).toMatchObject([{ payment_id: lost.payment_id, status: 'reversed' }]);
  for (const { payment_id } of [kept, lost, again])
    expect(await live.get(payment_id)).toMatchObject({ status: 'completed' });
  expect(await live.ctx.db`select payment_id from payment_reversals`).toEqual([
    { payment_id: lost.payment_id },
  ]);

  // What came back is charged the fee that its payment completed with.
  expect(
    await live.ctx.db`
    select fee_units from arrival_uses where payment_id = ${again.payment_id} and reversed_at is null`,
  ).toEqual([{ fee_units: '100000' }]);

  const refund = (body: object) => live.call('POST', '/refunds', { key: live.liveKey, body });
  expect(await refund({ payment_id: lost.payment_id, amount: '1.00' })).toMatchObject({
    status: 422,
    json: { error: { code: 'PAYMENT_NOT_REFUNDABLE', message: expect.stringContaining('took back') } },
  });
  for (const { payment_id } of [kept, again])
    expect(await refund({ payment_id, amount: '1.00' })).toMatchObject({ status: 201 });

  // The chain goes on as before.
  await complete(10, 4);
});

it('holds a payout of money that the chain took back, until other money covers it', async () => {
  const own = { merchant_id: live.merchantId, environment: 'live' } as const;
  const wallet = '0x00000000000000000000000000000000000000B0';
  await live.ctx.db.begin((tx) => setWallet(live.ctx, tx, own, 'evm', wallet, 'ada@example.com'));
  // Refunds and sweeps of before are deeper than what is taken back.
  await until(async () => {
    await live.chains.mine('base');
    const open = await live.ctx.db`select 1 from transfers where status in ('waiting', 'sending')`;
    return open.length === 0;
  }, 60_000);
  await live.chains.mine('base', confirmations + 1);
  const hundred = { amount: '100.00' };
  await complete(100, 5, hundred);
  const body = { chain: 'base', token: 'USDC' };
  const made = await live.call('POST', '/payouts', { key: live.liveKey, body });
  expect(made.status, made.text).toBe(201);
  const payout = async () =>
    (await live.call('GET', `/payouts/${made.json.data.payout_id}`, { key: live.liveKey })).json.data;

  await live.chains.reorg('base', confirmations + 1);
  await live.chains.mine('base', 2);
  await until(async () => (await cursorOf(live.ctx.db, 'base'))?.halted_reason !== null);
  expect(await resume()).toMatchObject({ code: 0 });
  const held = [{ status: 'held', reason: expect.stringContaining('The chain took back money') }];
  expect(await payout()).toMatchObject({ status: 'processing', steps: held });
  // Blocks in which it would be compared and sent.
  await live.chains.mine('base', 2 * (confirmations + 1));
  await live.untilRead('base');
  expect(await payout()).toMatchObject({ status: 'processing', steps: held });

  await complete(100, 6, hundred);
  await until(async () => {
    await live.chains.mine('base');
    return (await payout()).status === 'completed';
  }, 60_000);
});

describe('money that was returned', () => {
  const untilDone = (isDone: () => Promise<boolean>) =>
    until(async () => {
      await live.chains.mine('base');
      return isDone();
    }, 60_000);
  const available = async () =>
    (await live.call('GET', '/balances', { key: live.liveKey })).json.data[0].available;
  const fundsOf = async (paymentId: string) =>
    (await unapplied()).filter((one) => one['payment_id'] === paymentId);
  const statuses = async (paymentId: string) => (await fundsOf(paymentId)).map(({ status }) => status);

  /** A payment of 13 dollars whose three dollars too many are asked back, in blocks of their own. */
  async function askBack(payer: number) {
    await untilDone(async () => {
      const open = await live.ctx.db`select 1 from transfers where status in ('waiting', 'sending')`;
      return open.length === 0;
    });
    // So that nothing else is taken back.
    await live.chains.mine('base', 3 * (confirmations + 1));
    const startedAt = live.chains.head('base');
    const { payment_id } = await complete(13, payer);
    const [fund] = await fundsOf(payment_id);
    const asked = await live.call('POST', `/unapplied_funds/${fund?.['unapplied_id']}/return`, {
      key: live.liveKey,
    });
    expect(asked.status, asked.text).toBe(200);
    return { payment_id, startedAt };
  }

  /** The chain replaces final blocks since then by others with the same transactions. */
  async function replace(startedAt: number): Promise<void> {
    await live.chains.reorg('base', live.chains.head('base') - startedAt, { keep: 'all' });
    await live.chains.mine('base', 2);
    await until(async () => (await cursorOf(live.ctx.db, 'base'))?.halted_reason !== null);
    expect(await resume()).toMatchObject({ code: 0 });
    await live.chains.mine('base', 2 * (confirmations + 1));
    await live.untilRead('base');
  }

  it('is not offered again when a chain has it in another block', async () => {
    const { payment_id, startedAt } = await askBack(7);
    await untilDone(async () => (await statuses(payment_id)).join() === 'returned');
    const before = await available();
    await replace(startedAt);
    await untilDone(async () => (await available()) === before);
    expect(await statuses(payment_id)).toEqual(['returned']);
  });

  it('is not offered again either while its return is under way, which goes on', async () => {
    const { payment_id, startedAt } = await askBack(8);
    const before = await available();
    const [fund] = await fundsOf(payment_id);
    const transfer = async () =>
      (await live.ctx.db`select status from transfers where source = ${String(fund?.['unapplied_id'])}`)[0];
    await until(async () => (await transfer())?.['status'] === 'sending');
    await replace(startedAt);
    await untilDone(async () => (await statuses(payment_id)).includes('returned'));
    expect(await statuses(payment_id)).toEqual(['returned']);
    await untilDone(async () => (await available()) === before);
  });
});
