import type { KeyPairSigner } from '@solana/kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { usdcMint } from '../../../../devnet/solana/addresses.ts';
import { localSigner } from '../../../../devnet/solana/wallets.ts';
import type { Context } from '../../../src/app/context.ts';
import { liveSolana } from '../../../src/chains/setup/live-chains.ts';
import { createSolanaNode } from '../../../src/chains/solana/node.ts';
import { programAddress } from '../../../src/chains/solana/program-address.ts';
import { createSolanaSenderNode } from '../../../src/chains/solana/sender-node.ts';
import { createSolanaRpc } from '../../../src/chains/solana/solana-rpc.ts';
import { tokenAccountOf } from '../../../src/chains/solana/token-account.ts';
import { createLocalSolanaSigner } from '../../../src/chains/wallets/solana/local-solana-signer.ts';
import { countAlarms } from '../../../src/messages/alarms/alarms.ts';
import { checkLedger } from '../../../src/treasury/ledger/checks.ts';
import type { RateSource } from '../../../src/treasury/prices/rates.ts';
import { differenceIn } from '../../../src/treasury/reconciliation/reconciliation.ts';
import { compareWithSolana } from '../../../src/treasury/reconciliation/solana/compare-solana.ts';
import { bookRefills } from '../../../src/treasury/reconciliation/solana/refills.ts';
import type { SendingLane } from '../../../src/treasury/transfers/sending-lane.ts';
import { requestCold } from '../../../src/treasury/transfers/solana/cold/plan-cold.ts';
import { checkCold, reportCold } from '../../../src/treasury/transfers/solana/cold/report-cold.ts';
import { createSolanaSendingLane } from '../../../src/treasury/transfers/solana/solana-lane.ts';
import { selectUnknownPayments } from '../../../src/treasury/transfers/unknown-payments.ts';
import { balances } from '../ledger/support.ts';
import { backUp } from '../routes/backup.ts';
import { insertPaid } from './paid-payments.ts';
import { type RpcProxy, startRpcProxy } from './rpc-proxy.ts';
import {
  finalityBlocks,
  type SolanaSendingService,
  startSolanaSendingService,
} from './solana-sending-service.ts';

const usdc = (dollars: number) => BigInt(dollars) * 1_000_000n;
/** What stays hot. */
const maxUsd = 20;

let service: SolanaSendingService;
let proxy: RpcProxy;
let payer: KeyPairSigner;
let cold: KeyPairSigner;
let treasury = '';
/** Another cold address, of a program. */
let multisig = '';
let isSwallowing = false;
/** What the treasury had, for a node that shows it still. */
let shown: unknown = null;
let isStale = false;
let aheadMs = 0;
let lane: SendingLane;
/** Transfers to the cold address before the test began, and what was cold then. */
let transfersBefore = 0;
let coldBefore = 0n;
beforeAll(async () => {
  service = await startSolanaSendingService('cold');
  service.ctx.log.level = 'silent';
  cold = await localSigner('cold');
  multisig = await programAddress('Vote111111111111111111111111111111111111111', ['vault']);
  treasury = createLocalSolanaSigner(service.wallet).treasury;
  proxy = await startRpcProxy({
    url: service.chain.url,
    random: () => 0.5,
    killShare: 0,
    maxKills: 0,
    kill: () => {},
    share: { before: 0, after: 0, nullReceipts: 0 },
    swallows: (method) => isSwallowing && method === 'sendTransaction',
    alters(method, result, params) {
      const [accounts] = params;
      const isTreasury = Array.isArray(accounts) && accounts.length === 3 && accounts[1] === treasury;
      if (method !== 'getMultipleAccounts' || !isTreasury) return result;
      if (!isStale) shown = result;
      return shown;
    },
  });
  // Makes the durable nonces.
  lane = newLane({});
  await finish();
});
afterAll(async () => {
  await proxy?.stop();
  await service?.stop();
});
beforeEach(async () => {
  isSwallowing = false;
  isStale = false;
  payer = await localSigner(`payer ${Math.random()}`);
});

