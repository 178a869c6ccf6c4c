import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkLedger } from '../../../src/treasury/ledger/checks.ts';
import { payoutsOfPayment } from '../../../src/treasury/payouts/payouts-of-payment.ts';
import { makeDuePayouts } from '../../../src/treasury/payouts/settings/make-due-payouts.ts';
import { createPaid } from '../../payments/refunds/support.ts';
import { randomAt, unlimited } from '../../payments/support.ts';
import { manualClock, passSeconds } from '../../support/clock.ts';
import { startTestService, type TestMerchant, type TestService } from '../../support/service.ts';
import { evmWallet, expectRefusal, settleTo, settling } from './support.ts';

const clock = manualClock();
const dayMs = 86_400_000;
let service: TestService;
let shop: TestMerchant;
beforeAll(async () => {
  service = await startTestService({ clock, random: randomAt('min'), requestsPerMinute: unlimited });
});
afterAll(() => service.stop());
beforeEach(async () => {
  shop = await service.createMerchant();
});

const pass = (seconds: number) => passSeconds(service, clock, seconds);

const key = () => ({ key: shop.testKey });
const paid = (amount: string, chain = 'base', token = 'USDC') =>
  createPaid(service, { amount, currency: 'USD', accepted_chains: [chain], accepted_tokens: [token] }, key());
const testMode = { 'x-causeway-environment': 'test' };
const usdc = { chain: 'base', token: 'USDC' };
const payOut = (body: object = {}, headers = {}) =>
  service.call('POST', '/payouts', { ...key(), body: { ...usdc, ...body }, headers });
const payouts = async (query = '') => (await service.call('GET', `/payouts${query}`, key())).json.data;
const balance = async () => (await service.call('GET', '/balances', key())).json.data[0];
const events = async () =>
  (await service.call('GET', '/events', key())).json.data.filter(({ type }: { type: string }) =>
    type.startsWith('payout.'),
  );
async function expectSoundLedger(): Promise<void> {
  expect((await checkLedger(service.ctx.db)).problems).toEqual([]);
}

