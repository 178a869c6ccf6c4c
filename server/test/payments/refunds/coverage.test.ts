import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { sumSettled } from '../../../src/dashboard/home/stats-store.ts';
import { chains } from '../../../src/lib/chains/registry.ts';
import { setFee, setRefundFees } from '../../../src/merchants/merchants.ts';
import { notRecorded } from '../../../src/messages/alarms/unrecorded.ts';
import { checkLedger } from '../../../src/treasury/ledger/checks.ts';
import { setWallet } from '../../../src/treasury/payouts/settings/wallets.ts';
import { manualClock, passSeconds } from '../../support/clock.ts';
import { startTestService, type TestMerchant, type TestService } from '../../support/service.ts';
import { randomAt, unlimited } from '../support.ts';
import { createPaid } from './support.ts';

const day = 24 * 60 * 60 * 1000;
const clock = manualClock();
let service: TestService;
let shop: TestMerchant;
beforeAll(async () => {
  service = await startTestService({ clock, random: randomAt('min'), requestsPerMinute: unlimited });
});
afterAll(() => service.stop());
beforeEach(async () => {
  shop = await service.createMerchant();
  await setEvmWallet(shop);
});

async function setEvmWallet({ merchantId }: TestMerchant): Promise<void> {
  const { ctx } = service;
  const address = '0x00000000000000000000000000000000000000B0';
  const owner = { merchant_id: merchantId, environment: 'test' } as const;
  await ctx.db.begin((tx) => setWallet(ctx, tx, owner, 'evm', address, 'ada@example.com'));
}

const call = (method: 'GET' | 'POST', path: string, body?: object, who = shop) =>
  service.call(method, path, { key: who.testKey, ...(body ? { body } : {}) });
const asset = { accepted_chains: ['base'], accepted_tokens: ['USDC'] };
const paid = async (amount: string, who = shop): Promise<string> =>
  (await createPaid(service, { amount, currency: 'USD', ...asset }, { key: who.testKey })).payment_id;
const refund = async (paymentId: string, amount?: string, who = shop) => {
  const body = { payment_id: paymentId, ...(amount ? { amount } : {}) };
  const answer = await call('POST', '/refunds', body, who);
  expect(answer.status, answer.text).toBe(201);
  return answer.json.data;
};
const get = async (refundId: string, who = shop) =>
  (await call('GET', `/refunds/${refundId}`, undefined, who)).json.data;
const balance = async () => (await call('GET', '/balances')).json.data[0];
const pass = (seconds: number) => passSeconds(service, clock, seconds);
/** Pays out all that is available. */
async function payOut(): Promise<void> {
  const answer = await call('POST', '/payouts', { chain: 'base', token: 'USDC' });
  expect(answer.status, answer.text).toBe(201);
  await pass(4);
}

