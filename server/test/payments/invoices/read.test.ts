import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectRefusal } from '../../platform/http/refusal.ts';
import { manualClock } from '../../support/clock.ts';
import { startTestService, type TestMerchant, type TestService } from '../../support/service.ts';
import { unlimited } from '../support.ts';
import { createInvoice } from './support.ts';

const clock = manualClock();
let service: TestService;
let shop: TestMerchant;
beforeAll(async () => {
  service = await startTestService({ clock, requestsPerMinute: unlimited });
});
afterAll(() => service.stop());

/** Each test starts with a merchant that has no invoices. */
beforeEach(async () => {
  shop = await service.createMerchant();
});

const create = (body = {}, key = shop.testKey) => createInvoice(service, body, { key });
const list = (query = '', key = shop.testKey) => service.call('GET', `/invoices${query}`, { key });

async function createMany(count: number, body = {}): Promise<string[]> {
  const ids: string[] = [];
  for (let i = 0; i < count; i++) {
    clock.advance(i % 2);
    ids.unshift((await create(body)).invoice_id);
  }
  return ids;
}

async function idsOf(query: string): Promise<{ ids: string[]; hasMore: boolean }> {
  const answer = await list(query);
  expect(answer.status, answer.text).toBe(200);
  return {
    ids: answer.json.data.map((item: { invoice_id: string }) => item.invoice_id),
    hasMore: answer.json.has_more,
  };
}

describe('GET /invoices/:invoice_id', () => {
  it.each(['inv_1', 'x', `inv_${'0'.repeat(26)}`, `pay_${'0'.repeat(26)}`, '%00'])(
    'with the unknown id %s is INVOICE_NOT_FOUND',
    async (id) => {
      expectRefusal(await service.call('GET', `/invoices/${id}`), 'INVOICE_NOT_FOUND');
    },
  );

  it('of another merchant is INVOICE_NOT_FOUND, of the other environment KEY_ENVIRONMENT_MISMATCH', async () => {
    const { invoice_id } = await create();
    expectRefusal(await service.call('GET', `/invoices/${invoice_id}`), 'INVOICE_NOT_FOUND');
    const asLive = await service.call('GET', `/invoices/${invoice_id}`, { key: shop.liveKey });
    expectRefusal(asLive, 'KEY_ENVIRONMENT_MISMATCH');
  });
});

describe('every route about one invoice', () => {
  const routes = [
    ['GET', ''],
    ['PATCH', ''],
    ['POST', '/finalize'],
    ['POST', '/void'],
    ['POST', '/send'],
  ] as const;

  it.each(routes)(
    '%s %s knows no strange invoice and none of the other environment',
    async (method, action) => {
      const { invoice_id } = await create();
      const body = method === 'GET' ? {} : { body: {} };
      const ask = (key: string, id = invoice_id) =>
        service.call(method, `/invoices/${id}${action}`, { key, ...body });
      expectRefusal(await ask(service.testKey), 'INVOICE_NOT_FOUND');
      expectRefusal(await ask(shop.testKey, 'inv_x'), 'INVOICE_NOT_FOUND');
      expectRefusal(await ask(shop.liveKey), 'KEY_ENVIRONMENT_MISMATCH');
    },
  );
});

describe('GET /invoices', () => {
  it('answers an empty list when there is nothing', async () => {
    expect((await list()).json).toEqual({ success: true, data: [], has_more: false });
  });

  it('carries exactly the subset of fields', async () => {
    const invoice = await create({ customer_email: 'ada@example.com', memo: 'x' });
    const { invoice_id, invoice_number, due_date, created_at } = invoice;
    expect((await list()).json.data).toEqual([
      {
        invoice_id,
        status: 'draft',
        invoice_number,
        amount: '100.00',
        currency: 'USD',
        customer_email: 'ada@example.com',
        customer_name: null,
        due_date,
        created_at,
      },
    ]);
  });

  it('lists the newest first, 20 unless told otherwise, and pages in both directions', async () => {
    const ids = await createMany(23);
    expect(await idsOf('')).toEqual({ ids: ids.slice(0, 20), hasMore: true });
    expect(await idsOf(`?starting_after=${ids[19]}`)).toEqual({ ids: ids.slice(20), hasMore: false });
    expect(await idsOf(`?limit=5&ending_before=${ids[10]}`)).toEqual({
      ids: ids.slice(5, 10),
      hasMore: true,
    });
    expect(await idsOf(`?limit=5&ending_before=${ids[3]}`)).toEqual({ ids: ids.slice(0, 3), hasMore: false });
  });

  it('shows neither other merchants nor the other environment', async () => {
    const mine = await create();
    const live = await create({}, shop.liveKey);
    await createInvoice(service);
    expect((await idsOf('')).ids).toEqual([mine.invoice_id]);
    expect((await list('', shop.liveKey)).json.data).toMatchObject([{ invoice_id: live.invoice_id }]);
  });

  it('filters by status', async () => {
    const [open, draft] = await createMany(2);
    await service.call('POST', `/invoices/${open}/finalize`, { key: shop.testKey });
    expect((await idsOf('?status=open')).ids).toEqual([open]);
    expect((await idsOf('?status=draft')).ids).toEqual([draft]);
    for (const status of ['paid', 'expired', 'void'])
      expect((await idsOf(`?status=${status}`)).ids).toEqual([]);
  });

  it('filters by exactly this address', async () => {
    const [ada] = await createMany(1, { customer_email: 'ada+x@example.com' });
    await createMany(1, { customer_email: 'bob@example.com' });
    await createMany(1);
    expect((await idsOf('?customer_email=ada%2Bx@example.com')).ids).toEqual([ada]);
    for (const other of ['ADA%2Bx@example.com', 'ada', ''])
      expect((await idsOf(`?customer_email=${other}`)).ids).toEqual([]);
  });

  it('filters by creation, both ends included', async () => {
    const [first] = await createMany(1);
    const at = clock.now().toISOString();
    clock.advance(1);
    const [second] = await createMany(1);
    expect((await idsOf(`?created_lte=${at}`)).ids).toEqual([first]);
    expect((await idsOf(`?created_gte=${at}`)).ids).toEqual([second, first]);
    expect((await idsOf(`?created_gte=${clock.now().toISOString()}`)).ids).toEqual([second]);
  });

  it.each([
    'limit=0',
    'limit=101',
    'limit=x',
    'status=closed',
    'created_gte=yesterday',
    'created_lte=2026-02-30',
    `customer_email=${'x'.repeat(255)}`,
  ])('refuses %s', async (query) => {
    expectRefusal(await list(`?${query}`), 'INVALID_PARAMETER');
  });

  it('refuses unknown cursors, strange ones and those of the other environment', async () => {
    const [id] = await createMany(1);
    const stranger = await createInvoice(service);
    const live = await create({}, shop.liveKey);
    for (const cursor of ['x', 'inv_1', `inv_${'0'.repeat(26)}`, stranger.invoice_id])
      for (const name of ['starting_after', 'ending_before'])
        expectRefusal(await list(`?${name}=${cursor}`), 'INVOICE_NOT_FOUND');
    expectRefusal(await list(`?starting_after=${live.invoice_id}`), 'KEY_ENVIRONMENT_MISMATCH');
    expectRefusal(await list(`?starting_after=${id}&ending_before=${id}`), 'INVALID_PARAMETER');
  });
});
