import { type Address, encodeFunctionData } from 'viem';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { vaultAbi } from '../../../src/chains/evm/vault-artifact.ts';
import { liveChains } from '../../../src/chains/setup/live-chains.ts';
import { createLocalSigner } from '../../../src/chains/wallets/evm/local-signer.ts';
import { waitsForCap } from '../../../src/messages/alarms/capped.ts';
import { behindAnother } from '../../../src/treasury/transfers/pay-ids.ts';
import { createSendingLane, type SendingLane } from '../../../src/treasury/transfers/sending-lane.ts';
import { requestTransfer, showTransfer } from '../../../src/treasury/transfers/transfers.ts';
import type { TestMerchant } from '../../support/service.ts';
import { insertPaid } from './paid-payments.ts';
import { confirmations, type SendingService, startSendingService } from './sending-service.ts';

const payer: Address = '0x00000000000000000000000000000000000000Ad';
const ten = 10_000_000n;

let service: SendingService;
let other: TestMerchant;
let lane: SendingLane;
/** Time that tests let pass. */
let aheadMs = 0;
beforeAll(async () => {
  service = await startSendingService('turns');
  await service.compare();
  other = await service.createMerchant();
  const [chain] = liveChains(service.ctx.config.chains, service.vault);
  if (!chain) throw new Error('base is not configured');
  const clock = { now: () => new Date(Date.now() + aheadMs), nowMs: () => Date.now() + aheadMs };
  const signer = createLocalSigner(service.wallet);
  lane = createSendingLane({ ...service.ctx, clock }, chain, service.vault, signer);
});
afterAll(() => service?.stop());

/** A step of a worker, one poll after the last one. */
async function step(): Promise<void> {
  aheadMs += 200;
  await lane.run(new AbortController().signal);
}

async function finish(): Promise<void> {
  await service.chains.mine('base', confirmations + 1);
  await step();
}

const transferOf = async (id: string) => (await showTransfer(service.ctx, id))?.transfer;

/** A refund of another merchant, whose money is in the vault. */
async function refundOfOther(): Promise<string> {
  await service.chains.pay({ chain: 'base', token: 'USDC', to: service.vault, units: ten });
  const own = { ctx: service.ctx, merchantId: other.merchantId };
  const payment_id = await insertPaid(own, 'base', payer, ten);
  const body = { payment_id, amount: '10.00' };
  const { json } = await service.call('POST', '/refunds', { key: other.liveKey, body });
  return json.data.refund_id;
}

async function setCap(cap: bigint): Promise<void> {
  const { chains, vault, wallet } = service;
  const from = wallet.evmOperator;
  await chains.rpc('base', 'hardhat_impersonateAccount', [from]);
  const args = [chains.tokens.base.USDC, cap] as const;
  const data = encodeFunctionData({ abi: vaultAbi, functionName: 'setCap', args });
  await chains.rpc('base', 'eth_sendTransaction', [{ from, to: vault, data, gas: '0x30d40' }]);
  await chains.mine('base', confirmations + 1);
  await chains.rpc('base', 'hardhat_stopImpersonatingAccount', [from]);
}

/** Sets the cap to what was paid today and so much more. */
async function setLeftToday(units: bigint): Promise<void> {
  const { chains, vault } = service;
  const huge = 10n ** 30n;
  await setCap(huge);
  const args = [chains.tokens.base.USDC] as const;
  const data = encodeFunctionData({ abi: vaultAbi, functionName: 'leftToday', args });
  const left = BigInt(String(await chains.rpc('base', 'eth_call', [{ to: vault, data }, 'latest'])));
  await setCap(huge - left + units);
}

it('150 refunds of one payment are paid one after the other, and hold up no other merchant', async () => {
  const payment = await service.addPaid(payer, ten);
  const parts: string[] = [];
  while (parts.length < 150) parts.push(await service.refund(payment, '0.01'));
  await step();
  const id = await refundOfOther();
  await step();
  expect(await transferOf(id)).toMatchObject({ status: 'sending' });
  await finish();
  expect(await transferOf(id)).toMatchObject({ status: 'completed' });
  // The first is paid, the others wait for their turn and say so.
  const [first = '', ...later] = parts;
  expect(await transferOf(first)).toMatchObject({ status: 'completed' });
  expect(await transferOf(later.at(-1) ?? '')).toMatchObject({ status: 'waiting', problem: behindAnother });
  for (let i = 0; i < 20; i++) await finish();
  const ends = await Promise.all(later.map(async (one) => (await transferOf(one))?.status));
  expect(ends.filter((status) => status === 'completed').length).toBeGreaterThan(1);
  await service.ctx
    .db`delete from transfers where transfer_id = any(${parts}::text[]) and status = 'waiting'`;
});