describe('POST /payouts', () => {
  it('pays everything that is available to the wallet, with steps, transaction and event', async () => {
    await settleTo(service, shop.merchantId, { schedule: 'manual' });
    await paid('30.00');
    await paid('12.00');
    const { status, json, text } = await payOut();
    expect(status, text).toBe(201);
    expect(json.data).toEqual({
      payout_id: expect.stringMatching(/^po_/),
      status: 'processing',
      initiator: 'manual',
      ...usdc,
      token_amount: '42.000000',
      amount: '42.00',
      currency: 'USD',
      address: evmWallet,
      created_at: clock.now().toISOString(),
    });
    expect(await balance()).toMatchObject({ available: '0.000000', in_transit: '42.000000' });
    await expectSoundLedger();
    await pass(4);
    const done = (await service.call('GET', `/payouts/${json.data.payout_id}`, key())).json.data;
    expect(done).toMatchObject({ status: 'completed', tx_hash: expect.stringMatching(/^0x/) });
    expect(done.steps).toEqual([
      {
        step: 1,
        kind: 'transfer',
        status: 'completed',
        reason: null,
        ...usdc,
        token_amount: '42.000000',
        address: evmWallet,
        tx_hash: done.tx_hash,
        ended_at: done.completed_at,
      },
    ]);
    const { steps: _, initiator: __, routes: ___, costs: ____, ...told } = done;
    expect(await events()).toMatchObject([{ type: 'payout.completed', data: told }]);
    expect(await balance()).toMatchObject({ available: '0.000000', in_transit: '0.000000' });
    expect(await payouts()).toHaveLength(1);
    await expectSoundLedger();
  });

  it('tells the dashboard which member or key started it', async () => {
    const owner = await settleTo(service, shop.merchantId, { schedule: 'manual' });
    const starterOf = async (payoutId: string) =>
      (await owner.call('GET', `/payouts/${payoutId}`, { headers: testMode })).json.data.started_by;
    await paid('30.00');
    const byKey = await payOut({ token_amount: '10' });
    const keys: { key_id: string; kind: string }[] = (await owner.call('GET', '/keys', { headers: testMode }))
      .json.data;
    const key_id = keys.find(({ kind }) => kind === 'secret')?.key_id;
    await expect.poll(() => starterOf(byKey.json.data.payout_id)).toEqual({ member_email: null, key_id });
    await pass(4);
    const byMember = await owner.api('POST', '/payouts', { body: usdc, headers: testMode });
    expect(byMember.status, byMember.text).toBe(201);
    const theMember = { member_email: owner.member.email, key_id: null };
    expect(await starterOf(byMember.json.data.payout_id)).toEqual(theMember);
    await pass(4);
    await paid('12.00');
    clock.advance(2 * 60_000);
    const newest = async () => (await payouts())[0].payout_id;
    const all = await owner.api('POST', '/settlement/pay_out', { body: {}, headers: testMode });
    expect(all.status, all.text).toBe(200);
    await pass(1);
    expect(await newest()).not.toBe(byMember.json.data.payout_id);
    expect(await starterOf(await newest()), 'all balances').toEqual(theMember);
    await pass(4);
    await paid('7.00');
    clock.advance(2 * 60_000);
    await service.call('POST', '/settlement/pay_out', { ...key(), body: {} });
    await pass(1);
    await expect.poll(async () => starterOf(await newest())).toEqual({ member_email: null, key_id });
  });

  it('of exactly 6.66 fails in test mode, and the money is back', async () => {
    await settleTo(service, shop.merchantId, { schedule: 'manual' });
    await paid('10.00');
    expect((await payOut({ token_amount: '6.66' })).status).toBe(201);
    expect(await balance()).toMatchObject({ available: '3.340000', in_transit: '6.660000' });
    await pass(4);
    expect(await payouts()).toMatchObject([
      { status: 'failed', failure_reason: 'TRANSACTION_FAILED', token_amount: '6.660000' },
    ]);
    expect(await events()).toMatchObject([{ type: 'payout.failed' }]);
    expect(await balance()).toMatchObject({ available: '10.000000', in_transit: '0.000000' });
    await expectSoundLedger();
  });

  it('says why nothing can be paid', async () => {
    const reason = async (body = {}) => (await payOut(body)).json.error?.details.reason;
    expect(await reason()).toBe('no_wallet');
    const owner = await settleTo(service, shop.merchantId, { schedule: 'manual' });
    expect(await reason()).toBe('nothing_available');
    const payment = await paid('10.00');
    await owner.settings({ reserve_amount: '4.00' });
    expect(await reason({ token_amount: '6.000001' })).toBe('insufficient_balance');
    await owner.settings({ reserve_amount: '10.00' });
    expect(await reason()).toBe('nothing_available');
    await owner.settings({ reserve_amount: '0' });
    // A refund that is being sent is not paid out as well.
    await service.call('POST', '/refunds', {
      ...key(),
      body: { payment_id: payment.payment_id, amount: '3.00' },
    });
    expect(await reason({ token_amount: '7.01' })).toBe('insufficient_balance');
    expect((await payOut()).json.data).toMatchObject({ token_amount: '7.000000' });
    expect(await reason()).toBe('in_progress');
    await pass(4);
    await expectSoundLedger();
  });

  it('refuses bad input, other merchants, and the other environment', async () => {
    await settleTo(service, shop.merchantId, { schedule: 'manual' });
    await paid('10.00');
    for (const token_amount of ['0', '-1', '1.0000001', '1e3', '', 'x', '1'.repeat(70)])
      expectRefusal(await payOut({ token_amount }), 'INVALID_AMOUNT', 'token_amount');
    expectRefusal(await payOut({ chain: 'mars' }), 'INVALID_CHAIN');
    expectRefusal(await payOut({ token: 'DAI' }), 'INVALID_TOKEN', 'token');
    const { payout_id: id } = (await payOut()).json.data;
    const other = (await service.createMerchant()).testKey;
    const get = (one: string, as: string) => service.call('GET', `/payouts/${one}`, { key: as });
    expectRefusal(await get(id, other), 'PAYOUT_NOT_FOUND');
    expectRefusal(await get('po_none', shop.testKey), 'PAYOUT_NOT_FOUND');
    expectRefusal(await get(id, shop.liveKey), 'KEY_ENVIRONMENT_MISMATCH');
    expect((await service.call('GET', '/payouts', { key: other })).json.data).toEqual([]);
  });

  it('pays once, however many ask at the same time and whatever the key', async () => {
    await settleTo(service, shop.merchantId, { schedule: 'manual' });
    await paid('10.00');
    const asked = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        payOut({ token_amount: '10' }, i % 2 ? { 'idempotency-key': 'same' } : {}),
      ),
    );
    const made = new Set(asked.flatMap(({ json }) => json.data?.payout_id ?? []));
    expect(made.size).toBe(1);
    await pass(4);
    expect(await payouts()).toHaveLength(1);
    await expectSoundLedger();
  });
});

