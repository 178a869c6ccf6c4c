import type { Address } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { liveChains } from '../../../src/chains/setup/live-chains.ts';
import { createLocalSigner } from '../../../src/chains/wallets/evm/local-signer.ts';
import { explainPayment } from '../../../src/payments/restore/explain-payments.ts';
import { shortOfMoney } from '../../../src/treasury/ledger/shortage.ts';
import { selectPayout } from '../../../src/treasury/payouts/payout-store.ts';
import { release } from '../../../src/treasury/payouts/release-payouts.ts';
import { unknownPaid } from '../../../src/treasury/transfers/hold-transfers.ts';
import { payIdAt, seriesOf } from '../../../src/treasury/transfers/pay-ids.ts';
import { createSendingLane, type SendingLane } from '../../../src/treasury/transfers/sending-lane.ts';
import { showTransfer } from '../../../src/treasury/transfers/transfers.ts';
import { selectUnknownPayments } from '../../../src/treasury/transfers/unknown-payments.ts';
import { backUp } from '../routes/backup.ts';
import { type RpcProxy, startRpcProxy } from './rpc-proxy.ts';
import { confirmations, type SendingService, startSendingService } from './sending-service.ts';

const payer: Address = '0x00000000000000000000000000000000000000Ad';
const ten = 10_000_000n;

let service: SendingService;
/** A node that shows no logs, and hides in its headers that there are any. */
let blind: RpcProxy;
let lane: SendingLane;
let aheadMs = 0;
beforeAll(async () => {
  service = await startSendingService('asked again');
  await service.compare();
  blind = await startRpcProxy({
    url: service.chains.urls.base,
    random: () => 0.5,
    killShare: 0.1,
    maxKills: 0,
    kill: () => {},
    share: { before: 0, after: 0, nullReceipts: 0 },
    alters: (method, result) => {
      if (method === 'eth_getLogs' || method === 'eth_getBlockReceipts') return [];
      const isBlock = method === 'eth_getBlockByNumber' || method === 'eth_getBlockByHash';
      return isBlock && result ? { ...result, logsBloom: `0x${'00'.repeat(256)}` } : result;
    },
  });
});
afterAll(async () => {
  await blind?.stop();
  await service?.stop();
});
beforeEach(() => {
  blind.isOn = false;
  aheadMs = 0;
  lane = newLane();
});

function newLane(): SendingLane {
  const [base] = liveChains(service.ctx.config.chains, service.vault);
  if (!base) throw new Error('base is not configured');
  const clock = { now: () => new Date(Date.now() + aheadMs), nowMs: () => Date.now() + aheadMs };
  const chain = { ...base, rpcUrls: [blind.urlFor(1)] };
  return createSendingLane(
    { ...service.ctx, clock },
    chain,
    service.vault,
    createLocalSigner(service.wallet),
  );
}

/** Steps of a worker and blocks, until what is under way is final. */
async function finish(): Promise<void> {
  for (let i = 0; i < 4; i++) {
    aheadMs += 1000;
    await lane.run(new AbortController().signal);
    await service.chains.mine('base', confirmations + 1);
  }
  aheadMs += 1000;
  await lane.run(new AbortController().signal);
}

const transferOf = async (id: string) => (await showTransfer(service.ctx, id))?.transfer;
const received = () => service.balanceOf(payer);

/** The database forgets what is done, as after a restored backup, and the node does not show it. */
async function forget(work: () => Promise<void>): Promise<void> {
  const restore = await backUp(service.ctx.db);
  await work();
  await restore();
  blind.isOn = true;
  // Headers that a worker has read are those of before.
  lane = newLane();
}

async function paidRefund(paymentId: string, amount: string): Promise<string> {
  const id = await service.refund(paymentId, amount);
  await finish();
  expect(await transferOf(id)).toMatchObject({ status: 'completed' });
  return id;
}

describe('a refund that is asked for again after a restored backup', () => {
  it('is not paid again though the node hides that it was, and ends as paid once it shows it', async () => {
    const payment = await service.addPaid(payer, 3n * ten);
    let txHash: string | null | undefined;
    await forget(async () => {
      txHash = (await transferOf(await paidRefund(payment, '10.00')))?.tx_hash;
    });
    const before = await received();
    const again = await service.refund(payment, '10.00');
    await finish();
    expect(await transferOf(again)).toMatchObject({ status: 'waiting' });
    expect(await received()).toBe(before);
    blind.isOn = false;
    await finish();
    expect(await transferOf(again)).toMatchObject({ status: 'completed', tx_hash: txHash });
    expect(await received()).toBe(before);
    expect(await selectUnknownPayments(service.ctx.db)).toEqual([]);
    // The next one has the next place.
    await paidRefund(payment, '10.00');
    expect(await received()).toBe(before + ten);
  });

  it('is found among several, in whatever order they are asked for', async () => {
    const payment = await service.addPaid(payer, 3n * ten);
    await forget(async () => {
      await paidRefund(payment, '10.00');
      await paidRefund(payment, '4.00');
    });
    const before = await received();
    const ids = [await service.refund(payment, '4.00'), await service.refund(payment, '10.00')];
    await finish();
    expect(await received()).toBe(before);
    blind.isOn = false;
    await finish();
    for (const id of ids) expect(await transferOf(id)).toMatchObject({ status: 'completed' });
    expect(await received()).toBe(before);
    expect(await selectUnknownPayments(service.ctx.db)).toEqual([]);
  });

  it('in another amount is held, with all others of the chain, until the operator has explained what was paid', async () => {
    const payment = await service.addPaid(payer, 3n * ten);
    const others = await service.addPaid(payer, ten);
    await forget(async () => void (await paidRefund(payment, '10.00')));
    const before = await received();
    const again = await service.refund(payment, '12.00');
    await finish();
    expect(await transferOf(again)).toMatchObject({ status: 'waiting' });
    blind.isOn = false;
    const other = await service.refund(others, '10.00');
    await finish();
    expect(await transferOf(again)).toMatchObject({ status: 'waiting', held_reason: unknownPaid });
    expect(await transferOf(other)).toMatchObject({ status: 'waiting', held_reason: unknownPaid });
    expect(await received()).toBe(before);
    const [unknown, ...more] = await selectUnknownPayments(service.ctx.db);
    expect(more).toEqual([]);
    expect(unknown).toMatchObject({ payment_key: payIdAt(seriesOf.refund(payment), 0n), units: `${ten}` });
    // It was something else: the merchant's balance pays for it, and the refund has the place after it.
    if (!unknown) throw new Error('nothing is unknown');
    await service.addPaid(payer, 3n * ten);
    const { merchantId } = service;
    const how = { as: 'merchant', merchantId, anyway: true } as const;
    expect(await explainPayment(service.ctx, unknown, how)).toEqual({ explained: merchantId });
    await finish();
    expect(await transferOf(again)).toMatchObject({
      status: 'completed',
      pay_id: payIdAt(seriesOf.refund(payment), ten),
    });
    expect(await transferOf(other)).toMatchObject({ status: 'completed' });
    expect(await received()).toBe(before + 22_000_000n);
  });
});

