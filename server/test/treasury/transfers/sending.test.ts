import type { Address, Hex } from 'viem';
import { mnemonicToAccount } from 'viem/accounts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { HeaderRun } from '../../../src/chains/evm/header-run.ts';
import { createEvmNode } from '../../../src/chains/evm/node.ts';
import { createSenderNode } from '../../../src/chains/evm/sender-node.ts';
import { depositAddress, payId } from '../../../src/chains/evm/vault.ts';
import { createRpc } from '../../../src/chains/rpc/rpc.ts';
import { liveChains } from '../../../src/chains/setup/live-chains.ts';
import { createLocalSigner } from '../../../src/chains/wallets/evm/local-signer.ts';
import { cursorOf } from '../../../src/chains/watching/cursors.ts';
import { resumeChain } from '../../../src/chains/watching/evm/resume-chain.ts';
import type { LiveChain } from '../../../src/chains/watching/live-chain.ts';
import { explainPayment } from '../../../src/payments/restore/explain-payments.ts';
import {
  type BatchRow,
  selectOpenBatches,
  selectSignatures,
  takeNonce,
} from '../../../src/treasury/transfers/evm/batch-store.ts';
import { renumber } from '../../../src/treasury/transfers/evm/batches.ts';
import { followBatch } from '../../../src/treasury/transfers/evm/follow-batch.ts';
import type { Sender } from '../../../src/treasury/transfers/evm/sender.ts';
import { encodePay } from '../../../src/treasury/transfers/evm/vault-calls.ts';
import { unknownPaid } from '../../../src/treasury/transfers/hold-transfers.ts';
import { behindAnother, payIdAt } from '../../../src/treasury/transfers/pay-ids.ts';
import { createSendingLane, type SendingLane } from '../../../src/treasury/transfers/sending-lane.ts';
import { requestTransfer, retryTransfer, showTransfer } from '../../../src/treasury/transfers/transfers.ts';
import { selectUnknownPayments } from '../../../src/treasury/transfers/unknown-payments.ts';
import { causewayHere } from '../../support/process-here.ts';
import { type RpcProxy, startRpcProxy } from './rpc-proxy.ts';
import { confirmations, type SendingService, startSendingService } from './sending-service.ts';

const payer: Address = '0x00000000000000000000000000000000000000Ad';
const ten = 10_000_000n;

let service: SendingService;
let hiding: RpcProxy;
let chain: LiveChain;
let lane: SendingLane;
/** Time that tests let pass. */
let aheadMs = 0;
beforeAll(async () => {
  service = await startSendingService('sending');
  await service.compare();
  // Hides every receipt while it is on.
  hiding = await startRpcProxy({
    url: service.chains.urls.base,
    random: () => 0.5,
    killShare: 0.1,
    maxKills: 0,
    kill: () => {},
    share: { before: 0, after: 0, nullReceipts: 1 },
    // And asks for a tip of 1,000 gwei.
    alters: (method, result) => (method === 'eth_gasPrice' ? '0xe8d4a51000' : result),
  });
});
afterAll(async () => {
  await hiding?.stop();
  await service?.stop();
});
beforeEach(() => {
  hiding.isOn = false;
  aheadMs = 0;
  const [base] = liveChains(service.ctx.config.chains, service.vault);
  if (!base) throw new Error('base is not configured');
  chain = { ...base, rpcUrls: [hiding.urlFor(1)] };
  lane = newLane();
});

function newLane(): SendingLane {
  const clock = { now: () => new Date(Date.now() + aheadMs), nowMs: () => Date.now() + aheadMs };
  return createSendingLane(
    { ...service.ctx, clock },
    chain,
    service.vault,
    createLocalSigner(service.wallet),
  );
}