describe('a refund that the balance does not cover', () => {
  it('waits on while the database refuses to cover it, or to end it after 30 days', async () => {
    const { db } = service.ctx;
    const refusing = async ({ refund_id: id }: { refund_id: string }, work: () => Promise<void>) => {
      const isKept = `refund_id <> '${id}' or (covered_at is null and status = 'processing')`;
      await db.unsafe(`alter table refunds add constraint refused check (${isKept}) not valid`);
      try {
        await work();
        expect(await get(id)).toMatchObject({ status: 'processing', waiting_for: 'balance' });
      } finally {
        await db.unsafe('alter table refunds drop constraint refused');
      }
    };
    const first = await paid('50.00');
    await payOut();
    const covered = await refund(first, '30.00');
    await refusing(covered, async () => {
      await paid('30.00');
      await pass(4);
    });
    await pass(4);
    expect(await get(covered.refund_id)).toMatchObject({ status: 'completed' });
    const ended = await refund(first, '20.00');
    await refusing(ended, () => {
      clock.advance(30 * 86_400_000);
      return pass(60);
    });
    await pass(120);
    expect(await get(ended.refund_id)).toMatchObject({ status: 'failed' });
  });

  it('is accepted and waits, says what is missing, and is sent when a payment makes up for it', async () => {
    const paymentId = await paid('50.00');
    await payOut();
    const waiting = await refund(paymentId, '30.00');
    expect(waiting).toMatchObject({
      status: 'processing',
      waiting_for: 'balance',
      missing_token_amount: '30.000000',
    });
    expect((await call('GET', `/payments/${paymentId}`)).json.data.status).toBe('partially_refunded');
    const events = (await call('GET', '/events?type=refund.waiting')).json.data;
    expect(events[0].data).toMatchObject({
      refund_id: waiting.refund_id,
      waiting_for: 'balance',
      missing_token_amount: '30.000000',
    });
    await pass(10);
    expect(await get(waiting.refund_id)).toMatchObject({ status: 'processing', waiting_for: 'balance' });
    expect(await balance()).toMatchObject({ available: '0.000000', missing: '30.000000' });
    await paid('20.00');
    expect(await get(waiting.refund_id)).toMatchObject({ missing_token_amount: '10.000000' });
    expect(await balance()).toMatchObject({ available: '0.000000', missing: '10.000000' });
    await paid('15.00');
    await pass(4);
    expect(await get(waiting.refund_id)).toMatchObject({ status: 'completed' });
    expect(await balance()).toMatchObject({ available: '5.000000', missing: '0.000000' });
  });

  it('counts for its payment, which cannot be refunded twice meanwhile', async () => {
    const paymentId = await paid('50.00');
    await payOut();
    await refund(paymentId);
    const again = await call('POST', '/refunds', { payment_id: paymentId, amount: '1.00' });
    expect(again.json.error.code).toBe('REFUND_EXCEEDS_AMOUNT');
  });

  it('is not overtaken by a smaller one that was asked for later, nor by a payout', async () => {
    const first = await paid('50.00');
    const second = await paid('5.00');
    await payOut();
    const large = await refund(first);
    await paid('20.00');
    const small = await refund(second);
    expect(small).toMatchObject({ waiting_for: 'balance', missing_token_amount: '35.000000' });
    await pass(5);
    expect(await get(small.refund_id)).toMatchObject({ waiting_for: 'balance' });
    const payout = await call('POST', '/payouts', { chain: 'base', token: 'USDC', token_amount: '1' });
    expect(payout.json.error).toMatchObject({ code: 'PAYOUT_NOT_POSSIBLE' });
    await paid('35.00');
    await pass(4);
    expect(await get(large.refund_id)).toMatchObject({ status: 'completed' });
    expect(await get(small.refund_id)).toMatchObject({ status: 'completed' });
    expect(await balance()).toMatchObject({ available: '0.000000' });
  });

  it('can be cancelled, once, and lets those behind it go', async () => {
    const first = await paid('50.00');
    const second = await paid('5.00');
    await payOut();
    const large = await refund(first);
    const small = await refund(second);
    await paid('5.00');
    const cancelled = await call('POST', `/refunds/${large.refund_id}/cancel`);
    expect(cancelled.json.data).toMatchObject({ status: 'failed', failure_reason: 'CANCELLED' });
    expect((await call('GET', `/payments/${first}`)).json.data.status).toBe('completed');
    await pass(4);
    expect(await get(small.refund_id)).toMatchObject({ status: 'completed' });
    for (const id of [large.refund_id, small.refund_id])
      expect((await call('POST', `/refunds/${id}/cancel`)).json.error.code).toBe('REFUND_NOT_WAITING');
    const events = (await call('GET', '/events?type=refund.failed')).json.data;
    expect(events[0].data).toMatchObject({ refund_id: large.refund_id, failure_reason: 'CANCELLED' });
  });

  it('fails after 30 days, and its amount can be refunded again', async () => {
    const paymentId = await paid('50.00');
    await payOut();
    const { refund_id } = await refund(paymentId);
    clock.advance(30 * day - 60_000);
    await service.runDue();
    expect(await get(refund_id)).toMatchObject({ status: 'processing' });
    clock.advance(120_000);
    await service.runDue();
    expect(await get(refund_id)).toMatchObject({
      status: 'failed',
      failure_reason: 'INSUFFICIENT_BALANCE',
    });
    expect((await call('GET', `/payments/${paymentId}`)).json.data.status).toBe('completed');
  });

  it('is covered once, however many workers look, and never together with a payout of the same money', async () => {
    const paymentId = await paid('50.00');
    await payOut();
    const { refund_id } = await refund(paymentId);
    await paid('50.00');
    const payout = { chain: 'base', token: 'USDC', token_amount: '50' };
    await Promise.all([
      service.runDue(),
      service.runDue(),
      call('POST', '/payouts', payout),
      call('POST', '/payouts', payout),
    ]);
    await pass(4);
    expect(await get(refund_id)).toMatchObject({ status: 'completed' });
    expect(await balance()).toMatchObject({ available: '0.000000', in_transit: '0.000000' });
    expect((await checkLedger(service.ctx.db)).problems).toEqual([]);
  });

  it('is covered or not, when refunds of all money are asked for at once', async () => {
    const payments = [await paid('10.00'), await paid('10.00'), await paid('10.00')];
    const payout = await call('POST', '/payouts', { chain: 'base', token: 'USDC', token_amount: '15' });
    expect(payout.status).toBe(201);
    const made = await Promise.all(payments.map((paymentId) => refund(paymentId)));
    expect(made.filter(({ waiting_for }) => waiting_for === undefined)).toHaveLength(1);
    await pass(4);
    expect(await balance()).toMatchObject({ available: '0.000000', missing: '15.000000' });
    expect((await checkLedger(service.ctx.db)).problems).toEqual([]);
  });
});

