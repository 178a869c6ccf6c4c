import { encodeFunctionData, erc20Abi } from 'viem';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { holdLivePayment } from '../../src/payments/payment/payments.ts';
import { holdRefunds } from '../../src/payments/refunds/hold-refunds.ts';
import { explainPayment } from '../../src/payments/restore/explain-payments.ts';
import { checkLedger } from '../../src/treasury/ledger/checks.ts';
import { balanceOf as ledgerBalance } from '../../src/treasury/ledger/ledger.ts';
import { setWallet } from '../../src/treasury/payouts/settings/wallets.ts';
import { deleteExchange, upsertExchange } from '../../src/treasury/recipients/recipient-store.ts';
import { belowZero, takenBack, unknownPaid } from '../../src/treasury/transfers/hold-transfers.ts';
import { seriesOf } from '../../src/treasury/transfers/pay-ids.ts';
import { selectDue } from '../../src/treasury/transfers/store.ts';
import { requestTransfer } from '../../src/treasury/transfers/transfers.ts';
import { selectUnknownPayments } from '../../src/treasury/transfers/unknown-payments.ts';
import { until } from '../support/process.ts';
import { causewayHere } from '../support/process-here.ts';
import type { TestMerchant } from '../support/service.ts';
import { livePayments } from './live-payments.ts';
import { confirmations, type LiveService, startLiveService } from './live-service.ts';

/*
 * A merchant that pays out and then refunds takes money of others, unless its own balance covers what leaves for it.
 */

const wallet = '0x00000000000000000000000000000000000000B0';
const usdc = (dollars: number) => BigInt(dollars * 1e6);

let live: LiveService<'base'>;
let other: TestMerchant;
beforeAll(async () => {
  live = await startLiveService('base');
  other = await live.createMerchant();
  const own = { merchant_id: live.merchantId, environment: 'live' } as const;
  await live.ctx.db.begin((tx) => setWallet(live.ctx, tx, own, 'evm', wallet, 'ada@example.com'));
});
afterAll(() => live?.stop());

const call = (method: 'GET' | 'POST', path: string, body?: object) =>
  live.call(method, path, { key: live.liveKey, ...(body ? { body } : {}) });

async function pay(amount: number, key = live.liveKey, extra = 0): Promise<string> {
  const { openPayment, untilStatus } = livePayments({ call: live.call, liveKey: key });
  const { payment_id, address: to } = await openPayment('base', 'USDC', { amount: `${amount}.00` });
  const from = live.chains.wallets[1];
  await live.chains.pay({ chain: 'base', token: 'USDC', to, units: usdc(amount + extra), from });
  await live.chains.mine('base', confirmations);
  await untilStatus(payment_id, 'completed');
  return payment_id;
}

async function mineUntil(isSo: () => Promise<boolean>, describe: () => string = () => ''): Promise<void> {
  await until(
    async () => {
      await live.chains.mine('base');
      return isSo();
    },
    60_000,
    describe,
  );
}

async function balanceOf(account: string): Promise<bigint> {
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [account as `0x${string}`],
  });
  const to = live.chains.tokens.base.USDC;
  return BigInt((await live.chains.rpc('base', 'eth_call', [{ to, data }, 'latest'])) as string);
}

const isEnded = async (path: string) => (await call('GET', path)).json.data.status === 'completed';