describe('a schedule', () => {
  it('pays each balance at its time, once, with several workers', async () => {
    await settleTo(service, shop.merchantId, { schedule: 'daily' });
    await paid('10.00');
    await paid('20.00', 'bsc', 'USDT');
    await service.runDue();
    expect(await payouts()).toEqual([]);
    clock.advance(dayMs);
    await Promise.all(Array.from({ length: 4 }, () => makeDuePayouts(service.ctx)));
    expect(await payouts()).toMatchObject([
      { initiator: 'schedule', chain: 'bsc' },
      { initiator: 'schedule', chain: 'base' },
    ]);
    await pass(4);
    expect(await payouts('?status=completed')).toHaveLength(2);
    expect(await payouts('?chain=bsc')).toHaveLength(1);
    clock.advance(dayMs);
    await pass(1);
    expect(await payouts()).toHaveLength(2);
    await expectSoundLedger();
  });

  it('keeps the reserve and waits for the minimum', async () => {
    await settleTo(service, shop.merchantId, {
      schedule: 'instant',
      minimum_amount: '15.00',
      reserve_amount: '5.00',
    });
    await paid('19.99');
    clock.advance(60_000);
    await pass(1);
    expect(await payouts()).toEqual([]);
    await paid('0.01');
    clock.advance(60_000);
    await pass(4);
    expect(await payouts()).toMatchObject([{ status: 'completed', token_amount: '15.000000' }]);
    expect(await balance()).toMatchObject({ available: '5.000000' });
  });

  it('leaves a balance alone for a day after a payout to its wallet failed', async () => {
    await settleTo(service, shop.merchantId, { schedule: 'instant' });
    await paid('6.66');
    clock.advance(60_000);
    await pass(4);
    expect(await payouts()).toMatchObject([{ status: 'failed' }]);
    clock.advance(3_600_000);
    await pass(2);
    expect(await payouts()).toHaveLength(1);
    clock.advance(dayMs);
    await pass(2);
    expect(await payouts()).toHaveLength(2);
  });

  it('pays nothing while the merchant is suspended, and to nobody without a wallet', async () => {
    const owner = await settling(service, shop.merchantId);
    await owner.settings({ schedule: 'instant' });
    await paid('10.00');
    clock.advance(60_000);
    await pass(1);
    expect(await payouts()).toEqual([]);
    await owner.wallet(evmWallet);
    await service.ctx.db`update merchants set status = 'suspended' where merchant_id = ${shop.merchantId}`;
    clock.advance(60_000);
    await pass(1);
    await service.ctx.db`update merchants set status = 'active' where merchant_id = ${shop.merchantId}`;
    expect(await payouts()).toEqual([]);
    await pass(4);
    expect(await payouts()).toHaveLength(1);
  });
});

describe('a payment', () => {
  it('names the payouts that it was in: those that failed, and the one that paid it', async () => {
    const owner = await settleTo(service, shop.merchantId, { schedule: 'manual' });
    const first = await paid('6.66');
    const of = async ({ payment_id }: { payment_id: string }) =>
      (await payoutsOfPayment(service.ctx.db, payment_id)).map(({ status }) => status);
    expect(await of(first)).toEqual([]);
    clock.advance(1000);
    await payOut();
    await pass(4);
    expect(await of(first)).toEqual(['failed']);
    const second = await paid('10.00');
    clock.advance(1000);
    await payOut();
    await pass(4);
    const third = await paid('10.00');
    clock.advance(1000);
    await owner.settings({ reserve_amount: '1.00' });
    await payOut();
    await pass(4);
    expect(await of(first)).toEqual(['failed', 'completed']);
    expect(await of(second)).toEqual(['completed']);
    expect(await of(third)).toEqual(['completed']);
    const [paidFirst] = (await payoutsOfPayment(service.ctx.db, first.payment_id)).slice(1);
    const [paidSecond] = await payoutsOfPayment(service.ctx.db, second.payment_id);
    expect(paidFirst?.payout_id).toBe(paidSecond?.payout_id);
  });
});
