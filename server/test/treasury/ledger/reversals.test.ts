import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createEvmNode } from '../../../src/chains/evm/node.ts';
import { createRpc } from '../../../src/chains/rpc/rpc.ts';
import { cursorOf } from '../../../src/chains/watching/cursors.ts';
import { planResume, resumeChain } from '../../../src/chains/watching/evm/resume-chain.ts';
import { setFee } from '../../../src/merchants/merchants.ts';
import { confirmations, type LiveService, startLiveService } from '../../live/live-service.ts';
import { until } from '../../support/process.ts';
import { causewayHere } from '../../support/process-here.ts';
import { usdcBalances } from './support.ts';

type Balances = Awaited<ReturnType<typeof usdcBalances>>;

const usdc = (dollars: number) => BigInt(Math.round(dollars * 1e6));
const nothing = { held: 0n, balance: 0n, unapplied: 0n, fees: 0n };
/** 12 for a payment of 10, at a fee of 0.5 %. */
const overpaid = { held: usdc(12), balance: usdc(9.95), unapplied: usdc(2), fees: usdc(0.05) };

let live: LiveService<'base'>;
let before: Balances = nothing;
/** Each has a wallet of its own: a transaction cannot come back without those before it from the same wallet. */
let payer = 0;
beforeAll(async () => {
  live = await startLiveService('base');
  live.ctx.log.level = 'silent';
  await setFee(live.ctx, live.merchantId, 50);
});
afterAll(() => live?.stop());
beforeEach(async () => {
  before = await usdcBalances(live.ctx, live.merchantId);
});

async function changes(): Promise<Balances> {
  const now = await usdcBalances(live.ctx, live.merchantId);
  return {
    held: now.held - before.held,
    balance: now.balance - before.balance,
    unapplied: now.unapplied - before.unapplied,
    fees: now.fees - before.fees,
  };
}

/** `causeway ledger check` finds nothing, and these are the changes since the test began. */
async function expectRight(expected: Balances): Promise<void> {
  expect(await causewayHere(['ledger', 'check', '--json'], live.env)).toMatchObject({ code: 0, stderr: '' });
  expect(await changes()).toEqual(expected);
}
const untilHeld = (held: bigint) =>
  until(
    async () => (await changes()).held === held,
    60_000,
    () => `never held ${held}`,
  );

async function pay(to: `0x${string}`, dollars: number) {
  const from = live.chains.wallets[++payer];
  return live.chains.pay({ chain: 'base', token: 'USDC', to, units: usdc(dollars), from });
}

async function complete(dollars: number) {
  const { payment_id, address } = await live.open('base', 'USDC');
  const txHash = await pay(address, dollars);
  await live.chains.mine('base', confirmations);
  await live.untilStatus(payment_id, 'completed');
  return { payment_id, txHash };
}

const untilHalted = () =>
  until(async () => (await cursorOf(live.ctx.db, 'base'))?.halted_at !== null, 60_000);
const resume = async () =>
  expect(await causewayHere(['chains', 'resume', 'base', '--yes'], live.env)).toMatchObject({ code: 0 });

/** The newest blocks are replaced by empty ones, or by ones with these transactions, and an operator agrees. */
async function abandon(depth: number, keep: `0x${string}`[] = []): Promise<void> {
  await live.chains.reorg('base', depth, { keep });
  await live.chains.mine('base', 2);
  await untilHalted();
  await resume();
}

/** A transaction that was dropped is mined after all. */
async function mineAgain(txHash: `0x${string}`): Promise<void> {
  await live.chains.mine('base');
  await live.untilRead('base');
  await live.chains.reorg('base', 1, { keep: [txHash] });
  await live.chains.mine('base', confirmations);
}

const untilReversed = (paymentId: string) =>
  until(async () => {
    const rows = await live.ctx.db`
      select from arrival_uses where payment_id = ${paymentId} and reversed_at is not null`;
    return rows.length > 0;
  }, 60_000);