/** What a step of a worker begins with. */
async function newSender() {
  const rpc = createRpc({ urls: chain.rpcUrls, chainId: chain.chainId, nowMs: Date.now });
  const node = createSenderNode(rpc, chain);
  const sender: Sender = {
    ctx: service.ctx,
    chain,
    vault: service.vault,
    signer: createLocalSigner(service.wallet),
    isSettling: false,
    node,
    reads: createEvmNode(rpc, null),
    headers: new HeaderRun(),
    sentAtMs: new Map(),
    fence: (await cursorOf(service.ctx.db, 'base'))?.fence ?? null,
  };
  const view = await node.view(service.wallet.evmOperator, false);
  return { sender, view, close: () => rpc.close() };
}

/** A step of a worker, a while after the last one. */
async function step(): Promise<void> {
  aheadMs += 1000;
  await lane.run(new AbortController().signal);
}

/** Steps and blocks until what is under way is final. */
async function finish(): Promise<void> {
  for (let i = 0; i < 4; i++) {
    await step();
    await service.chains.mine('base', confirmations + 1);
  }
  await step();
}

async function newRefund(): Promise<string> {
  return service.refund(await service.addPaid(payer, ten), '10.00');
}

async function only(): Promise<BatchRow> {
  const [batch, ...others] = await selectOpenBatches(service.ctx.db, 'base', false, 10);
  expect(others).toEqual([]);
  if (!batch) throw new Error('no batch is open');
  return batch;
}

const statusOf = async (id: string) => (await showTransfer(service.ctx, id))?.transfer.status;
const nonceOnChain = async () =>
  Number(await service.chains.rpc('base', 'eth_getTransactionCount', [service.wallet.evmOperator, 'latest']));

/** What somebody with the operator's key sends past the engine. */
async function sendAsOperator(nonce: number, to: Address, data: Hex = '0x'): Promise<void> {
  const account = mnemonicToAccount(service.wallet.words);
  const fees = { maxFeePerGas: 10n ** 12n, maxPriorityFeePerGas: 10n ** 11n };
  const gas = 1_000_000n;
  const raw = await account.signTransaction({
    type: 'eip1559',
    chainId: 8453,
    nonce,
    to,
    data,
    gas,
    ...fees,
  });
  await service.chains.rpc('base', 'eth_sendRawTransaction', [raw]);
  await service.chains.mine('base');
}