interface Settings {
  coldAddress?: string | null;
  max?: number;
  rates?: RateSource;
}

function contextWith({ coldAddress = null, max = maxUsd, rates }: Settings): Context {
  const { ctx } = service;
  const clock = { now: () => new Date(Date.now() + aheadMs), nowMs: () => Date.now() + aheadMs };
  const solanaCold = coldAddress === null ? null : { address: coldAddress, maxUsd: max };
  const config = { ...ctx.config, solanaCold };
  return { ...ctx, clock, config, ...(rates ? { rates: { ...ctx.rates, live: rates } } : {}) };
}

function solana() {
  const chain = liveSolana(service.ctx.config.chains);
  if (!chain) throw new Error('solana is not configured');
  return { ...chain, rpcUrls: [proxy.urlFor(1)] };
}

function newLane(settings: Settings): SendingLane {
  return createSolanaSendingLane(contextWith(settings), solana(), createLocalSolanaSigner(service.wallet));
}

/** A step of a worker that looks at what is hot, a while after the last one. */
async function step(): Promise<void> {
  aheadMs += 10_000;
  lane.nextLookMs = 0;
  await lane.run(new AbortController().signal);
}

/** Steps and blocks until what is under way is finalized. */
async function finish(): Promise<void> {
  for (let i = 0; i < 3; i++) {
    await step();
    service.chain.mine(finalityBlocks + 1);
  }
  await step();
}

/** A worker with the cold address, and the treasury at the maximum. */
async function startCold(): Promise<void> {
  lane = newLane({ coldAddress: cold.address });
  await finish();
  await finish();
  transfersBefore = 0;
  transfersBefore = (await coldTransfers()).length;
  coldBefore = await at(cold.address);
}

async function earn(dollars: number): Promise<string> {
  const payment = await service.addPaid(payer.address, usdc(dollars));
  service.chain.mine(finalityBlocks + 1);
  return payment;
}

const moved = async () => (await at(cold.address)) - coldBefore;
const at = (owner: string) => service.balanceOf(owner);
const inLedger = async (kind: string) => (await balances(service.ctx)).get(`${kind} solana USDC`) ?? 0n;
const coldTransfers = () => service.ctx.db<
  { status: string; units: string; failure_reason: string | null }[]
>`
  select status, units::text, failure_reason from transfers
  where kind = 'cold' order by transfer_id offset ${transfersBefore}`;

/** What a worker finds that compares, after the watcher has read everything. */
async function compare() {
  service.chain.mine(finalityBlocks + 1);
  const slot = service.chain.slot() - finalityBlocks;
  await service.ctx.db`
    insert into chain_cursors (chain, number, final_number) values ('solana', ${slot}, ${slot})
    on conflict (chain) do update set number = ${slot}, final_number = ${slot}`;
  const chain = solana();
  const rpc = createSolanaRpc(service.ctx.openRpc, chain.genesisHash, {
    urls: chain.rpcUrls,
    nowMs: Date.now,
  });
  try {
    await bookRefills(service.ctx, chain, createSolanaNode(rpc));
    const found = await compareWithSolana(service.ctx.db, createSolanaSenderNode(rpc), chain);
    const one = found?.comparisons.find(({ token }) => token === 'USDC');
    if (!one) throw new Error('nothing was compared');
    return {
      difference: differenceIn(one),
      accounts: Object.fromEntries(one.accounts.map((a) => [a.kind, a])),
    };
  } finally {
    await rpc.close();
  }
}