it('a completed payment’s money is taken back, posted again from another block, and taken back again', async () => {
  const { payment_id, txHash } = await complete(12);
  await expectRight(overpaid);
  await abandon(confirmations + 1);
  await expectRight(nothing);
  await live.chains.mine('base', confirmations + 1);
  await untilReversed(payment_id);
  await expectRight(nothing);
  await mineAgain(txHash);
  await untilHeld(usdc(12));
  await expectRight(overpaid);
  await abandon(confirmations + 2);
  await expectRight(nothing);
});

it('money that is in another block when the chain is resumed is posted once more, for the other block', async () => {
  const { txHash } = await complete(12);
  await abandon(confirmations + 1, [txHash]);
  await live.chains.mine('base', confirmations);
  await live.untilRead('base');
  await untilHeld(usdc(12));
  await expectRight(overpaid);
  const arrivals = await live.ctx.db`
    select state, e.kind from arrivals a join ledger_entries e on e.source = a.arrival_id
    where tx_hash = ${txHash} and line = 1 and e.kind <> 'completion' order by state, e.kind desc`;
  expect(arrivals).toEqual([
    { state: 'final', kind: 'arrival' },
    { state: 'gone', kind: 'reversal' },
    { state: 'gone', kind: 'arrival' },
  ]);
});

it('money that comes back in the same block is posted again, before and after it was given up', async () => {
  const { payment_id, address } = await live.open('base', 'USDC');
  // A longer branch without the payment, which the service has not seen.
  const other = 4 * confirmations;
  await live.untilRead('base');
  live.chains.outage('base', true);
  await live.chains.mine('base', other);
  await live.chains.reorg('base', other, { length: 1 });
  const txHash = await pay(address, 12);
  await live.chains.mine('base', confirmations);
  live.chains.outage('base', false);
  await live.untilStatus(payment_id, 'completed');
  await expectRight(overpaid);

  live.chains.branch('base', 'old');
  await untilHalted();
  const { chains } = live;
  const rpc = createRpc({ urls: [chains.urls.base], chainId: chains.chainIds.base, nowMs: Date.now });
  const plan = await planResume(live.ctx.db, createEvmNode(rpc, null), 'base');
  await rpc.close();
  chains.outage('base', true);
  expect(plan && (await resumeChain(live.ctx, 'base', plan))).toBe(true);
  expect(await changes()).toEqual(nothing);
  // The fee of payments that complete from now on.
  await setFee(live.ctx, live.merchantId, 100);
  chains.heal('base');
  await untilHeld(usdc(12));
  await expectRight(overpaid);

  chains.branch('base', 'old');
  await untilHalted();
  await resume();
  await untilReversed(payment_id);
  expect(await changes()).toEqual(nothing);
  await chains.mine('base', other);
  chains.heal('base');
  await untilHalted();
  await resume();
  await untilHeld(usdc(12));
  await expectRight(overpaid);
  const ids = await live.ctx.db`select arrival_id from arrivals where tx_hash = ${txHash}`;
  expect(ids, 'it is one arrival all the while').toHaveLength(1);
  await setFee(live.ctx, live.merchantId, 50);
});

it('final money of an open payment is taken back; of two arrivals, the one that is gone with its part of the fee', async () => {
  const { payment_id, address } = await live.open('base', 'USDC');
  const first = await pay(address, 4);
  await live.chains.mine('base', confirmations);
  await untilHeld(usdc(4));
  await expectRight({ ...nothing, held: usdc(4), unapplied: usdc(4) });
  await abandon(confirmations + 1);
  await expectRight(nothing);
  await mineAgain(first);
  await untilHeld(usdc(4));
  await expectRight({ ...nothing, held: usdc(4), unapplied: usdc(4) });
  await pay(address, 8);
  await live.chains.mine('base', confirmations);
  await live.untilStatus(payment_id, 'completed');
  await expectRight(overpaid);
  await abandon(confirmations + 1);
  await expectRight({ held: usdc(4), balance: usdc(3.98), unapplied: 0n, fees: usdc(0.02) });
});