it('150 that wait for one token hold up neither others nor another token of the same merchant', async () => {
  const { ctx, merchantId } = service;
  const ids: string[] = [];
  const request = async (token: 'USDC' | 'ETH', units: bigint, kind: 'return' | 'payout' = 'return') => {
    const transferId = ctx.ids.next('unf');
    await requestTransfer(ctx, ctx.db, {
      ...{ transferId, kind, environment: 'live', merchantId, chain: 'base', token, units },
      ...{ toAddress: payer, source: transferId, series: `return:${ctx.ids.next('pay')}:base` },
    });
    return transferId;
  };
  // More than the vault has.
  while (ids.length < 150) ids.push(await request('USDC', 10n ** 15n));
  for (let i = 0; i < 3; i++) await step();
  const others = await refundOfOther();
  const payout = await request('USDC', 1n, 'payout');
  const ofToken = await request('ETH', 10n ** 15n);
  await step();
  expect(await transferOf(others)).toMatchObject({ status: 'sending' });
  expect(await transferOf(payout)).toMatchObject({ status: 'sending' });
  // It was looked at.
  expect(await transferOf(ofToken)).toMatchObject({ problem: expect.any(String) });
  await finish();
  await ctx.db`delete from transfers where transfer_id = any(${[...ids, ofToken]}::text[])`;
});

it('the daily cap is for who had least of it lately, and not for who asks first every day', async () => {
  const { ctx } = service;
  // What both were paid before does not matter here.
  await ctx.db`update transfers set ended_at = ended_at - interval '8 days' where ended_at is not null`;
  // Yesterday all of the cap went to one merchant.
  const yesterday = await service.refund(await service.addPaid(payer, ten), '10.00');
  await step();
  for (let i = 0; i < 3; i++) await finish();
  expect(await transferOf(yesterday)).toMatchObject({ status: 'completed' });
  await ctx.db`update transfers set ended_at = ended_at - interval '1 day' where transfer_id = ${yesterday}`;
  await setCap(0n);
  const patient = await refundOfOther();
  await step();
  expect(await transferOf(patient)).toMatchObject({ status: 'waiting', problem: waitsForCap });
  // The day is over. Who had all of it asks first.
  await setCap(ten);
  const greedy = await service.refund(await service.addPaid(payer, ten), '10.00');
  await step();
  expect(await transferOf(greedy)).toMatchObject({ status: 'waiting', problem: waitsForCap });
  for (let i = 0; i < 4; i++) await step();
  for (let i = 0; i < 3; i++) await finish();
  expect(await transferOf(patient)).toMatchObject({ status: 'completed' });
  expect(await transferOf(greedy)).toMatchObject({ status: 'waiting', problem: waitsForCap });
  // What nobody else waits for is for anybody.
  await setCap(3n * ten);
  for (let i = 0; i < 8; i++) await finish();
  expect(await transferOf(greedy)).toMatchObject({ status: 'completed' });
});

it('what the vault cannot pay takes no part of the cap from others', async () => {
  const { ctx, merchantId } = service;
  const { left, id } = { left: 50n * ten, id: ctx.ids.next('unf') };
  await setLeftToday(left);
  await requestTransfer(ctx, ctx.db, {
    ...{ transferId: id, kind: 'return', environment: 'live', merchantId, chain: 'base', token: 'USDC' },
    ...{ units: left, toAddress: payer, source: id, series: `return:${ctx.ids.next('pay')}:base` },
  });
  const others = await refundOfOther();
  await step();
  expect(await transferOf(id)).toMatchObject({ status: 'waiting', problem: 'The vault holds too little.' });
  expect(await transferOf(others)).toMatchObject({ status: 'sending' });
});
