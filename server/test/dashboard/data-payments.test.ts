import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type PaymentFilter, selectFilteredPage } from '../../src/dashboard/payments/payment-store.ts';
import { createPaid, createRefund } from '../payments/refunds/support.ts';
import { createPayment, expectFailure, unlimited } from '../payments/support.ts';
import { startTestService, type TestMerchant, type TestService } from '../support/service.ts';
import { type SeededPayment, seedMany, seedPayments } from './data-support.ts';
import { type Browser, signedInAs } from './support.ts';

let service: TestService;
let shop: TestMerchant;
let owner: Browser;

beforeAll(async () => {
  service = await startTestService({ requestsPerMinute: unlimited });
});
afterAll(() => service.stop());
beforeEach(async () => {
  shop = await service.createMerchant();
  owner = await signedInAs(service, 'owner', shop.merchantId);
});

async function list(query: string) {
  const answer = await owner.call('GET', `/payments?${query}`);
  expect(answer.status, answer.text).toBe(200);
  const ids: string[] = answer.json.data.map((row: { payment_id: string }) => row.payment_id);
  return { ids, hasMore: answer.json.has_more, rows: answer.json.data };
}

const day = (n: number) => `2026-03-0${n}T12:00:00.000Z`;
const variety: SeededPayment[] = [
  { at: day(1), customer_email: 'Anna.Berg@Example.com', reference_id: 'Order-1' },
  {
    at: day(2),
    status: 'completed',
    chain: 'base',
    token: 'ETH',
    amount_minor: 123_450,
    tx_hash: `0xABCDEF${'0'.repeat(58)}`,
  },
  {
    at: day(3),
    status: 'completed',
    chain: 'solana',
    token: 'USDC',
    currency: 'EUR',
    tx_hash: '5VERv8NMvzbJMEkV',
  },
  { at: day(4), status: 'failed', reference_id: 'anna-2', currency: 'EUR' },
  { at: day(5), status: 'expired', customer_email: 'bob@example.com', reference_id: '50%_off' },
];