describe('a transfer', () => {
  it('waits for a receipt that the node does not show, and is not sent again', async () => {
    const id = await newRefund();
    await step();
    await service.chains.mine('base', confirmations + 1);
    hiding.isOn = true;
    for (let i = 0; i < 5; i++) await step();
    expect(hiding.counts.nullReceipts).toBeGreaterThan(0);
    expect(await only()).toMatchObject({ generation: 1 });
    hiding.isOn = false;
    await step();
    expect(await statusOf(id)).toBe('completed');
    expect(await service.paidOnChain([id])).toEqual({ times: [1], again: 0 });
  });

  it('of a sender that takes a missing receipt for never is sent twice, and only the vault prevents the worst', async () => {
    const id = await newRefund();
    await step();
    await service.chains.mine('base', confirmations + 1);
    const { sender, view, close } = await newSender();
    await renumber(sender, await only(), view);
    await close();
    await finish();
    expect(await service.paidOnChain([id])).toEqual({ times: [1], again: 1 });
    expect(await statusOf(id)).toBe('completed');
  });

  it('is not paid by a block that was replaced, and the chain resumed, while its worker slept', async () => {
    const { db } = service.ctx;
    const id = await newRefund();
    const fork = { number: service.chains.head('base'), hash: '0xfork', time: new Date() };
    await step();
    await service.chains.mine('base', confirmations + 1);
    await db`
      insert into chain_cursors (chain, number, hash, block_time, final_number, finalized_number)
      values ('base', ${fork.number + 9}, '0xold', now(), ${fork.number + 4}, 0)`;
    onTestFinished(async () => void (await db`delete from chain_cursors`));
    const { sender, view, close } = await newSender();
    const sleeping: Sender['node'] = {
      ...sender.node,
      async mined(hashes) {
        const found = await sender.node.mined(hashes);
        expect(found).toHaveLength(1);
        await service.chains.reorg('base', service.chains.head('base') - fork.number);
        await db`update chain_cursors set halted_at = now(), halted_reason = 'replaced'`;
        const plan = { haltedReason: 'replaced', fork, finalArrivals: 0, version: 0n };
        expect(await resumeChain(service.ctx, 'base', plan)).toBe(true);
        return found;
      },
    };
    await followBatch({ ...sender, node: sleeping }, await only(), view);
    await close();
    expect(await only()).toMatchObject({ generation: 1 });
    expect(await statusOf(id)).toBe('sending');
    await finish();
    expect(await statusOf(id)).toBe('completed');
    expect(await service.paidOnChain([id])).toEqual({ times: [1], again: 0 });
  });

  it('gets another nonce when a foreign transaction has used its own, once that is final', async () => {
    const id = await newRefund();
    service.chains.loseTransactions('base', 1);
    await step();
    await sendAsOperator(Number((await only()).nonce), payer);
    await step();
    expect(await only()).toMatchObject({ generation: 1 });
    await service.chains.mine('base', confirmations + 1);
    await step();
    expect(await only()).toMatchObject({ generation: 2 });
    await finish();
    expect(await statusOf(id)).toBe('completed');
    expect(await service.paidOnChain([id])).toEqual({ times: [1], again: 0 });
  });

  it('of a former operator is sent as it was signed, and ends with its receipt', async () => {
    const id = await newRefund();
    service.chains.loseTransactions('base', 1);
    await step();
    const batch = await only();
    const next = { ...createLocalSigner(service.wallet), address: payer };
    const follow = async () => {
      const { sender, view, close } = await newSender();
      await followBatch({ ...sender, signer: next }, batch, view);
      await close();
    };
    await follow();
    expect(await statusOf(id)).toBe('sending');
    await service.chains.mine('base', confirmations + 1);
    await follow();
    expect(await statusOf(id)).toBe('completed');
    expect((await showTransfer(service.ctx, id))?.signatures).toHaveLength(1);
    expect(await service.paidOnChain([id])).toEqual({ times: [1], again: 0 });
  });

  it('is held when its nonce was used by a payment that nobody here knows, until the operator has explained that', async () => {
    const id = await newRefund();
    const { transfer } = (await showTransfer(service.ctx, id)) ?? {};
    if (!transfer) throw new Error('no transfer');
    service.chains.loseTransactions('base', 1);
    await step();
    // What the database before a restore had sent: the same refund, by another id.
    const forgotten = encodePay(chain, [{ ...transfer, pay_id: payId('ref_forgotten') }]);
    await sendAsOperator(Number((await only()).nonce), service.vault, forgotten);
    await finish();
    expect((await showTransfer(service.ctx, id))?.transfer).toMatchObject({
      status: 'waiting',
      held_reason: unknownPaid,
    });
    expect(await service.ctx.db`select is_held from refunds where refund_id = ${id}`).toEqual([
      { is_held: true },
    ]);
    const [unknown, ...others] = await selectUnknownPayments(service.ctx.db);
    expect(others).toEqual([]);
    if (!unknown) throw new Error('nothing is unknown');
    expect(unknown).toMatchObject({
      payment_key: payId('ref_forgotten'),
      to_address: payer,
      units: `${ten}`,
    });
    expect(await explainPayment(service.ctx, unknown, { as: 'transfer', id })).toEqual({ explained: id });
    expect(await statusOf(id)).toBe('completed');
    const next = await newRefund();
    await finish();
    expect(await statusOf(next)).toBe('completed');
    expect(await service.paidOnChain([id, next, 'ref_forgotten'])).toEqual({ times: [1, 1, 1], again: 0 });
  });

  it('waits while the node hides what the vault paid before a restore, and is not paid again', async () => {
    const { transfer } = (await showTransfer(service.ctx, await newRefund())) ?? {};
    if (!transfer) throw new Error('no transfer');
    await finish();
    const { sender, view, close } = await newSender();
    onTestFinished(close);
    service.chains.hideLogs('base', { receipts: true });
    onTestFinished(() => service.chains.hideLogs('base', null));
    const forgotten = encodePay(chain, [{ ...transfer, pay_id: payId('ref_hidden') }]);
    await service.addPaid(payer, ten);
    const nonce = await sender.node.countAt(service.wallet.evmOperator, view.head.number);
    await sendAsOperator(nonce, service.vault, forgotten);
    await service.chains.mine('base', confirmations + 1);
    const id = await newRefund();
    await finish();
    await finish();
    expect(await statusOf(id)).toBe('waiting');
    const stops = () => service.ctx.db`select chain, problem from search_stops`;
    expect(await stops()).toEqual([
      { chain: 'base', problem: expect.stringContaining('does not show all logs of block') },
    ]);
    service.chains.hideLogs('base', null);
    await finish();
    expect(await stops()).toEqual([]);
    expect((await showTransfer(service.ctx, id))?.transfer).toMatchObject({ held_reason: unknownPaid });
    expect(await service.paidOnChain([id, 'ref_hidden'])).toEqual({ times: [0, 1], again: 0 });
    const [unknown] = await selectUnknownPayments(service.ctx.db);
    if (!unknown) throw new Error('nothing is unknown');
    expect(await explainPayment(service.ctx, unknown, { as: 'transfer', id })).toEqual({ explained: id });
  });

  it('offers no more than the limit of its chain, whatever the node asks for', async () => {
    await newRefund();
    hiding.isOn = true;
    await step();
    const [signature] = await selectSignatures(service.ctx.db, await only());
    expect(signature).toMatchObject({ tip: `${chain.maxTip}` });
    hiding.isOn = false;
    await finish();
  });

  it('that was sent before its signature was kept looks foreign, and the vault is asked twice', async () => {
    const id = await newRefund();
    service.chains.loseTransactions('base', 1);
    await step();
    const { nonce, data } = await only();
    await sendAsOperator(Number(nonce), service.vault, data as Hex);
    await service.chains.mine('base', confirmations + 1);
    await finish();
    expect(await service.paidOnChain([id])).toEqual({ times: [1], again: 1 });
    expect(await statusOf(id)).toBe('completed');
  });

  it('cannot have the nonce of another one, as it would if the node were asked', async () => {
    await newRefund();
    service.chains.loseTransactions('base', 1);
    await step();
    const { nonce, sender } = await only();
    // The node has not seen the transaction, and names its nonce as the next one.
    expect(await nonceOnChain()).toBe(Number(nonce));
    await service.ctx.db`update transfer_nonces set next_nonce = ${await nonceOnChain()}`;
    const id = await newRefund();
    await step();
    expect(await statusOf(id)).toBe('waiting');
    await service.ctx.db.begin((tx) =>
      takeNonce(tx, 'base', sender, { usedBefore: 0, seen: 0, now: new Date() }),
    );
    await finish();
    expect(await statusOf(id)).toBe('completed');
  });

  it('is signed once by workers that race, and each fee is at least an eighth above the one before', async () => {
    const payment = await service.addPaid(payer, 2n * ten);
    const other = newLane();
    const stop = new AbortController().signal;
    const id = await service.refund(payment, '10.00');
    await Promise.all([lane.run(stop), other.run(stop)]);
    const next = await service.refund(payment, '10.00');
    for (let i = 0; i < 3; i++) {
      // Too dear for what was offered: nothing is mined but empty blocks.
      await service.chains.rpc('base', 'hardhat_setNextBlockBaseFeePerGas', ['0x2540be400']);
      await service.chains.mine('base');
      aheadMs += 1500;
      await Promise.all([lane.run(stop), other.run(stop)]);
    }
    const first = (await showTransfer(service.ctx, id))?.signatures ?? [];
    expect(first.length).toBeGreaterThan(1);
    for (const [index, { max_fee }] of first.entries())
      if (index > 0)
        expect(BigInt(max_fee) * 8n).toBeGreaterThan(BigInt(first[index - 1]?.max_fee ?? 0) * 9n);
    // Refunds of one payment are sent one after the other.
    expect((await showTransfer(service.ctx, next))?.transfer).toMatchObject({
      status: 'waiting',
      problem: behindAnother,
    });
    await finish();
    await finish();
    expect(await service.paidOnChain([id, next])).toEqual({ times: [1, 1], again: 0 });
  });

  it('of a database that was restored from a backup is found on chain, and nothing is sent again', async () => {
    const { db } = service.ctx;
    const ids = [await newRefund(), await newRefund()];
    const [counter] = await db`select next_nonce from transfer_nonces`;
    await finish();
    expect(await Promise.all(ids.map(statusOf))).toEqual(['completed', 'completed']);
    const hashes = await db`select tx_hash from refunds where refund_id = any(${ids}) order by refund_id`;
    // As the backup had it.
    await db`update refunds set status = 'processing', tx_hash = null, completed_at = null where refund_id = any(${ids})`;
    await db`
      update transfers set status = 'waiting', pay_id = null, batch_id = null, due_at = now(), tx_hash = null,
        ended_at = null
      where transfer_id = any(${ids})`;
    await db`delete from transfer_signatures`;
    await db`delete from transfer_batches`;
    await db`update transfer_nonces set next_nonce = ${String(counter?.['next_nonce'])}::bigint`;
    const before = await nonceOnChain();
    await finish();
    expect(await Promise.all(ids.map(statusOf))).toEqual(['completed', 'completed']);
    expect(await db`select tx_hash from refunds where refund_id = any(${ids}) order by refund_id`).toEqual(
      hashes,
    );
    expect(await nonceOnChain()).toBe(before);
    // The counter is behind the chain. The next transfer does not use a nonce that was used.
    const id = await newRefund();
    await finish();
    expect(await statusOf(id)).toBe('completed');
    expect(await service.paidOnChain([...ids, id])).toEqual({ times: [1, 1, 1], again: 0 });
  });

  it('whose id somebody used for another payment waits until the operator has explained that, and is paid after it', async () => {
    const id = await newRefund();
    const { transfer } = (await showTransfer(service.ctx, id)) ?? {};
    if (!transfer) throw new Error('no transfer');
    const used = payIdAt(transfer.series ?? '', 0n);
    const other = encodePay(chain, [{ ...transfer, pay_id: used, units: '1' }]);
    await sendAsOperator(await nonceOnChain(), service.vault, other);
    await finish();
    expect((await showTransfer(service.ctx, id))?.transfer).toMatchObject({
      status: 'waiting',
      held_reason: unknownPaid,
      problem: expect.stringMatching(/has paid another amount or address in its place/),
    });
    const [unknown] = await selectUnknownPayments(service.ctx.db);
    expect(unknown).toMatchObject({ payment_key: used, units: '1' });
    if (!unknown) throw new Error('nothing is unknown');
    // The merchant's balance pays for it.
    await service.addPaid(payer, ten);
    const { merchantId } = service;
    const how = { as: 'merchant', merchantId, anyway: true } as const;
    expect(await explainPayment(service.ctx, unknown, how)).toEqual({ explained: merchantId });
    await finish();
    expect((await showTransfer(service.ctx, id))?.transfer).toMatchObject({
      status: 'completed',
      pay_id: payIdAt(transfer.series ?? '', 1n),
    });
  });

  it('that its recipient refuses fails, and those in its transaction do not', async () => {
    const { db, ids } = service.ctx;
    await service.chains.pay({ chain: 'base', token: 'ETH', to: service.vault, units: 10n });
    const refused = ids.next('trf');
    await requestTransfer(service.ctx, db, {
      transferId: refused,
      kind: 'return',
      environment: 'live',
      merchantId: service.merchantId,
      chain: 'base',
      token: 'ETH',
      // A contract that takes no native money.
      toAddress: service.chains.tokens.base.USDC,
      units: 10n,
      source: refused,
      series: `return:${refused}`,
    });
    const id = await newRefund();
    await finish();
    expect((await showTransfer(service.ctx, refused))?.transfer).toMatchObject({
      status: 'failed',
      failure_reason: 'RECIPIENT_REFUSED',
    });
    expect(await statusOf(id)).toBe('completed');
  });

  it('waits for gas, and goes on when there is some', async () => {
    const { wallet, chains } = service;
    const balance = await chains.rpc('base', 'eth_getBalance', [wallet.evmOperator, 'latest']);
    await chains.rpc('base', 'hardhat_setBalance', [wallet.evmOperator, '0x1']);
    const id = await newRefund();
    await step();
    expect((await showTransfer(service.ctx, id))?.transfer.problem).toMatch(/too little gas on base/);
    expect(await service.ctx.metrics.registry.metrics()).toContain(
      'causeway_gas_transfers_left{chain="base"} 0',
    );
    await chains.rpc('base', 'hardhat_setBalance', [wallet.evmOperator, balance]);
    expect(await retryTransfer(service.ctx, id)).toBe(true);
    await finish();
    expect(await statusOf(id)).toBe('completed');
    expect(await retryTransfer(service.ctx, id)).toBe(false);
  });

  it('is listed, shown and tried again by commands', async () => {
    const id = await newRefund();
    await service.ctx.db`
      update transfers set due_at = now() + interval '1 hour', problem = 'No gas.' where transfer_id = ${id}`;
    const env = { ...service.env(chain.rpcUrls[0] ?? ''), DATABASE_URL: service.databaseUrl };
    const run = async (...args: string[]) => causewayHere(['transfers', ...args], env);
    const listed = JSON.parse((await run('list', '--status', 'waiting', '--json')).stdout);
    const line = { transfer_id: id, kind: 'refund', amount: '10.000000 USDC', to: payer, problem: 'No gas.' };
    expect(listed).toContainEqual(expect.objectContaining(line));
    expect(await run('list', '--status', 'gone')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--status must be one of'),
    });
    expect(await run('retry', id)).toMatchObject({ code: 0 });
    await finish();
    const shown = JSON.parse((await run('show', id, '--json')).stdout);
    expect(shown).toMatchObject({ status: 'completed', signed: [{ attempt: 1, tx_hash: shown.tx_hash }] });
    expect((await run('retry', id)).stderr).toContain('is completed: it does not wait');
    expect((await run('show', 'ref_none')).stderr).toContain('There is no transfer');
  });

  it('is not sent on a chain that is halted', async () => {
    const { db } = service.ctx;
    await db`
      insert into chain_cursors (chain, number, hash, block_time, halted_at, halted_reason)
      values ('base', 1, '0x', now(), now(), 'test')`;
    const id = await newRefund();
    await finish();
    expect(await statusOf(id)).toBe('waiting');
    await db`delete from chain_cursors`;
    await finish();
    expect(await statusOf(id)).toBe('completed');
  });
});

