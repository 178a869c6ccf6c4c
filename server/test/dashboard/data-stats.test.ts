import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { countPayments, sumSettled } from '../../src/dashboard/home/stats-store.ts';
import { dayMs } from '../../src/lib/durations.ts';
import { createPaid, createRefund } from '../payments/refunds/support.ts';
import { createPayment, expectFailure, unlimited } from '../payments/support.ts';
import { manualClock } from '../support/clock.ts';
import { startTestService, type TestMerchant, type TestService } from '../support/service.ts';
import { seedMany, seedPayments } from './data-support.ts';
import { type Browser, password, signedInAs } from './support.ts';

const clock = manualClock(Date.parse('2026-03-10T15:00:00.000Z'));
let service: TestService;
let shop: TestMerchant;
let owner: Browser;

beforeAll(async () => {
  service = await startTestService({ clock, requestsPerMinute: unlimited });
});
afterAll(() => service.stop());
beforeEach(async () => {
  clock.advance(1000);
  shop = await service.createMerchant();
  owner = await signedInAs(service, 'owner', shop.merchantId);
});

async function stats(query = '', headers = {}) {
  const answer = await owner.call('GET', `/stats${query}`, { headers });
  expect(answer.status, answer.text).toBe(200);
  return answer.json.data;
}

const settled = { status: 'completed', chain: 'base', token: 'USDC' };

const nothing = {
  volume_usd: '0.00',
  count: 0,
  completed: 0,
  success_rate: null,
  average_confirmation_seconds: null,
  refunded_usd: '0.00',
  refunds: 0,
  net_usd: '0.00',
};
const idle = { ...nothing, open: 0, failed: 0, expired: 0 };
const twoOfTwo = { count: 2, completed: 2, success_rate: 1 };
const oneOfFour = { count: 4, completed: 1, success_rate: 0.3333, open: 1, failed: 1, expired: 1 };

describe('figures', () => {
  it('add up what was paid, in dollars, by day, chain and token, with empty days as zeros', async () => {
    await seedPayments(service, shop.merchantId, [
      { at: '2026-02-28T23:59:59.999Z', ...settled },
      { at: '2026-03-01T00:00:00.000Z', ...settled, amount_minor: 1000 },
      { at: '2026-03-01T12:00:00.000Z', ...settled, amount_minor: 1000, currency: 'EUR', status: 'refunded' },
      {
        at: '2026-03-03T23:59:59.999Z',
        ...settled,
        chain: 'solana',
        token: 'SOL',
        amount_minor: 101,
        currency: 'GBP',
      },
      { at: '2026-03-03T10:00:00.000Z', status: 'failed' },
      { at: '2026-03-03T11:00:00.000Z', status: 'expired' },
      { at: '2026-03-03T12:00:00.000Z', status: 'pending' },
      { at: '2026-03-04T00:00:00.000Z', ...settled },
    ]);
    const { checklist: _, currency_note: note, ...figures } = await stats('?from=2026-03-01&to=2026-03-03');
    expect(figures).toEqual({
      totals: {
        // 10.00 + 10.80 + 1.2827
        volume_usd: '22.08',
        count: 6,
        completed: 3,
        success_rate: 0.6,
        average_confirmation_seconds: null,
        refunded_usd: '0.00',
        refunds: 0,
        net_usd: '22.08',
      },
      // From 26 to 28 February.
      previous: {
        ...nothing,
        volume_usd: '10.00',
        net_usd: '10.00',
        count: 1,
        completed: 1,
        success_rate: 1,
      },
      by_day: [
        { day: '2026-03-01', ...idle, volume_usd: '20.80', net_usd: '20.80', ...twoOfTwo },
        { day: '2026-03-02', ...idle },
        { day: '2026-03-03', ...idle, volume_usd: '1.28', net_usd: '1.28', ...oneOfFour },
      ],
      by_chain: [
        { chain: 'base', volume_usd: '20.80', count: 2 },
        { chain: 'solana', volume_usd: '1.28', count: 1 },
      ],
      by_token: [
        { token: 'USDC', volume_usd: '20.80', count: 2 },
        { token: 'SOL', volume_usd: '1.28', count: 1 },
      ],
    });
    expect(note).toContain('fixed rates');
  });

  it('take the time from the transaction being seen to its being final', async () => {
    const seen = '2026-03-01T10:00:00Z';
    await seedPayments(service, shop.merchantId, [
      { at: '2026-03-01T09:00:00Z', ...settled, detected_at: seen, completed_at: '2026-03-01T10:00:10Z' },
      { at: '2026-03-01T09:00:00Z', ...settled, detected_at: seen, completed_at: '2026-03-01T10:00:15Z' },
      { at: '2026-03-01T09:00:00Z', ...settled, completed_at: '2026-03-01T11:00:00Z' },
    ]);
    const { totals } = await stats('?from=2026-03-01&to=2026-03-01');
    expect(totals.average_confirmation_seconds).toBe(12.5);
  });

  it('know when a payment that goes its usual way was seen', async () => {
    await createPayment(service, {}, { key: shop.testKey });
    for (let second = 0; second < 8; second++) {
      clock.advance(1000);
      await service.runDue();
    }
    const { totals } = await stats();
    expect(totals).toMatchObject({ completed: 1, volume_usd: '49.99', success_rate: 1 });
    expect(totals.average_confirmation_seconds).toBeGreaterThan(0);
    expect(totals.average_confirmation_seconds).toBeLessThan(8);
  });

  it('leave payments that simulate ended out of the time to confirm', async () => {
    const { payment_id } = await createPayment(service, {}, { key: shop.testKey });
    clock.advance(1500);
    await service.runDue();
    await service.call('POST', `/payments/${payment_id}/simulate`, {
      key: shop.testKey,
      body: { outcome: 'complete' },
    });
    expect((await stats()).totals).toMatchObject({ completed: 1, average_confirmation_seconds: null });
  });

  it('take refunds off the day they were made, below zero too', async () => {
    const key = shop.testKey;
    const { payment_id } = await createPaid(service, { amount: '20.00' }, { key });
    clock.advance(dayMs / 2);
    await service.call('POST', '/refunds', { key, body: { payment_id, amount: '5.00' } });
    const { by_day: days, totals } = await stats();
    clock.advance(-dayMs / 2);
    expect(totals).toMatchObject({ volume_usd: '20.00', refunded_usd: '5.00', net_usd: '15.00' });
    expect(days.slice(-2)).toMatchObject([{ net_usd: '20.00' }, { refunds: 1, net_usd: '-5.00' }]);
  });

  it('count refunds that did not fail', async () => {
    const { payment_id } = await createPaid(service, { amount: '20.00', currency: 'EUR' });
    await createRefund(service, { payment_id, amount: '5.00' });
    await createRefund(service, { payment_id, amount: '6.66' });
    const own = await signedInAs(service);
    for (let second = 0; second < 8; second++) {
      clock.advance(1000);
      await service.runDue();
    }
    const { totals } = (await own.call('GET', '/stats')).json.data;
    expect(totals).toMatchObject({ refunds: 1, refunded_usd: '5.40', completed: 1 });
  });

  it('cover the last 30 days unless told otherwise', async () => {
    const { by_day: days } = await stats();
    expect(days).toHaveLength(30);
    expect(days.at(-1).day).toBe('2026-03-10');
  });

  it('keep the environments apart and say which rates are missing', async () => {
    await seedPayments(service, shop.merchantId, [
      { at: '2026-03-01T09:00:00Z', ...settled, environment: 'live', currency: 'EUR' },
      { at: '2026-03-01T09:00:00Z', ...settled, environment: 'live' },
    ]);
    const { totals, currency_note } = await stats('', { 'x-causeway-environment': 'live' });
    expect(totals).toMatchObject({ count: 2, completed: 2, volume_usd: '10.00' });
    expect(currency_note).toMatch(/current rate.*EUR/);
    expect((await stats()).totals.count).toBe(0);
  });

  it.each([
    ['from=yesterday', 'from'],
    ['to=2026-02-30', 'to'],
    ['from=2026-03-02&to=2026-03-01', 'from'],
    ['from=2025-01-01&to=2026-01-02', 'from'],
  ])('are not given for %s', async (query, field) => {
    expectFailure(await owner.call('GET', `/stats?${query}`), { code: 'INVALID_PARAMETER', field });
  });

  it('of a leap year are 366 days', async () => {
    expect((await stats('?from=2024-01-01&to=2024-12-31')).by_day).toHaveLength(366);
  });
});

