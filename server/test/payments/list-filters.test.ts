import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { paymentStatuses } from '../../src/payments/payment/states.ts';
import { manualClock } from '../support/clock.ts';
import { startTestService, type TestMerchant, type TestService } from '../support/service.ts';
import { createPayment, expectFailure, forcePayment, unlimited } from './support.ts';

const start = '2026-03-01T12:00:00.000Z';
const at = (millis: number) => new Date(Date.parse(start) + millis).toISOString();

const clock = manualClock(Date.parse(start));
let service: TestService;
let shop: TestMerchant;
beforeAll(async () => {
  service = await startTestService({ clock, requestsPerMinute: unlimited });
  shop = await service.createMerchant();
});
afterAll(() => service.stop());

const list = (query: string, key = shop.testKey) => service.call('GET', `/payments?${query}`, { key });

async function idsOf(query: string, key?: string): Promise<string[]> {
  const answer = await list(query, key);
  expect(answer.status, answer.text).toBe(200);
  return answer.json.data.map((item: { payment_id: string }) => item.payment_id);
}

describe('GET /payments status', () => {
  let merchant: TestMerchant;
  const byStatus = new Map<string, string>();
  beforeAll(async () => {
    merchant = await service.createMerchant();
    for (const status of paymentStatuses) {
      const { payment_id } = await createPayment(service, {}, { key: merchant.testKey });
      await forcePayment(service, payment_id, { status });
      byStatus.set(status, payment_id);
    }
  });

  it.each(['pending', 'processing', 'completed', 'failed', 'expired', 'refunded', 'partially_refunded'])(
    '%s lists the payments in that state and no others',
    async (status) => {
      expect(await idsOf(`status=${status}`, merchant.testKey)).toEqual([byStatus.get(status)]);
    },
  );

  it.each(['paid', 'PENDING', '', 'pending,failed', 'pending&status=failed'])(
    'refuses "%s"',
    async (status) => {
      expectFailure(await list(`status=${status}`), { code: 'INVALID_PARAMETER', field: 'status' });
    },
  );
});

describe('GET /payments created_gte and created_lte', () => {
  /** Created 0, 1 and 2 milliseconds after the start. */
  const ids: string[] = [];
  beforeAll(async () => {
    for (let i = 0; i < 3; i++) {
      const payment = await createPayment(service, {}, { key: shop.testKey });
      expect(payment.created_at).toBe(at(i));
      ids.push(payment.payment_id);
      clock.advance(1);
    }
  });
  const expected = (...positions: number[]) => positions.map((position) => ids[position]);

  it.each([
    [`created_gte=${at(1)}`, [2, 1]],
    [`created_gte=${at(2)}`, [2]],
    [`created_gte=${at(3)}`, []],
    [`created_lte=${at(1)}`, [1, 0]],
    [`created_lte=${at(0)}`, [0]],
    [`created_lte=${at(-1)}`, []],
    [`created_gte=${at(1)}&created_lte=${at(1)}`, [1]],
    [`created_gte=${at(2)}&created_lte=${at(0)}`, []],
    ['created_gte=2026-03-01', [2, 1, 0]],
    ['created_lte=2026-03-01', []],
    ['created_gte=2026-03-02', []],
    ['created_gte=2026-03-01T12:00:00Z&created_lte=2026-03-01T12:00Z', [0]],
    ['created_gte=1900-01-01', [2, 1, 0]],
    ['created_lte=9999-12-31', [2, 1, 0]],
  ])('%s includes the exact millisecond', async (query, positions) => {
    expect(await idsOf(query)).toEqual(expected(...positions));
  });

  it.each([
    ['escaped', '2026-03-01T13:00:00.001%2B01:00'],
    ['as it is, which a query string turns into a space', '2026-03-01T13:00:00.001+01:00'],
    ['to the west', '2026-03-01T07:00:00.001-05:00'],
  ])('take an offset %s', async (_name, moment) => {
    expect(await idsOf(`created_gte=${moment}`)).toEqual(expected(2, 1));
  });

  it.each(['created_gte', 'created_lte'])('%s refuses what is no moment', async (field) => {
    for (const text of [
      'yesterday',
      '',
      '1740830400',
      '2026-02-30',
      '2026-13-01',
      '2026-03-01T25:00:00Z',
      '2026-03-01T12:00:00',
    ])
      expectFailure(await list(`${field}=${text}`), { code: 'INVALID_PARAMETER', field });
    const twice = `${field}=2026-03-01&${field}=2026-03-02`;
    expectFailure(await list(twice), { code: 'INVALID_PARAMETER', field });
  });

  it('keep to the range across pages', async () => {
    const range = `created_gte=${at(0)}&created_lte=${at(1)}&limit=1`;
    expect((await list(range)).json).toMatchObject({ data: [{ payment_id: ids[1] }], has_more: true });
    const next = await list(`${range}&starting_after=${ids[1]}`);
    expect(next.json).toMatchObject({ data: [{ payment_id: ids[0] }], has_more: false });
  });
});