describe('money that the treasury need not hold', () => {
  it('stays there where no cold address is set', async () => {
    lane = newLane({});
    await earn(100);
    const before = await at(treasury);
    await finish();
    expect(await at(treasury)).toBe(before);
    expect(await service.ctx.db`select 1 from transfers where kind = 'cold'`).toEqual([]);
    expect(await reportCold(service.ctx.db)).toBeNull();
  });

  it('goes to the cold address down to the maximum, once, is booked and compared', async () => {
    await startCold();
    await compare();
    await earn(50);
    await finish();
    expect(await at(treasury)).toBe(usdc(maxUsd));
    expect(await moved()).toBe(usdc(50));
    expect(await inLedger('vault')).toBe(usdc(maxUsd));
    const { difference, accounts } = await compare();
    expect(difference).toBe(0n);
    expect(accounts['cold']).toMatchObject({ onChain: await inLedger('cold') });
    expect(await at(cold.address)).toBe(await inLedger('cold'));
    expect((await coldTransfers()).every(({ status }) => status === 'completed')).toBe(true);
    expect(await checkLedger(service.ctx.db)).toMatchObject({ problems: [] });
    expect(await reportCold(service.ctx.db)).toMatchObject({
      problem: null,
      refill: null,
      address: cold.address,
    });
  });

  it('stays while refunds, payouts and balances that are due within a day need it', async () => {
    await startCold();
    const payment = await earn(100);
    await service.ctx.db`
      update transfers set held_reason = 'the test holds it' where kind = 'cold' and status = 'waiting'`;
    const id = await service.refund(payment, '90.00');
    await service.ctx.db`update transfers set held_reason = 'the operator looks' where transfer_id = ${id}`;
    await finish();
    // 120 are there. 90 are asked for, and more than the maximum.
    expect(await at(treasury)).toBe(usdc(90));
    await service.ctx.db`update transfers set held_reason = null where transfer_id = ${id}`;
    await finish();
    expect(await at(payer.address)).toBe(usdc(90));
    const next = await dueTomorrow();
    await earn(70);
    await finish();
    const owed = -(await inLedger(`merchant_balance ${service.merchantId}`));
    expect(await at(treasury)).toBe(owed < usdc(70) ? owed : usdc(70));
    await next();
    await finish();
    expect(await at(treasury)).toBe(usdc(maxUsd));
  });

  it('is not sent if a payout needs it by the time that it would be signed', async () => {
    await startCold();
    const payment = await earn(40);
    const id = await service.refund(payment, '40.00');
    const ctx = contextWith({ coldAddress: cold.address });
    await ctx.db.begin((tx) =>
      requestCold(ctx, tx, { address: cold.address, token: 'USDC', units: usdc(50) }),
    );
    await service.ctx
      .db`update transfers set created_at = now() - interval '1 hour' where kind = 'cold' and status = 'waiting'`;
    await finish();
    expect(await coldTransfers()).toMatchObject([{ status: 'failed', failure_reason: 'NOT_NEEDED' }]);
    expect(await at(payer.address)).toBe(usdc(40));
    expect(await service.paidOnChain([id])).toEqual([1]);
    expect(await moved()).toBe(0n);
    expect((await compare()).difference).toBe(0n);
  });

  it('is not sent to an address that is another one, or a merchant’s, by the time that it would be signed', async () => {
    await startCold();
    await earn(40);
    const { ctx } = service;
    const request = () =>
      ctx.db.begin((tx) => requestCold(ctx, tx, { address: cold.address, token: 'USDC', units: usdc(40) }));
    await request();
    await ctx.db`
      insert into payout_wallets (wallet_id, merchant_id, environment, family, address, created_at, holds_from)
      values ('wal_taken', ${service.merchantId}, 'live', 'solana', ${cold.address}, now(), now())`;
    await finish();
    await ctx.db`delete from payout_wallets where wallet_id = 'wal_taken'`;
    await request();
    const other = (await localSigner('another cold address')).address;
    lane = newLane({ coldAddress: other, max: 1000 });
    await finish();
    const failed = { status: 'failed', failure_reason: 'NOT_NEEDED' };
    expect(await coldTransfers()).toMatchObject([failed, failed]);
    expect(await moved()).toBe(0n);
    expect(await at(treasury)).toBe(usdc(maxUsd + 40));
  });

  it('is moved once when a worker dies after it has signed, and two workers look at once', async () => {
    await startCold();
    await earn(60);
    isSwallowing = true;
    await step();
    expect(await coldTransfers()).toMatchObject([{ status: 'sending' }]);
    isSwallowing = false;
    const [one, two] = [newLane({ coldAddress: cold.address }), newLane({ coldAddress: cold.address })];
    for (let i = 0; i < 4; i++) {
      aheadMs += 10_000;
      for (const each of [one, two]) each.nextLookMs = 0;
      await Promise.all([one, two].map((each) => each.run(new AbortController().signal)));
      service.chain.mine(finalityBlocks + 1);
    }
    await finish();
    expect(await moved()).toBe(usdc(60));
    expect(await at(treasury)).toBe(usdc(maxUsd));
    expect(await inLedger('vault')).toBe(usdc(maxUsd));
    expect((await compare()).difference).toBe(0n);
  });

  it('is neither moved again nor asked about after a backup was restored', async () => {
    await startCold();
    await earn(30);
    const goBack = await backUp(service.ctx.db);
    await finish();
    await earn(25);
    await finish();
    expect(await moved()).toBe(usdc(55));
    await goBack();
    // The second payment is forgotten: as much more is on the chain than the ledger knows of.
    lane = newLane({ coldAddress: cold.address });
    await finish();
    await finish();
    expect(await selectUnknownPayments(service.ctx.db, 'solana')).toEqual([]);
    expect(await moved()).toBe(usdc(55));
    expect(await coldTransfers()).toMatchObject([
      { status: 'completed', units: usdc(30).toString() },
      { status: 'completed', units: usdc(25).toString() },
    ]);
    // Once the payment is known again, the ledger has what the chain has.
    await insertPaid(service, 'solana', payer.address, usdc(25));
    await finish();
    expect(await moved()).toBe(usdc(55));
    expect((await compare()).difference).toBe(0n);
  });

  it('stays while nobody has booked it: who waits for it is not known yet', async () => {
    await startCold();
    await service.chain.pay({ token: 'USDC', to: treasury, units: usdc(30) });
    service.chain.mine(finalityBlocks + 1);
    await finish();
    // What is booked leaves, down to the maximum.
    expect(await at(treasury)).toBe(usdc(30));
    await insertPaid(service, 'solana', payer.address, usdc(30));
    await finish();
    expect(await at(treasury)).toBe(usdc(maxUsd));
  });

  it('stays for refunds too while a node shows what the treasury had before others were paid', async () => {
    await startCold();
    lane = newLane({ coldAddress: cold.address, max: 1000 });
    const payment = await earn(60);
    await finish();
    isStale = true;
    await service.refund(payment, '10.00');
    await finish();
    const waiting = await service.refund(payment, '45.00');
    await service.ctx
      .db`update transfers set held_reason = 'the test holds it' where transfer_id = ${waiting}`;
    lane = newLane({ coldAddress: cold.address, max: 0 });
    await finish();
    expect(await at(treasury)).toBe(usdc(45));
    isStale = false;
    await service.ctx.db`update transfers set held_reason = null where transfer_id = ${waiting}`;
    await finish();
    expect(await service.paidOnChain([waiting])).toEqual([1]);
    await earn(maxUsd);
  });

  it('waits for prices, and says so', async () => {
    await startCold();
    const rates = { ...service.ctx.rates.live, usdPerToken: () => null };
    lane = newLane({ coldAddress: cold.address, rates });
    await earn(30);
    await finish();
    expect(await coldTransfers()).toEqual([]);
    expect(await reportCold(service.ctx.db)).toMatchObject({ problem: expect.stringContaining('no price') });
    lane = newLane({ coldAddress: cold.address });
    await finish();
    expect(await moved()).toBe(usdc(30));
  });
});

