import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../server/test/support/service.ts';
import type { Causeway } from '../src/causeway.ts';
import { CausewayApiError, CausewayError } from '../src/errors.ts';
import { clientOf, notingFetch, rejection } from './support.ts';

let service: TestService;
let causeway: Causeway;
beforeAll(async () => {
  service = await startTestService();
  causeway = clientOf(service);
});
afterAll(() => service.stop());

const params = { amount: '4.04', currency: 'USD' } as const;

describe('payments', () => {
  it('are created, retrieved and simulated', async () => {
    const created = await causeway.payments.create({
      ...params,
      reference_id: 'order-1',
      accepted_chains: ['base'],
    });
    expect(created).toMatchObject({ status: 'pending', amount: '4.04', reference_id: 'order-1' });
    expect(created.checkout_url).toContain(created.payment_id);
    expect(await causeway.payments.get(created.payment_id)).toEqual(created);
    const done = await causeway.payments.simulate(created.payment_id, 'complete');
    expect(done).toMatchObject({ payment_id: created.payment_id, status: 'completed', chain: 'base' });
  });

  it('have the response in apiResponse, outside of JSON, copies and comparisons', async () => {
    const [one, two] = await Promise.all([
      causeway.payments.create(params),
      causeway.payments.create(params),
    ]);
    expect(one.apiResponse.requestId).toMatch(/^req_/);
    expect(one.apiResponse.requestId).not.toBe(two.apiResponse.requestId);
    expect(one.apiResponse.status).toBe(201);
    expect(Number(one.apiResponse.headers.get('x-ratelimit-remaining'))).toBeGreaterThan(0);
    expect(JSON.stringify(one)).not.toContain('apiResponse');
    expect({ ...one }).not.toHaveProperty('apiResponse');
  });

  it('reject with code, status, details and request id on API errors', async () => {
    const error = await rejection(causeway.payments.create({ amount: '0.10', currency: 'USD' }));
    expect(error).toBeInstanceOf(CausewayApiError);
    expect(error).toBeInstanceOf(CausewayError);
    expect(error).toMatchObject({
      name: 'CausewayApiError',
      code: 'AMOUNT_TOO_SMALL',
      status: 422,
      requestId: expect.stringMatching(/^req_/),
      details: expect.objectContaining({ field: 'amount', provided: '0.10' }),
      attempts: 1,
    });
    expect(await rejection(causeway.payments.get('pay_x'))).toMatchObject({
      code: 'PAYMENT_NOT_FOUND',
      status: 404,
    });
    const stranger = clientOf(service, { apiKey: 'svc_test_nobody' });
    expect(await rejection(stranger.payments.get('pay_x'))).toMatchObject({
      code: 'UNAUTHORIZED',
      status: 401,
    });
  });

  it('created twice with the same idempotency key are one payment, also when concurrent', async () => {
    const options = { idempotencyKey: 'order-77' };
    const [first, second] = await Promise.all([
      causeway.payments.create(params, options),
      causeway.payments.create(params, options),
    ]);
    const third = await causeway.payments.create(params, options);
    expect([second.payment_id, third.payment_id]).toEqual([first.payment_id, first.payment_id]);
    expect(third.apiResponse.headers.get('idempotent-replayed')).toBe('true');
    const other = { ...params, amount: '4.05' };
    const error = await rejection(causeway.payments.create(other, options));
    expect(error).toMatchObject({ code: 'IDEMPOTENCY_CONFLICT', status: 409, attempts: 1 });
  });

  it('are created with a random idempotency key by default, and reads have none', async () => {
    const noted = notingFetch();
    const client = clientOf(service, { fetch: noted.fetch });
    const { payment_id } = await client.payments.create(params);
    await client.payments.create(params);
    await client.payments.get(payment_id);
    const [first, second, read] = noted.header('idempotency-key');
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect(second).not.toBe(first);
    expect(read).toBeNull();
  });
});

describe('lists', () => {
  let shop: Causeway;
  let ids: string[];
  beforeAll(async () => {
    shop = clientOf(service, { apiKey: (await service.createMerchant()).testKey });
    ids = [];
    for (let n = 0; n < 7; n++) ids.unshift((await shop.payments.create(params)).payment_id);
  });

  async function idsOf(items: AsyncIterable<{ payment_id: string }>): Promise<string[]> {
    const found: string[] = [];
    for await (const item of items) found.push(item.payment_id);
    return found;
  }

  it('iterate over all items, newest first, page after page', async () => {
    for (const limit of [1, 3, 7, 100]) expect(await idsOf(shop.payments.list({ limit }))).toEqual(ids);
    expect(await idsOf(shop.payments.list())).toEqual(ids);
  });

  it('continue from a cursor and keep their filters', async () => {
    const [, , third = ''] = ids;
    expect(await idsOf(shop.payments.list({ limit: 2, starting_after: third }))).toEqual(ids.slice(3));
    const noted = notingFetch();
    const client = clientOf(service, {
      apiKey: (await service.createMerchant()).testKey,
      fetch: noted.fetch,
    });
    for (let n = 0; n < 3; n++) await client.payments.create(params);
    noted.requests.length = 0;
    expect(await idsOf(client.payments.list({ limit: 1, status: 'pending' }))).toHaveLength(3);
    for (const { url } of noted.requests)
      expect(url).toMatch(/limit=1.*status=pending|status=pending.*limit=1/);
  });

  it('iterate from ending_before to newer items', async () => {
    const oldest = ids.at(-1) ?? '';
    const newer = ids.slice(0, -1).reverse();
    for (const limit of [1, 2, 6, 100]) {
      expect(await idsOf(shop.payments.list({ limit, ending_before: oldest }))).toEqual(newer);
    }
    expect(await idsOf(shop.payments.list({ ending_before: ids[0] ?? '' }))).toEqual([]);
  });

  it('resolve to a page with nextPage and the request id', async () => {
    const page = await shop.payments.list({ limit: 4 });
    expect(page.data.map((item) => item.payment_id)).toEqual(ids.slice(0, 4));
    expect(page.has_more).toBe(true);
    expect(page.apiResponse.requestId).toMatch(/^req_/);
    const next = await page.nextPage();
    expect(next?.data.map((item) => item.payment_id)).toEqual(ids.slice(4));
    expect(next?.has_more).toBe(false);
    expect(await next?.nextPage()).toBeNull();
    expect(await idsOf(page)).toEqual(ids);
  });

  it('send no request until used, and load no page that is not needed', async () => {
    const noted = notingFetch();
    const client = clientOf(service, { fetch: noted.fetch });
    const list = client.payments.list({ limit: 1 });
    expect(noted.requests).toHaveLength(0);
    for await (const item of list) {
      expect(item.payment_id).toBeTruthy();
      break;
    }
    expect(noted.requests).toHaveLength(1);
  });

  it('reject with the API error when awaited and when iterated', async () => {
    const list = shop.payments.list({ limit: 101 });
    const code = { code: 'INVALID_PARAMETER', details: expect.objectContaining({ field: 'limit' }) };
    expect(await rejection(list)).toMatchObject(code);
    expect(await rejection(idsOf(list))).toMatchObject(code);
  });

  it('have then, catch and finally like a promise', async () => {
    const refused = shop.payments.list({ limit: 101 });
    expect(await refused.catch(() => 'refused')).toBe('refused');
    let ended = false;
    const page = await shop.payments.list({ limit: 1 }).finally(() => {
      ended = true;
    });
    expect([ended, page.data.length]).toEqual([true, 1]);
  });
});