describe('the checklist', () => {
  const insertLive = (status: string) =>
    seedPayments(service, shop.merchantId, [
      { at: clock.now().toISOString(), ...settled, status, environment: 'live' },
    ]);

  it('ticks what was done', async () => {
    const { checklist } = await stats();
    expect(checklist).toEqual({
      has_key: true,
      has_test_payment: false,
      has_endpoint: false,
      has_live_key: true,
      has_live_endpoint: false,
      has_payout_wallet: false,
      has_live_payment: false,
      live_chains: 'none',
      hidden: false,
    });
    await createPayment(service, {}, { key: shop.testKey });
    const body = { address: `0x${'12'.repeat(20)}`, password };
    await owner.api('POST', '/webhooks/endpoints', { body: { url: 'http://localhost:1/', events: ['*'] } });
    const tested = { ...checklist, has_test_payment: true, has_endpoint: true };
    expect((await stats()).checklist).toEqual(tested);
    const live = { 'x-causeway-environment': 'live' };
    await owner.call('PUT', '/settlement/wallets/evm', { body, headers: live });
    const endpoint = { url: 'https://shop.example/', events: ['*'] };
    await owner.api('POST', '/webhooks/endpoints', { body: endpoint, headers: live });
    await insertLive('pending');
    expect((await stats()).checklist).toEqual({
      ...tested,
      has_payout_wallet: true,
      has_live_endpoint: true,
    });
    await insertLive('completed');
    expect((await stats()).checklist.has_live_payment).toBe(true);
  });

  it('is dismissed by each member for themselves', async () => {
    expect((await owner.call('PATCH', '/checklist', { body: { hidden: true } })).status).toBe(200);
    expect((await stats()).checklist.hidden).toBe(true);
    const other = await signedInAs(service, 'viewer', shop.merchantId);
    expect((await other.call('GET', '/stats')).json.data.checklist.hidden).toBe(false);
  });
});

// With a plan for unknown values Postgres 15 goes to the rows; a new connection plans with the values it is given.
it('figures are read from indexes', async () => {
  await seedMany(service, shop.merchantId, 20_000);
  const period = { merchantId: shop.merchantId, environment: 'test', startsMs: [0, 1, Date.now()] } as const;
  const fetched = await service.ctx.db.begin(async (tx) => {
    const read = async () => {
      const [row] = await tx<{ rows: bigint; scans: bigint }[]>`
        select idx_tup_fetch as rows, seq_tup_read as scans from pg_stat_xact_user_tables where relname = 'payments'`;
      return Number(row?.rows) + Number(row?.scans);
    };
    await tx`set local plan_cache_mode = force_custom_plan`;
    const before = await read();
    await countPayments(tx, { ...period, startsMs: [...period.startsMs] });
    await sumSettled(tx, { ...period, startsMs: [...period.startsMs] });
    return (await read()) - before;
  });
  expect(fetched).toBeLessThan(100);
});