/** The merchant's balance is paid out within a day. Returns what undoes it. */
async function dueTomorrow(): Promise<() => Promise<unknown>> {
  const { ctx, merchantId } = service;
  await ctx.db`
    insert into settlement_settings (merchant_id, environment, asset, schedule, currency, minimum_minor, reserve_minor, due_at)
    values (${merchantId}, 'live', 'as_received', 'daily', 'USD', 0, 0, now() + interval '20 hours')
    on conflict (merchant_id, environment) do update set due_at = excluded.due_at, schedule = excluded.schedule`;
  await ctx.db`
    insert into payout_wallets (wallet_id, merchant_id, environment, family, address, created_at, holds_from)
    values (${ctx.ids.next('trf')}, ${merchantId}, 'live', 'solana', 'nobody', now(), now())`;
  return () =>
    ctx.db`update settlement_settings set due_at = null, schedule = 'manual' where merchant_id = ${merchantId}`;
}

describe('a cold address', () => {
  const refused = async (address: string): Promise<string> => {
    lane = newLane({ coldAddress: address });
    const before = await at(treasury);
    await step();
    await finish();
    expect(await at(treasury)).toBe(before);
    expect((await countAlarms(service.ctx)).get('cold')).toBe(1);
    return (await reportCold(service.ctx.db))?.problem ?? '';
  };

  it('that is ours, a merchant’s, a token account, a program or nobody’s is refused, with an alarm', async () => {
    await startCold();
    await earn(10);
    const { feePayer, trader } = createLocalSolanaSigner(service.wallet);
    expect(await refused(treasury)).toContain('is the treasury');
    expect(await refused(feePayer)).toContain('is the fee payer');
    expect(await refused(trader)).toContain('exchanges');
    expect(await refused(await tokenAccountOf(treasury, usdcMint))).toContain(
      'token account of the treasury',
    );
    const { address: deposit } = await localSigner('deposit address');
    await service.ctx.db`
      insert into solana_addresses (index, address, made_at) values (999, ${deposit}, now())`;
    expect(await refused(deposit)).toContain('deposit address');
    const own = await localSigner('wallet of a merchant');
    await service.ctx.db`
      insert into payout_wallets (wallet_id, merchant_id, environment, family, address, created_at, holds_from)
      values ('wal_cold', ${service.merchantId}, 'live', 'solana', ${own.address}, now(), now())`;
    expect(await refused(own.address)).toContain('payout wallet of a merchant');
    await service.chain.pay({ token: 'USDC', to: own.address, units: 1n });
    service.chain.mine(finalityBlocks + 1);
    expect(await refused(await tokenAccountOf(own.address, usdcMint))).toContain('is a token account');
    expect(await refused(usdcMint)).toContain('token account');
    expect(await refused('Vote111111111111111111111111111111111111111')).toMatch(/program|no key/);
    expect(await refused(multisig)).toContain('no key');
    // As the vault of a multisig, which has been used before.
    await service.chain.pay({ token: 'SOL', to: multisig, units: 2_000_000n });
    service.chain.mine(finalityBlocks + 1);
    lane = newLane({ coldAddress: multisig });
    await finish();
    expect(await at(multisig)).toBeGreaterThanOrEqual(usdc(10));
    expect(await reportCold(service.ctx.db)).toMatchObject({ problem: null });
    expect((await countAlarms(service.ctx)).get('cold')).toBe(0);
  });
});