describe('the list of payments', () => {
  it('shows who pays what, newest first', async () => {
    const body = { description: 'Tea', customer_email: 'a@example.com', reference_id: 'r-1' };
    const { payment_id } = await createPaid(service, body, { key: shop.testKey });
    const { rows } = await list('');
    expect(rows).toEqual([
      {
        payment_id,
        status: 'completed',
        amount: '49.99',
        currency: 'USD',
        ...body,
        chain: 'ethereum',
        token: 'ETH',
        token_amount: '0.016664',
        created_at: expect.any(String),
        completed_at: expect.any(String),
      },
    ]);
  });

  it.each([
    ['status=completed', [3, 2]],
    ['chain=base', [2]],
    ['token=USDC', [3]],
    ['currency=EUR', [4, 3]],
    ['currency=USD', [5, 2, 1]],
    ['chain=base&token=USDC', []],
    ['status=failed&currency=EUR', [4]],
    [`created_gte=${day(2)}&created_lte=${day(3)}`, [3, 2]],
    ['search=anna', [4, 1]],
    ['search=ANNA.BERG@example.com', [1]],
    ['search=order-1', [1]],
    ['search=rder-1', []],
    ['search=0xabcdef', [2]],
    ['search=5VERv8NMvzbJMEkV', [3]],
    ['search=%20%20bob%20', [5]],
    ['search=50%25_', [5]],
    ['search=50_', []],
    ['search=%25', []],
    ['search=anna&status=failed', [4]],
    ['search=10.00', [5, 4, 3, 1]],
    ['search=10', [5, 4, 3, 1]],
    ['search=$1,234.50', [2]],
    ['search=10.00&status=failed', [4]],
    ['search=10.001', []],
    ['search=0xPAY', [3, 2]],
    ['search=pay_', [5, 4, 3, 2, 1]],
    ['search=', [5, 4, 3, 2, 1]],
  ])('finds by %s', async (query, expected) => {
    const ids = await seedPayments(service, shop.merchantId, variety);
    expect((await list(query)).ids).toEqual(expected.map((n) => ids[n - 1]));
  });

  it('finds by the whole address that a customer was to pay to, in either case', async () => {
    const { payment_id } = await createPaid(service, {}, { key: shop.testKey });
    const [deposit] = await service.ctx.db<{ address: string }[]>`
      select address from deposits where payment_id = ${payment_id}`;
    expect((await list(`search=${deposit?.address.toUpperCase()}`)).ids).toEqual([payment_id]);
    expect((await list(`search=${deposit?.address.slice(0, -1)}`)).ids).toEqual([]);
    expect((await list(`search=${deposit?.address}&status=failed`)).ids).toEqual([]);
  });

  it('finds by the whole of an id and by its beginning, in either case', async () => {
    const ids = await seedPayments(service, shop.merchantId, variety);
    const [first = ''] = ids;
    expect((await list(`search=${first}`)).ids).toEqual([first]);
    expect((await list(`search=${first.slice(0, 14).toUpperCase()}`)).ids).toEqual([first]);
  });

  it.each([
    '',
    'status=completed',
    'chain=base',
    'token=USDC',
    'currency=EUR',
    'currency=USD',
    'search=customer1',
  ])('pages both ways under "%s" without gap or repetition', async (filter) => {
    await seedMany(service, shop.merchantId, 60);
    const all = (await list(`${filter}&limit=100`)).ids;
    const down: string[] = [];
    for (let after = ''; ; ) {
      const page = await list(`${filter}&limit=4${after}`);
      down.push(...page.ids);
      if (!page.hasMore) break;
      after = `&starting_after=${page.ids.at(-1)}`;
    }
    expect(down).toEqual(all);
    const up = all.slice(-1);
    for (let more = up.length > 0; more; ) {
      const page = await list(`${filter}&limit=4&ending_before=${up[0]}`);
      up.unshift(...page.ids);
      more = page.hasMore;
    }
    expect(up).toEqual(all);
    await service.ctx.db`delete from payments where merchant_id = ${shop.merchantId}`;
  });

  it('pages both ways through a search with more matches than can be listed', async () => {
    await seedMany(service, shop.merchantId, 2500);
    // The newest payments do not match: the matches are read, and not met on the way.
    await service.ctx.db`
      update payments set customer_email = null, reference_id = null, tx_hash = null
      where merchant_id = ${shop.merchantId} and payment_id > ${`pay_${'1300'.padStart(26, '0')}`}`;
    const filter = 'search=customer&limit=100';
    const down: string[] = [];
    for (let page = await list(filter); ; page = await list(`${filter}&starting_after=${down.at(-1)}`)) {
      down.push(...page.ids);
      if (!page.hasMore) break;
    }
    expect(down).toEqual(Array.from({ length: 1300 }, (_, n) => `pay_${String(1300 - n).padStart(26, '0')}`));
    const up = down.slice(-1);
    for (let more = true; more; ) {
      const page = await list(`${filter}&ending_before=${up[0]}`);
      up.unshift(...page.ids);
      more = page.hasMore;
    }
    expect(up).toEqual(down);
    expect((await list(`${filter}&status=failed`)).ids).toEqual(
      down.filter((id) => Number(id.slice(4)) % 5 === 4).slice(0, 100),
    );
    await service.ctx.db`delete from payments where merchant_id = ${shop.merchantId}`;
  });

  it.each([
    ['status=paid', 'INVALID_PARAMETER', 'status'],
    ['chain=mars', 'INVALID_CHAIN', 'chain'],
    ['token=DOGE', 'INVALID_TOKEN', 'token'],
    ['currency=JPY', 'INVALID_CURRENCY', 'currency'],
    ['created_gte=soon', 'INVALID_PARAMETER', 'created_gte'],
    [`search=${'x'.repeat(255)}`, 'INVALID_PARAMETER', 'search'],
    ['limit=101', 'INVALID_PARAMETER', 'limit'],
  ])('refuses %s', async (query, code, field) => {
    expectFailure(await owner.call('GET', `/payments?${query}`), { code, field });
  });
});

describe('over many payments a first page', () => {
  const none: PaymentFilter = {
    environment: 'test',
    search: null,
    status: null,
    chain: null,
    token: null,
    currency: null,
    fromId: null,
    beforeId: null,
  };
  const searches: [string, Partial<PaymentFilter>, number][] = [
    ['without a filter', {}, 21],
    ['by status', { status: 'failed' }, 21],
    ['by a status nothing has', { status: 'processing' }, 0],
    ['by chain', { chain: 'base' }, 21],
    ['by a chain nothing was paid on', { chain: 'bsc' }, 0],
    ['by a token nothing was paid with', { token: 'BUSD' }, 0],
    ['by currency', { currency: 'EUR' }, 21],
    ['by a currency nothing is in', { currency: 'AUD' }, 0],
    ['by a whole e-mail address', { search: 'customer777@example.com' }, 1],
    ['by the beginning of one reference', { search: 'order-1777' }, 11],
    ['by a hash', { search: `0x${(7919 * 1000).toString(16).padStart(64, '0')}` }, 1],
    ['by an id', { search: `pay_${'777'.padStart(26, '0')}` }, 1],
    ['by an amount', { search: '12.34' }, 5],
    ['by an amount nothing has', { search: '999.99' }, 0],
    ['by an address nothing was paid to', { search: `0x${'ab'.repeat(20)}` }, 0],
    ['by the payer of most of them', { search: '0xpayer' }, 21],
    ['by what most of them begin with', { search: 'customer' }, 21],
    ['by what many old ones begin with', { search: 'customer11' }, 21],
    ['by what nothing begins with', { search: 'nobody' }, 0],
  ];

  /** Of very many matches a thousand are counted first. Of 1,111 old ones a thousand new payments are looked at too. */
  const most: Record<string, number> = { customer: 1200, customer11: 3500, '0xpayer': 1200 };

  /** A plan made for the values at hand, and the one Postgres may keep for all values. */
  const plans = ['force_custom_plan', 'force_generic_plan'];

  it('reads about as many rows as it shows, by every filter and search', { timeout: 120_000 }, async () => {
    await seedMany(service, shop.merchantId, 50_000);
    for (const plan of plans) await readLittle(plan);
  });

  async function readLittle(plan: string): Promise<void> {
    const request = { merchantId: shop.merchantId, cursorId: null, direction: 'older', limit: 20 } as const;
    for (const [name, filter, found] of searches) {
      const { fetched, rows } = await service.ctx.db.begin(async (tx) => {
        const read = async () => {
          const [row] = await tx<{ rows: bigint | null }[]>`
            select idx_tup_fetch + seq_tup_read as rows from pg_stat_xact_user_tables where relname = 'payments'`;
          return Number(row?.rows ?? 0);
        };
        await tx`select set_config('plan_cache_mode', ${plan}, true)`;
        const before = await read();
        const page = await selectFilteredPage(tx, { ...none, ...filter }, request);
        return { fetched: (await read()) - before, rows: page.rows.length };
      });
      expect(rows, name).toBe(Math.min(found, 20));
      expect(fetched, `${name}, ${plan}`).toBeLessThan(most[filter.search ?? ''] ?? 150);
    }
  }
});