describe("the operator's fee", () => {
  const income = async () => {
    const [row] = await service.ctx.db<{ units: string }[]>`
      select -ledger_balance(ledger_account_id('test', 'fee_income', null, 'base', 'USDC')) as units`;
    return BigInt(row?.units ?? '0');
  };

  it('is given back with what is refunded, to the last unit, so that a payment always covers its refunds', async () => {
    await setFee(service.ctx, shop.merchantId, 33);
    const before = await income();
    const paymentId = await paid('0.51');
    expect((await income()) - before).toBe(1683n);
    for (const amount of ['0.17', '0.17', '0.17']) {
      const made = await refund(paymentId, amount);
      expect(made.waiting_for).toBeUndefined();
    }
    await pass(4);
    expect(await income()).toBe(before);
    expect(await balance()).toMatchObject({ available: '0.000000' });
  });

  it('is earned again when the refund fails', async () => {
    await setFee(service.ctx, shop.merchantId, 100);
    const before = await income();
    const paymentId = await paid('10.00');
    await refund(paymentId, '6.66');
    expect((await income()) - before).toBe(100_000n - 66_600n);
    await pass(4);
    expect((await income()) - before).toBe(100_000n);
  });

  it('is kept where the operator says so: the rest of the balance pays it, or the refund waits', async () => {
    await setFee(service.ctx, shop.merchantId, 100);
    await setRefundFees(service.ctx, shop.merchantId, 'kept');
    const before = await income();
    const made = await refund(await paid('10.00'));
    expect(made).toMatchObject({ waiting_for: 'balance', missing_token_amount: '0.100000' });
    await paid('1.00');
    await pass(4);
    expect(await get(made.refund_id)).toMatchObject({ status: 'completed' });
    expect((await income()) - before).toBe(110_000n);
  });
});