it('a refund waits for a comparison with the chain while the operator has sent what the database does not know', async () => {
  const [payment, others] = [await service.addPaid(payer, 2n * ten), await service.addPaid(payer, 3n * ten)];
  await paidRefund(payment, '10.00');
  await forget(async () => void (await paidRefund(payment, '10.00')));
  await service.ctx.db`delete from ledger_reconciliations`;
  const before = await received();
  // Of another payment: its id was never used, and the node hides that something else was paid.
  const id = await service.refund(others, '10.00');
  await finish();
  const problem = expect.stringContaining('the ledger is compared with the chain first');
  expect(await transferOf(id)).toMatchObject({ status: 'waiting', problem });
  await service.compare(ten);
  await finish();
  expect(await transferOf(id)).toMatchObject({ status: 'waiting', problem: shortOfMoney });
  expect(await received()).toBe(before);
  await service.compare();
  await finish();
  expect(await transferOf(id)).toMatchObject({ status: 'completed' });
  expect(await received()).toBe(before + ten);
});

describe('refunds of one payment', () => {
  it('keep their places when one before them fails', async () => {
    const payment = await service.addPaid(payer, 3n * ten);
    const ids = [await service.refund(payment, '10.00'), await service.refund(payment, '10.00')];
    await service.ctx
      .db`update transfers set to_address = ${service.vault} where transfer_id = ${ids[0] ?? ''}`;
    const before = await received();
    await finish();
    await finish();
    // The vault does not pay itself: the first one waits for another address, and its place is free.
    expect(await transferOf(ids[0] ?? '')).toMatchObject({ status: 'failed', pay_id: null });
    const first = payIdAt(seriesOf.refund(payment), 0n);
    expect(await transferOf(ids[1] ?? '')).toMatchObject({ status: 'completed', pay_id: first });
    const third = await paidRefund(payment, '10.00');
    expect((await transferOf(third))?.pay_id).toBe(payIdAt(seriesOf.refund(payment), ten));
    expect(await received()).toBe(before + 2n * ten);
  });

  it('never have the same place, though two workers would give it to them at once', async () => {
    const payment = await service.addPaid(payer, 3n * ten);
    const ids = [await service.refund(payment, '10.00'), await service.refund(payment, '10.00')];
    const payId = payIdAt(seriesOf.refund(payment), 0n);
    const { db } = service.ctx;
    await db`update transfers set pay_id = ${payId} where transfer_id = ${ids[0] ?? ''}`;
    const second = db`update transfers set pay_id = ${payId} where transfer_id = ${ids[1] ?? ''}`;
    await expect(second).rejects.toThrow('transfers_pay_id');
    await db`update transfers set pay_id = null where transfer_id = ${ids[0] ?? ''}`;
    await finish();
    await finish();
    for (const id of ids) expect(await transferOf(id)).toMatchObject({ status: 'completed' });
  });
});

it('a payout that is asked for again after a restored backup is not paid again, though the node hides that it was', async () => {
  const wallet: Address = '0x00000000000000000000000000000000000000b7';
  const shop = await service.addShop(wallet, 5n * ten);
  const { db } = service.ctx;
  const body = { chain: 'base', token: 'USDC', token_amount: '20' };
  /** Workers would compare the chain first, and find that money is missing. Here a stranger's money hides that too. */
  const payOut = async () => {
    const { json, status, text } = await service.call('POST', '/payouts', { key: shop.key, body });
    expect(status, text).toBe(201);
    const id: string = json.data.payout_id;
    const payout = await selectPayout(db, { payout_id: id, merchant_id: null });
    if (payout) await db.begin((tx) => release(service.ctx, tx, payout));
    await finish();
    return id;
  };
  await forget(async () => {
    expect(await transferOf(await payOut())).toMatchObject({ status: 'completed' });
  });
  expect(await service.balanceOf(wallet)).toBe(2n * ten);
  const again = await payOut();
  expect(await transferOf(again)).toMatchObject({ status: 'waiting' });
  blind.isOn = false;
  await finish();
  expect(await transferOf(again)).toMatchObject({ status: 'completed' });
  expect(await service.balanceOf(wallet)).toBe(2n * ten);
  const next = await payOut();
  expect(await transferOf(next)).toMatchObject({ status: 'completed' });
  expect(await service.balanceOf(wallet)).toBe(4n * ten);
});
