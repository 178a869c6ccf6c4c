import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { manualClock } from '../support/clock.ts';
import { startTestService, type TestMerchant, type TestService } from '../support/service.ts';
import { createPayment, expectFailure, forcePayment, randomAt, unlimited } from './support.ts';

const clock = manualClock();
let service: TestService;
let shop: TestMerchant;
beforeAll(async () => {
  service = await startTestService({ clock, random: randomAt('min'), requestsPerMinute: unlimited });
});
afterAll(() => service.stop());

/** Each test starts with a merchant that has no payments. */
beforeEach(async () => {
  shop = await service.createMerchant();
});

async function createMany(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let i = 0; i < count; i++) {
    // Some within one millisecond, some not: the order must hold either way.
    clock.advance(i % 2);
    ids.unshift((await createPayment(service, { amount: '4.04' }, { key: shop.testKey })).payment_id);
  }
  return ids;
}

const list = (query = '', key = shop.testKey) => service.call('GET', `/payments${query}`, { key });

async function idsOf(query: string): Promise<{ ids: string[]; hasMore: boolean }> {
  const answer = await list(query);
  expect(answer.status, answer.text).toBe(200);
  return {
    ids: answer.json.data.map((item: { payment_id: string }) => item.payment_id),
    hasMore: answer.json.has_more,
  };
}

describe('GET /payments', () => {
  it('answers an empty list when there is nothing', async () => {
    expect((await list()).json).toEqual({ success: true, data: [], has_more: false });
  });

  it('lists the newest first, 20 unless told otherwise', async () => {
    const ids = await createMany(21);
    expect(await idsOf('')).toEqual({ ids: ids.slice(0, 20), hasMore: true });
    expect(await idsOf('?limit=21')).toEqual({ ids, hasMore: false });
  });

  it('carries exactly the subset of fields, chain and token once there are any', async () => {
    const { payment_id } = await createPayment(service, { metadata: { a: 'b' } }, { key: shop.testKey });
    const item = {
      payment_id,
      status: 'pending',
      amount: '49.99',
      currency: 'USD',
      created_at: clock.now().toISOString(),
    };
    expect((await list()).json.data).toEqual([item]);
    clock.advance(1000);
    await service.runDue();
    const paid = { ...item, status: 'processing', chain: 'ethereum', token: 'ETH' };
    expect((await list()).json.data).toEqual([paid]);
  });

  it('takes limits from 1 to 100', async () => {
    const ids = await createMany(101);
    for (const limit of [1, 2, 99, 100])
      expect(await idsOf(`?limit=${limit}`)).toEqual({ ids: ids.slice(0, limit), hasMore: true });
  });

  it.each([
    '0',
    '101',
    '-1',
    '1.5',
    'ten',
    '',
    '%2B5',
    '1e1',
    '0x10',
    '5%20',
    '99999999999999999999',
    '5&limit=6',
  ])('refuses limit=%s', async (limit) => {
    expectFailure(await list(`?limit=${limit}`), { code: 'INVALID_PARAMETER', field: 'limit' });
  });

  it('ignores parameters it does not know', async () => {
    const ids = await createMany(1);
    expect(await idsOf('?page=7&toString=x')).toEqual({ ids, hasMore: false });
  });

  it('shows neither other merchants’ payments nor those of the other environment', async () => {
    const [live, ...ids] = await createMany(3);
    await forcePayment(service, String(live), { environment: 'live' });
    expect((await idsOf('')).ids).toEqual(ids);
    const other = await service.createMerchant();
    expect((await list('', other.testKey)).json.data).toEqual([]);
    expect((await list('', shop.liveKey)).json.data).toMatchObject([{ payment_id: live }]);
  });
});

describe('GET /payments pages', () => {
  it.each([1, 2, 3, 7, 100])(
    'walk to the oldest with starting_after, %i at a time, without gap or repetition',
    async (limit) => {
      const ids = await createMany(7);
      const walked: string[] = [];
      let page = await idsOf(`?limit=${limit}`);
      for (;;) {
        walked.push(...page.ids);
        expect(page.hasMore).toBe(walked.length < ids.length);
        if (!page.hasMore) break;
        page = await idsOf(`?limit=${limit}&starting_after=${page.ids.at(-1)}`);
      }
      expect(walked).toEqual(ids);
    },
  );

  it.each([1, 2, 3, 6, 100])(
    'walk to the newest with ending_before, %i at a time, without gap or repetition',
    async (limit) => {
      const ids = await createMany(7);
      const walked: string[] = ids.slice(-1);
      for (let hasMore = true; hasMore; ) {
        const page = await idsOf(`?limit=${limit}&ending_before=${walked[0]}`);
        walked.unshift(...page.ids);
        hasMore = page.hasMore;
        expect(hasMore).toBe(walked.length < ids.length);
      }
      expect(walked).toEqual(ids);
    },
  );

  it('stay whole while payments are created in between', async () => {
    const ids = await createMany(7);
    const walked: string[] = [];
    let page = await idsOf('?limit=2');
    const added: string[] = [];
    for (;;) {
      walked.push(...page.ids);
      if (!page.hasMore) break;
      added.unshift(...(await createMany(2)));
      page = await idsOf(`?limit=2&starting_after=${walked.at(-1)}`);
    }
    expect(walked).toEqual(ids);
    expect(added).toHaveLength(6);
    expect((await idsOf(`?limit=100&ending_before=${ids[0]}`)).ids).toEqual(added);
  });

  it('are empty beyond either end', async () => {
    const ids = await createMany(2);
    expect(await idsOf(`?starting_after=${ids[1]}`)).toEqual({ ids: [], hasMore: false });
    expect(await idsOf(`?ending_before=${ids[0]}`)).toEqual({ ids: [], hasMore: false });
  });

  it('keep to the filter', async () => {
    const ids = await createMany(6);
    const completed = ids.filter((_, index) => index % 2 === 0);
    for (const id of completed) await forcePayment(service, id, { status: 'completed' });
    expect(await idsOf('?status=completed&limit=2')).toEqual({ ids: completed.slice(0, 2), hasMore: true });
    const rest = await idsOf(`?status=completed&limit=2&starting_after=${completed[1]}`);
    expect(rest).toEqual({ ids: completed.slice(2), hasMore: false });
    expect((await idsOf(`?status=completed&ending_before=${ids[5]}`)).ids).toEqual(completed);
  });

  describe.each(['starting_after', 'ending_before'])('%s', (cursor) => {
    it.each([`pay_${'0'.repeat(26)}`, `inv_${'0'.repeat(26)}`, 'pay_1', 'x', ''])(
      'is not found when it is "%s"',
      async (id) => {
        await createMany(1);
        expectFailure(await list(`?${cursor}=${id}`), { status: 404, code: 'PAYMENT_NOT_FOUND' });
      },
    );

    it('is not found when it is another merchant’s payment', async () => {
      const other = await createPayment(service);
      await createMany(1);
      const answer = await list(`?${cursor}=${other.payment_id}`);
      expectFailure(answer, { status: 404, code: 'PAYMENT_NOT_FOUND' });
    });

    it('is a mismatch when it is a payment of the other environment', async () => {
      const [id] = await createMany(2);
      const answer = await list(`?${cursor}=${id}`, shop.liveKey);
      expectFailure(answer, { status: 401, code: 'KEY_ENVIRONMENT_MISMATCH' });
    });
  });

  it('go one way at a time', async () => {
    const ids = await createMany(3);
    const answer = await list(`?starting_after=${ids[0]}&ending_before=${ids[2]}`);
    expectFailure(answer, { code: 'INVALID_PARAMETER', field: 'ending_before' });
  });
});