it('a transfer that cannot be recorded is set aside alone, and others of the batch are carried out', async () => {
  const healthy = await service.createMerchant();
  const theirs = await refund(await paid('10.00', healthy), undefined, healthy);
  const mine = await refund(await paid('10.00'));
  // What follows from its end is refused, as by a fault in what is booked.
  const { followers } = service.ctx;
  const { transfersEnded } = followers;
  followers.transfersEnded = async (tx, rows, move) => {
    if (rows.some(({ source }) => source === mine.refund_id)) await tx`select 1 / 0`;
    await transfersEnded(tx, rows, move);
  };
  const logged = vi.spyOn(service.ctx.log, 'error').mockImplementation(() => {});
  await pass(4);
  expect(await get(theirs.refund_id, healthy)).toMatchObject({ status: 'completed' });
  expect(await get(mine.refund_id)).toMatchObject({ status: 'processing' });
  const [row] = await service.ctx.db`
    select status, held_reason from transfers where transfer_id = ${mine.refund_id}`;
  expect(row).toEqual({ status: 'waiting', held_reason: notRecorded });
  expect(logged).toHaveBeenCalledWith(
    expect.objectContaining({ transferId: mine.refund_id }),
    'what became of a transfer could not be recorded',
  );
  logged.mockRestore();
  followers.transfersEnded = transfersEnded;
});

describe('refunds of other merchants', () => {
  const options = Object.entries(chains)
    .filter(([, { family }]) => family === 'evm')
    .flatMap(([chain, { tokens }]) => tokens.map(({ symbol: token }) => ({ chain, token })));
  const inAsset = async (amount: string, { chain, token }: (typeof options)[number], who: TestMerchant) => {
    const accepted = { accepted_chains: [chain], accepted_tokens: [token] };
    return (await createPaid(service, { amount, currency: 'USD', ...accepted }, { key: who.testKey }))
      .payment_id;
  };

  /** A balance that a small refund would fit, behind a larger one that it does not cover. */
  async function stuck(option: (typeof options)[number], who: TestMerchant): Promise<void> {
    const large = await inAsset('10.00', option, who);
    const small = await inAsset('1.00', option, who);
    const payout = await call('POST', '/payouts', option, who);
    expect(payout.status, payout.text).toBe(201);
    await refund(large, undefined, who);
    await refund(small, '0.50', who);
    await inAsset('1.00', option, who);
  }

  it('are covered, however many balances cannot go on', async () => {
    const hostile = await service.createMerchant();
    await setEvmWallet(hostile);
    for (const option of options) await stuck(option, hostile);
    // More than are read at once.
    expect(options.length).toBeGreaterThan(20);
    const paymentId = await paid('50.00');
    await payOut();
    const { refund_id } = await refund(paymentId);
    await paid('60.00');
    await pass(4);
    expect(await get(refund_id)).toMatchObject({ status: 'completed' });
  });
});