it('a merchant that pays out, refunds and returns takes no more than it received, whatever others have', async () => {
  const payer = live.chains.wallets[1]?.address ?? '';
  const payments = [await pay(50), await pay(50), await pay(16, live.liveKey, 8)];
  const [fund] = (await call('GET', '/unapplied_funds')).json.data;
  const payout = (await call('POST', '/payouts', { chain: 'base', token: 'USDC', token_amount: '60' })).json
    .data;
  await mineUntil(() => isEnded(`/payouts/${payout.payout_id}`));
  const before = await balanceOf(payer);

  const refunds = await Promise.all(
    payments
      .slice(0, 2)
      .map(async (payment_id) => (await call('POST', '/refunds', { payment_id })).json.data),
  );
  expect(refunds.map(({ waiting_for }) => waiting_for).sort()).toEqual(['balance', undefined]);
  const returned = await call('POST', `/unapplied_funds/${fund.unapplied_id}/return`, {});
  expect(returned.status, returned.text).toBe(200);
  // Another merchant's money arrives, and stays that one's.
  await pay(500, other.liveKey);
  const covered = refunds.find(({ waiting_for }) => waiting_for === undefined);
  const waiting = refunds.find(({ waiting_for }) => waiting_for === 'balance');
  await mineUntil(() => isEnded(`/refunds/${covered.refund_id}`));
  await mineUntil(
    async () => (await call('GET', `/unapplied_funds/${fund.unapplied_id}`)).json.data.status === 'returned',
  );
  const more = await call('POST', '/payouts', { chain: 'base', token: 'USDC' });
  expect(more.json.error).toMatchObject({ code: 'PAYOUT_NOT_POSSIBLE' });
  for (let look = 0; look < 10; look++) await live.chains.mine('base');
  // 124 came in. 60 were paid out, 50 refunded, 8 returned.
  expect((await balanceOf(wallet)) + (await balanceOf(payer)) - before).toBe(usdc(60 + 50 + 8 - 500));
  expect((await call('GET', `/refunds/${waiting.refund_id}`)).json.data).toMatchObject({
    status: 'processing',
    waiting_for: 'balance',
    missing_token_amount: '44.000000',
  });
  const theirs = (await live.call('GET', '/balances', { key: other.liveKey })).json.data[0];
  expect(theirs).toMatchObject({ available: '500.000000' });
  expect((await checkLedger(live.ctx.db)).problems).toEqual([]);

  // Its own next payment pays what waits.
  await pay(44);
  await mineUntil(() => isEnded(`/refunds/${waiting.refund_id}`));
  expect((await checkLedger(live.ctx.db)).problems).toEqual([]);
});

it('a transfer for a refund that is not covered is not sent, whoever asked for it', async () => {
  const payment_id = await pay(100);
  const payout = await call('POST', '/payouts', { chain: 'base', token: 'USDC' });
  expect(payout.json.error).toBeUndefined();
  await mineUntil(() => isEnded(`/payouts/${payout.json.data.payout_id}`));
  const made = (await call('POST', '/refunds', { payment_id })).json.data;
  expect(made.waiting_for).toBe('balance');
  await live.ctx.db.begin((tx) =>
    requestTransfer(live.ctx, tx, {
      transferId: made.refund_id,
      kind: 'refund',
      environment: 'live',
      merchantId: live.merchantId,
      chain: 'base',
      token: 'USDC',
      toAddress: live.chains.wallets[1]?.address ?? '',
      units: usdc(100),
      source: made.refund_id,
      series: seriesOf.refund(payment_id),
    }),
  );
  for (let block = 0; block < 10; block++) await live.chains.mine('base');
  const due = await selectDue(live.ctx.db, 'base', new Date(Date.now() + 60_000), 'payments', 10);
  expect(due).toEqual([]);
  expect((await call('GET', `/refunds/${made.refund_id}`)).json.data.status).toBe('processing');
  await pay(100);
  await mineUntil(() => isEnded(`/refunds/${made.refund_id}`));
});

/** A refund of a payment from an exchange, which has no address yet. */
async function refundToGiveLater(payment_id: string, payer: string): Promise<{ refund_id: string }> {
  const { ctx } = live;
  await ctx.db`update api_keys set any_address = true where merchant_id = ${live.merchantId}`;
  await upsertExchange(ctx.db, { address: payer, name: 'Exchange', added_at: ctx.clock.now() });
  const made = (await call('POST', '/refunds', { payment_id })).json.data;
  await deleteExchange(ctx.db, payer);
  expect(made.waiting_for).toBe('address');
  return made;
}

/** The operator explains a payment that a restored backup does not know as the merchant's: so many dollars more than it has. */
async function takeBelowZero(dollars: number, key: string, before = async () => {}): Promise<void> {
  const { ctx, merchantId } = live;
  const own = { merchantId, environment: 'live', chain: 'base', token: 'USDC' } as const;
  const units = (await ledgerBalance(ctx.db, own)) + usdc(dollars);
  await ctx.db`
    insert into unknown_payments (chain, payment_key, tx_hash, token, to_address, units, block_number, found_at)
    values ('base', ${`0x${key.repeat(32)}`}, ${`0x${key.repeat(32)}`}, 'USDC', ${wallet}, ${units.toString()}::numeric, 1, now())`;
  await before();
  const [unknown] = await selectUnknownPayments(ctx.db);
  const what = { as: 'merchant', merchantId, anyway: true } as const;
  expect(unknown && (await explainPayment(ctx, unknown, what))).toEqual({ explained: merchantId });
}

async function heldFor(refundId: string) {
  const [row] = await live.ctx.db<{ held_reason: string | null; is_held: boolean }[]>`
    select held_reason, is_held from transfers join refunds on refund_id = transfer_id where transfer_id = ${refundId}`;
  return row;
}