describe('sweeps', () => {
  /** Worth its gas, whatever the tests before did to its price. */
  const much = 100n * ten;

  /** Money at the deposit address of a payment, seen and final. */
  async function arrive(
    paymentId: string,
    units: bigint,
    { isThere = true, hoursAgo = 2 } = {},
  ): Promise<Address> {
    const { db, ids } = service.ctx;
    const address = depositAddress(service.vault, paymentId);
    if (isThere) await service.chains.pay({ chain: 'base', token: 'USDC', to: address, units });
    await db`
      insert into watched_addresses (chain, address, payment_id, native, registered_at, watch_until)
      values ('base', ${address}, ${paymentId}, false, now(), now()) on conflict do nothing`;
    const id = ids.next('arr');
    await db`
      insert into arrivals (arrival_id, chain, kind, identity, token, address, units, block_hash, block_number,
        block_time, waits_for_finalized, state, seen_at)
      values (${id}, 'base', 'log', ${id}, 'USDC', ${address}, ${units.toString()}::numeric, '0x', 1,
        now() - ${`${hoursAgo} hours`}::interval, false, 'final', now())`;
    return address;
  }

  const sweepsOf = (paymentId: string) =>
    service.ctx.db`select status, units from transfers where source = ${paymentId} order by transfer_id`;

  it('empty the deposits that are worth it together, also of late money, and leave dust', async () => {
    const before = await service.balanceOf(service.vault);
    const deposits = [await arrive('pay_a', much), await arrive('pay_b', 2n * much)];
    const dust = await arrive('pay_dust', 1n);
    // Somebody flushed it before.
    await arrive('pay_gone', much, { isThere: false });
    const nonce = await nonceOnChain();
    await finish();
    expect(await nonceOnChain()).toBe(nonce + 1);
    expect((await service.balanceOf(service.vault)) - before).toBe(3n * much);
    for (const deposit of deposits) expect(await service.balanceOf(deposit)).toBe(0n);
    expect(await service.balanceOf(dust)).toBe(1n);
    expect(await sweepsOf('pay_a')).toEqual([{ status: 'completed', units: much.toString() }]);
    expect(await sweepsOf('pay_gone')).toEqual([{ status: 'completed', units: much.toString() }]);
    expect(await sweepsOf('pay_dust')).toEqual([]);

    await arrive('pay_a', 3n * much);
    lane = newLane();
    await finish();
    expect((await service.balanceOf(service.vault)) - before).toBe(6n * much);
    expect(await sweepsOf('pay_a')).toMatchObject([
      {},
      { status: 'completed', units: (3n * much).toString() },
    ]);
  });

  it('bring what a transfer lacks, and no more', async () => {
    const fresh = { hoursAgo: 0 };
    const deposits = [await arrive('pay_small', much, fresh), await arrive('pay_large', 2n * much, fresh)];
    const transferId = service.ctx.ids.next('trf');
    const units = (await service.balanceOf(service.vault)) + much;
    await requestTransfer(service.ctx, service.ctx.db, {
      transferId,
      kind: 'return',
      environment: 'live',
      merchantId: service.merchantId,
      chain: 'base',
      token: 'USDC',
      toAddress: payer,
      units,
      source: transferId,
      series: `return:${transferId}`,
    });
    // Looked at again and again while the sweep is not mined.
    for (let i = 0; i < 3; i++) await step();
    await finish();
    expect(await statusOf(transferId)).toBe('completed');
    expect(await Promise.all(deposits.map(service.balanceOf))).toEqual([much, 0n]);
    expect(await sweepsOf('pay_small')).toEqual([]);
  });

  it('that a token refuses hold no transfer back: another deposit is swept for it', async () => {
    // Larger than what the transfer lacks, and worth a sweep by itself.
    const frozen = await arrive('pay_frozen', 50n * much);
    // What forwards it reverts, as where the issuer has frozen the address.
    await service.chains.rpc('base', 'hardhat_setCode', [frozen, '0x60006000fd']);
    await finish();
    const [sweep] = await service.ctx.db`select status, problem from transfers where source = 'pay_frozen'`;
    expect(sweep).toEqual({ status: 'waiting', problem: 'The token refused to move.' });
    const free = await arrive('pay_free', 2n * much, { hoursAgo: 0 });
    const transferId = service.ctx.ids.next('trf');
    await requestTransfer(service.ctx, service.ctx.db, {
      transferId,
      kind: 'return',
      environment: 'live',
      merchantId: service.merchantId,
      chain: 'base',
      token: 'USDC',
      toAddress: payer,
      units: (await service.balanceOf(service.vault)) + much,
      source: transferId,
      series: `return:${transferId}`,
    });
    // First the sweep, then the transfer.
    for (let i = 0; i < 3 && (await statusOf(transferId)) !== 'completed'; i++) await finish();
    expect(await statusOf(transferId)).toBe('completed');
    expect(await service.balanceOf(free)).toBe(0n);
    expect(await service.balanceOf(frozen)).toBe(50n * much);
    // It is tried again in between.
    expect(['waiting', 'sending']).toContain((await sweepsOf('pay_frozen'))[0]?.['status']);
  });
});