describe('a top-up', () => {
  it('asks for exactly what refunds lack, without a fee, and is no revenue', async () => {
    await setFee(service.ctx, shop.merchantId, 100);
    const paymentId = await paid('50.00');
    await payOut();
    const waiting = await refund(paymentId, '20.00');
    expect(waiting).toMatchObject({ waiting_for: 'balance', missing_token_amount: '19.800000' });
    const made = await call('POST', '/balances/top_up', { chain: 'base', token: 'USDC' });
    expect(made.status, made.text).toBe(201);
    expect(made.json.data).toMatchObject({
      status: 'pending',
      purpose: 'top_up',
      amount: '19.80',
      accepted_chains: ['base'],
      accepted_tokens: ['USDC'],
    });
    const topUpId = made.json.data.payment_id;
    await call('POST', `/payments/${topUpId}/simulate`, { outcome: 'complete' });
    await pass(4);
    expect((await call('GET', `/payments/${topUpId}`)).json.data).toMatchObject({
      status: 'completed',
      token_amount: '19.800000',
    });
    expect(await get(waiting.refund_id)).toMatchObject({ status: 'completed' });
    expect(await balance()).toMatchObject({ available: '0.000000', missing: '0.000000' });
    const now = clock.now().getTime();
    const period = {
      merchantId: shop.merchantId,
      environment: 'test',
      startsMs: [now - day, now + day],
    } as const;
    const sums = await sumSettled(service.ctx.db, { ...period, startsMs: [...period.startsMs] });
    expect(sums.filter(({ day: one }) => one !== null)).toMatchObject([{ amount_minor: '5000', count: 1 }]);
  });

  const topUp = () => call('POST', '/balances/top_up', { chain: 'base', token: 'USDC' });
  const complete = async ({ payment_id }: { payment_id: string }) => {
    await call('POST', `/payments/${payment_id}/simulate`, { outcome: 'complete' });
    await pass(4);
  };
  const feesBooked = async () => {
    const [row] = await service.ctx.db<{ units: string }[]>`
      select coalesce(-sum(e.units), 0) as units from ledger_entries e
      join ledger_accounts a using (account_id) join payments p on p.payment_id = e.source
      where a.kind = 'fee_income' and p.merchant_id = ${shop.merchantId} and p.purpose = 'top_up'`;
    return row?.units;
  };

  it('is one at a time: all that are open ask for no more than what is missing, also if asked for at once', async () => {
    const paymentId = await paid('50.00');
    await payOut();
    await refund(paymentId, '20.00');
    const answers = await Promise.all([topUp(), topUp(), topUp(), topUp()]);
    for (const { status, text } of answers) expect(status, text).toBe(201);
    expect(new Set(answers.map(({ json }) => json.data.payment_id)).size).toBe(1);

    await refund(paymentId, '12.00');
    const rest = await topUp();
    expect(rest.json.data).toMatchObject({ amount: '12.00' });
    expect((await topUp()).json.data.payment_id).toBe(rest.json.data.payment_id);
    await call('POST', `/payments/${answers[0]?.json.data.payment_id}/cancel`);
    expect((await topUp()).json.data).toMatchObject({ amount: '20.00', status: 'pending' });
  });

  it('has the usual fee on what is not missing any more when it is paid', async () => {
    await setFee(service.ctx, shop.merchantId, 100);
    const paymentId = await paid('100.00');
    await payOut();
    const refunds = [await refund(paymentId, '10.00'), await refund(paymentId, '30.00')];
    const { json } = await topUp();
    expect(json.data).toMatchObject({ amount: '39.60' });
    await call('POST', `/refunds/${refunds[1]?.refund_id}/cancel`);
    await complete(json.data);
    // Of 39.60, 9.90 were missing: the fee is 1 % of the rest.
    expect(await feesBooked()).toBe('297000');
    expect(await get(refunds[0]?.refund_id)).toMatchObject({ status: 'completed' });
    expect(await balance()).toMatchObject({ available: '29.403000', missing: '0.000000' });
  });

  it('has none on what is missing, of two that are paid together', async () => {
    await setFee(service.ctx, shop.merchantId, 100);
    const paymentId = await paid('100.00');
    await payOut();
    const first = await refund(paymentId, '10.00');
    const one = (await topUp()).json.data;
    const second = await refund(paymentId, '30.00');
    const other = (await topUp()).json.data;
    await Promise.all([complete(one), complete(other)]);
    expect(await feesBooked()).toBe('0');
    for (const { refund_id } of [first, second])
      expect(await get(refund_id)).toMatchObject({ status: 'completed' });
  });

  it('is refused where nothing is missing, and takes no other amount, since it has no fee', async () => {
    const some = { chain: 'base', token: 'USDC', token_amount: '12.345678' };
    const none = await call('POST', '/balances/top_up', some);
    expect(none.json.error).toMatchObject({ code: 'TOP_UP_NOT_NEEDED' });
    const paymentId = await paid('50.00');
    await payOut();
    await refund(paymentId, '20.00');
    const made = await call('POST', '/balances/top_up', some);
    expect(made.json.data).toMatchObject({ amount: '20.00' });
    const wrong = await call('POST', '/balances/top_up', { ...some, token: 'DAI' });
    expect(wrong.json.error.code).toBe('INVALID_TOKEN');
  });
});