it('a refund that gets its address while the balance is below zero waits until it is not', async () => {
  const { chains } = live;
  const payer = chains.wallets[1]?.address ?? '';
  const made = await refundToGiveLater(await pay(30), payer);
  await takeBelowZero(5, 'ab');
  const given = await call('POST', `/refunds/${made.refund_id}/address`, { address: payer });
  expect(given.status, given.text).toBe(200);
  expect((await call('GET', `/refunds/${made.refund_id}`)).json.data).toMatchObject({
    status: 'processing',
    waiting_for: 'operator',
  });
  expect(await heldFor(made.refund_id)).toEqual({ held_reason: belowZero, is_held: true });
  await pay(5);
  await mineUntil(() => isEnded(`/refunds/${made.refund_id}`));
});

it('a refund stays held while the balance is below zero, when what it was held for besides is gone', async () => {
  const { ctx, chains } = live;
  const payer = chains.wallets[1]?.address ?? '';
  const payment_id = await pay(30);
  const made = await refundToGiveLater(payment_id, payer);
  await takeBelowZero(5, 'ef');
  await call('POST', `/refunds/${made.refund_id}/address`, { address: payer });
  // The chain takes back the money of its own payment too, and that alone comes back.
  for (const [state, reason] of [
    ['gone', takenBack],
    ['final', belowZero],
  ] as const) {
    await ctx.db.begin(async (tx) => {
      const payment = await holdLivePayment(tx, payment_id);
      await tx`update arrivals set state = ${state} from arrival_uses u
        where u.arrival_id = arrivals.arrival_id and u.payment_id = ${payment_id}`;
      if (payment) await holdRefunds(tx, [payment]);
    });
    expect(await heldFor(made.refund_id)).toEqual({ held_reason: reason, is_held: true });
  }
  await pay(5);
  await mineUntil(() => isEnded(`/refunds/${made.refund_id}`));
});

it('a refund that waited for the operator stays held if the balance is below zero by then', async () => {
  const payer = live.chains.wallets[1]?.address ?? '';
  const made = await refundToGiveLater(await pay(30), payer);
  // What left was the merchant's, and five dollars more than it has.
  await takeBelowZero(5, '12', async () => {
    await call('POST', `/refunds/${made.refund_id}/address`, { address: payer });
    await mineUntil(async () => (await heldFor(made.refund_id))?.held_reason === unknownPaid);
  });
  await mineUntil(async () => (await heldFor(made.refund_id))?.held_reason !== unknownPaid);
  expect(await heldFor(made.refund_id)).toEqual({ held_reason: belowZero, is_held: true });
  await pay(5);
  await mineUntil(() => isEnded(`/refunds/${made.refund_id}`));
});

it('nothing of a token leaves while the pool is short of it, and "ledger check" says so', async () => {
  const payment_id = await pay(20);
  const rest = 'live base USDC';
  // Made short by hand: 600 units left for nobody's account.
  await live.ctx.db`
    insert into ledger_accounts (environment, kind, merchant_id, chain, token)
    values ('live', 'outside', null, 'base', 'USDC') on conflict do nothing`;
  const move = (source: string, units: number) => live.ctx.db`
    insert into ledger_entries (source, kind, environment, line, account_id, other_account_id, units, posted_at)
    select ${source}, 'fee', 'live', 1, ledger_account_id('live', 'outside', null, 'base', 'USDC'),
      ledger_account_id('live', 'vault', null, 'base', 'USDC'), ${units}, now()`;
  await move('by hand', 600);
  const { problems } = await checkLedger(live.ctx.db);
  expect(problems).toContain(`${rest}: 600 units more are owed than are held`);
  const made = (await call('POST', '/refunds', { payment_id })).json.data;
  const problemOf = async () =>
    (await live.ctx.db`select problem from transfers where transfer_id = ${made.refund_id}`)[0]?.['problem'];
  await mineUntil(async () => /Less of this token is there/.test(String(await problemOf())));
  const payout = await call('POST', '/payouts', { chain: 'base', token: 'USDC', token_amount: '1' });
  expect(payout.json.error).toMatchObject({ details: { reason: 'chain_stopped' } });
  const check = await causewayHere(['ledger', 'check'], live.env);
  expect(check.code).toBe(1);
  expect(check.stderr).toContain('600 units more are owed than are held');
  await move('by hand again', -600);
  await mineUntil(() => isEnded(`/refunds/${made.refund_id}`));
});
