import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectFailure, unlimited } from '../../payments/support.ts';
import { manualClock } from '../../support/clock.ts';
import { startTestService, type TestMerchant, type TestService } from '../../support/service.ts';
import { completePayment, unknownLike } from './api-support.ts';

const clock = manualClock();
let service: TestService;
let shop: TestMerchant;
beforeAll(async () => {
  service = await startTestService({ clock, requestsPerMinute: unlimited });
});
afterAll(() => service.stop());
beforeEach(async () => {
  shop = await service.createMerchant();
});

const get = (path: string, key = shop.testKey) => service.call('GET', `/events${path}`, { key });

async function idsOf(query: string): Promise<[string[], boolean]> {
  const answer = await get(query);
  expect(answer.status, answer.text).toBe(200);
  return [answer.json.data.map((event: { id: string }) => event.id), answer.json.has_more];
}

/** Two events for each payment: processing and completed. */
async function pay(count: number): Promise<string[]> {
  const payments: string[] = [];
  for (let i = 0; i < count; i++) {
    clock.advance(i % 2);
    payments.unshift(await completePayment(service, shop.testKey));
  }
  return payments;
}

describe('GET /events', () => {
  it('is empty at first', async () => {
    expect((await get('')).json).toEqual({ success: true, data: [], has_more: false });
  });

  it('lists whole events, newest first, also where no endpoint wanted them', async () => {
    const [newer, older] = await pay(2);
    const events = (await get('')).json.data;
    const told = events.map((event: { type: string; data: { payment_id: string } }) => [
      event.type,
      event.data.payment_id,
    ]);
    expect(told).toEqual([
      ['payment.completed', newer],
      ['payment.processing', newer],
      ['payment.completed', older],
      ['payment.processing', older],
    ]);
    for (const event of events) expect(Object.keys(event)).toEqual(['id', 'type', 'created_at', 'data']);
  });

  it('lists 20 unless told otherwise, and pages by cursors', async () => {
    await pay(11);
    const [ids] = await idsOf('?limit=100');
    expect(ids).toHaveLength(22);
    expect(await idsOf('')).toEqual([ids.slice(0, 20), true]);
    expect(await idsOf('?limit=22')).toEqual([ids, false]);
    expect(await idsOf(`?limit=3&starting_after=${ids[4]}`)).toEqual([ids.slice(5, 8), true]);
    expect(await idsOf(`?starting_after=${ids[21]}`)).toEqual([[], false]);
    expect(await idsOf(`?limit=3&ending_before=${ids[4]}`)).toEqual([ids.slice(1, 4), true]);
  });

  it('filters by type, across pages too', async () => {
    await pay(3);
    const all = (await get('')).json.data;
    const completed = all
      .filter((event: { type: string }) => event.type === 'payment.completed')
      .map((event: { id: string }) => event.id);
    expect(await idsOf('?type=payment.completed')).toEqual([completed, false]);
    const next = await idsOf(`?type=payment.completed&limit=1&starting_after=${completed[0]}`);
    expect(next).toEqual([[completed[1]], true]);
    // A cursor need not be of the type itself.
    expect(await idsOf(`?type=payment.completed&starting_after=${all[1].id}`)).toEqual([
      completed.slice(1),
      false,
    ]);
    expect(await idsOf('?type=refund.failed')).toEqual([[], false]);
  });

  it.each(['nope', '*', '', 'payment'])('does not know the type "%s"', async (type) => {
    expectFailure(await get(`?type=${type}`), { code: 'INVALID_PARAMETER', field: 'type' });
  });

  it('takes a limit of 1 to 100', async () => {
    for (const limit of [1, 100]) expect((await get(`?limit=${limit}`)).status).toBe(200);
    for (const limit of [0, 101])
      expectFailure(await get(`?limit=${limit}`), { code: 'INVALID_PARAMETER', field: 'limit' });
  });

  it('shows a merchant its own of the key’s environment, and no others', async () => {
    await pay(1);
    const other = await service.createMerchant();
    expect((await get('', other.testKey)).json.data).toEqual([]);
    expect((await get('', shop.liveKey)).json.data).toEqual([]);
  });

  it('does not know a cursor that is no event of this merchant, and refuses one of the other environment', async () => {
    await pay(1);
    const [[id = '']] = await idsOf('?limit=1');
    const other = await service.createMerchant();
    for (const cursor of [unknownLike(id), 'x', 'evt_'])
      expectFailure(await get(`?starting_after=${cursor}`), { status: 404, code: 'NOT_FOUND' });
    expectFailure(await get(`?starting_after=${id}`, other.testKey), { status: 404, code: 'NOT_FOUND' });
    const mismatch = { status: 401, code: 'KEY_ENVIRONMENT_MISMATCH' };
    expectFailure(await get(`?starting_after=${id}`, shop.liveKey), mismatch);
  });
});

describe('GET /events/:event_id', () => {
  it('answers the event as the list shows it', async () => {
    await pay(1);
    for (const event of (await get('')).json.data)
      expect((await get(`/${event.id}`)).json).toEqual({ success: true, data: event });
  });

  it('of an id that is not known, malformed or another merchant’s is 404', async () => {
    await pay(1);
    const [[id = '']] = await idsOf('?limit=1');
    const other = await service.createMerchant();
    for (const wrong of [unknownLike(id), 'evt_', 'x', '%00'])
      expectFailure(await get(`/${wrong}`), { status: 404, code: 'NOT_FOUND' });
    expectFailure(await get(`/${id}`, other.testKey), { status: 404, code: 'NOT_FOUND' });
    expectFailure(await get(`/${id}`, shop.liveKey), { status: 401, code: 'KEY_ENVIRONMENT_MISMATCH' });
  });
});