describe('a refill', () => {
  it('is asked for while refunds wait, is booked when it comes, and pays them', async () => {
    await startCold();
    await compare();
    const payment = await earn(100);
    await finish();
    expect(await at(treasury)).toBe(usdc(maxUsd));
    const before = await inLedger('cold');
    const id = await service.refund(payment, '100.00');
    await finish();
    const report = await reportCold(service.ctx.db);
    expect(report?.refill).toBe('refunds and payouts wait for 80.000000 USDC');
    expect((await countAlarms(service.ctx)).get('refill')).toBe(1);
    const [line] = await checkCold(contextWith({ coldAddress: cold.address }));
    expect(line).toMatchObject({ what: 'cold', todo: expect.stringContaining('80.000000 USDC') });
    await service.chain.pay({ token: 'SOL', to: cold.address, units: 10_000_000n });
    await service.chain.pay({ token: 'USDC', to: treasury, units: usdc(80), from: cold });
    const { difference, accounts } = await compare();
    expect(difference).toBe(0n);
    expect(accounts['vault']).toMatchObject({ ledger: usdc(maxUsd + 80), onChain: usdc(maxUsd + 80) });
    expect(before - (await inLedger('cold'))).toBe(usdc(80));
    expect((await compare()).difference).toBe(0n);
    await finish();
    expect(await service.paidOnChain([id])).toEqual([1]);
    expect(await at(payer.address)).toBe(usdc(100));
    expect((await countAlarms(service.ctx)).get('refill')).toBe(0);
    expect((await compare()).difference).toBe(0n);
  });

  it('that comes before anybody has compared is booked, and nothing that was sent before anything was cold', async () => {
    await startCold();
    const quick = await localSigner('another cold address');
    await service.chain.pay({ token: 'SOL', to: quick.address, units: 10_000_000n });
    await service.chain.pay({ token: 'USDC', to: quick.address, units: usdc(3) });
    service.chain.mine(finalityBlocks + 1);
    // The operator's own money, long before.
    await service.chain.pay({ token: 'USDC', to: treasury, units: usdc(3), from: quick });
    service.chain.mine(finalityBlocks + 1);
    lane = newLane({ coldAddress: quick.address, max: 1000 });
    await finish();
    const before = await inLedger('cold');
    await earn(40);
    lane = newLane({ coldAddress: quick.address });
    await finish();
    const sent = await at(quick.address);
    expect(sent).toBeGreaterThan(0n);
    expect(await inLedger('cold')).toBe(before + sent);
    await service.chain.pay({ token: 'USDC', to: treasury, units: sent, from: quick });
    for (let again = 0; again < 2; again++) {
      await compare();
      expect(await inLedger('cold')).toBe(before);
    }
    lane = newLane({ coldAddress: cold.address });
    await finish();
  });

  it('with money of the operator’s own brings only what is cold; the rest is a surplus', async () => {
    await startCold();
    await compare();
    await earn(15);
    await finish();
    const known = await inLedger('cold');
    await service.chain.pay({ token: 'SOL', to: cold.address, units: 10_000_000n });
    await service.chain.pay({ token: 'USDC', to: cold.address, units: known + usdc(5) });
    // The operator's own money there covers nothing.
    const even = await compare();
    expect(even.accounts['cold']).toEqual({ kind: 'cold', ledger: known, onChain: known });
    const there = await at(cold.address);
    await service.chain.pay({ token: 'USDC', to: treasury, units: there, from: cold });
    const { difference } = await compare();
    expect(await inLedger('cold')).toBe(0n);
    expect(difference).toBe(even.difference + there - known);
    // Nothing is cold any more that could come back.
    await service.chain.pay({ token: 'USDC', to: cold.address, units: usdc(1) });
    await service.chain.pay({ token: 'USDC', to: treasury, units: usdc(1), from: cold });
    expect((await compare()).difference).toBe(difference + usdc(1));
    expect(await inLedger('cold')).toBe(0n);
  });

  it('that never comes shows as missing money: what left the cold address for elsewhere stops payouts', async () => {
    await startCold();
    await compare();
    lane = newLane({ coldAddress: cold.address, max: 0 });
    await finish();
    const { difference } = await compare();
    const own = (await at(cold.address)) + (await at(multisig)) - (await inLedger('cold'));
    await service.chain.pay({ token: 'SOL', to: cold.address, units: 10_000_000n });
    await service.chain.pay({ token: 'USDC', to: payer.address, units: own + usdc(5), from: cold });
    expect((await compare()).difference).toBe(difference - usdc(5));
  });
});