describe('a payment in detail', () => {
  it('tells all that happened, in order', async () => {
    const url = 'http://127.0.0.1:9/';
    const made = await owner.api('POST', '/webhooks/endpoints', { body: { url, events: ['*'] } });
    const { endpoint_id } = made.json.data;
    const { payment_id } = await createPaid(service, {}, { key: shop.testKey });
    const key = shop.testKey;
    const refund = (body: object) => service.call('POST', '/refunds', { key, body: { payment_id, ...body } });
    const { refund_id } = (await refund({ amount: '9.99', reason: 'Broken' })).json.data;
    const answer = await owner.call('GET', `/payments/${payment_id}`);
    expect(answer.status, answer.text).toBe(200);
    const { payment, timeline, refunds, events, deliveries, ...rest } = answer.json.data;
    expect(payment).toEqual((await service.call('GET', `/payments/${payment_id}`, { key })).json.data);
    expect(rest).toEqual({
      refunded_amount: '9.99',
      refundable_amount: '40.00',
      refundable_token_amount: '0.013333',
      refund_to: payment.payer_address,
      invoice_id: null,
      tx_url: `/simulated/${payment.chain}/tx/${payment.tx_hash}`,
    });
    expect(refunds).toMatchObject([{ refund_id, amount: '9.99', reason: 'Broken' }]);
    expect(events.map((event: { type: string }) => event.type)).toEqual([
      'payment.processing',
      'payment.completed',
    ]);
    expect(deliveries).toHaveLength(2);
    expect(deliveries[0]).toEqual({
      delivery_id: expect.stringMatching(/^del_/),
      endpoint_id,
      event_type: 'payment.processing',
      status: 'pending',
      attempts: 0,
      created_at: expect.any(String),
    });
    expect(timeline.map((entry: { kind: string }) => entry.kind).sort()).toEqual([
      'confirmation',
      'created',
      'delivery',
      'delivery',
      'event',
      'event',
      'posting',
      'posting',
      'refund',
      'sighting',
    ]);
    expect(timeline[0]).toMatchObject({ kind: 'created', id: payment_id });
    const times = timeline.map((entry: { at: string }) => entry.at);
    expect(times).toEqual([...times].sort());
  });

  it('shows how the last attempt to deliver went, and events of its refunds', async () => {
    const url = 'http://127.0.0.1:9/';
    await service.call('POST', '/webhooks/endpoints', { body: { url, events: ['*'] } });
    const { payment_id } = await createPaid(service);
    await createRefund(service, { payment_id });
    await service.ctx.db`
      insert into delivery_attempts (attempt_id, delivery_id, merchant_id, attempt, http_status, latency_ms, attempted_at)
      select 'att_' || n, delivery_id, merchant_id, n, 500 + n, 3, now() from deliveries, generate_series(1, 2) n
      where merchant_id = ${service.merchantId}`;
    const own = await signedInAs(service);
    const { timeline } = (await own.call('GET', `/payments/${payment_id}`)).json.data;
    const delivery = timeline.find((entry: { kind: string }) => entry.kind === 'delivery');
    expect(delivery).toMatchObject({ status: 'pending', http_status: 502 });
  });

  it('has nothing left to refund before it is paid', async () => {
    const { payment_id } = await createPayment(service, {}, { key: shop.testKey });
    const { data } = (await owner.call('GET', `/payments/${payment_id}`)).json;
    expect(data).toMatchObject({
      refunded_amount: '0.00',
      refundable_amount: '0.00',
      refund_to: null,
      refunds: [],
    });
    expect(data.timeline).toHaveLength(1);
  });
});