describe('GET /payments by created_at as it is shown', () => {
  let ticking: TestService;
  let nowMs: number;
  let tickMs: number;
  beforeEach(async () => {
    nowMs = Date.parse(start);
    tickMs = 0;
    const tick = () => {
      nowMs += tickMs;
      return nowMs;
    };
    const moving = { now: () => new Date(tick()), nowMs: tick };
    ticking = await startTestService({ clock: moving, requestsPerMinute: unlimited });
  });
  afterEach(() => ticking.stop());

  async function expectFoundByItsOwnTime(): Promise<void> {
    const { payment_id, created_at } = await createPayment(ticking);
    const { json } = await ticking.call(
      'GET',
      `/payments?created_gte=${created_at}&created_lte=${created_at}`,
    );
    expect(json.data).toContainEqual(expect.objectContaining({ payment_id, created_at }));
    for (const item of json.data) expect(item.created_at).toBe(created_at);
  }

  it('finds a payment during whose creation a millisecond passed', async () => {
    tickMs = 1;
    await expectFoundByItsOwnTime();
  });

  it('finds a payment made after the clock was set back', async () => {
    await createPayment(ticking);
    nowMs -= 5000;
    await expectFoundByItsOwnTime();
  });

  it('finds a payment made in a millisecond in which more than a thousand ids were given out', async () => {
    for (let i = 0; i < 1100; i++) ticking.ctx.ids.next('evt');
    await expectFoundByItsOwnTime();
  });
});

describe('GET /payments reference_id', () => {
  it('finds exactly the payment with that reference, and no other merchant’s', async () => {
    const reference = 'ref 1&x=ü%';
    const { payment_id } = await createPayment(service, { reference_id: reference }, { key: shop.testKey });
    await createPayment(service, { reference_id: `${reference}2` }, { key: shop.testKey });
    await createPayment(service, { reference_id: reference });
    expect(await idsOf(`reference_id=${encodeURIComponent(reference)}`)).toEqual([payment_id]);
  });

  it.each(['unknown', '', 'REF', '%25'])('finds nothing for "%s"', async (reference) => {
    expect(await idsOf(`reference_id=${reference}`)).toEqual([]);
  });

  it.each(['x'.repeat(129), 'a%00b', 'a&reference_id=b'])('refuses "%s"', async (reference) => {
    const refusal = { code: 'INVALID_PARAMETER', field: 'reference_id' };
    expectFailure(await list(`reference_id=${reference}`), refusal);
  });

  it('combines with the other filters', async () => {
    const { payment_id } = await createPayment(service, { reference_id: 'both' }, { key: shop.testKey });
    expect(await idsOf('reference_id=both&status=pending')).toEqual([payment_id]);
    expect(await idsOf('reference_id=both&status=failed')).toEqual([]);
  });
});
