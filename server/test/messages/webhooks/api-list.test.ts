import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectFailure, unlimited } from '../../payments/support.ts';
import { manualClock } from '../../support/clock.ts';
import { startTestService, type TestMerchant, type TestService } from '../../support/service.ts';
import { makeEndpoint, unknownLike } from './api-support.ts';

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

/** Ids, newest first. */
async function makeMany(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let i = 0; i < count; i++) {
    clock.advance(i % 2);
    ids.unshift((await makeEndpoint(service, {}, { key: shop.testKey })).endpoint_id);
  }
  return ids;
}

const list = (query = '', key = shop.testKey) => service.call('GET', `/webhooks/endpoints${query}`, { key });

async function idsOf(query = ''): Promise<[string[], boolean]> {
  const answer = await list(query);
  expect(answer.status, answer.text).toBe(200);
  const ids = answer.json.data.map((item: { endpoint_id: string }) => item.endpoint_id);
  return [ids, answer.json.has_more];
}

describe('GET /webhooks/endpoints', () => {
  it('answers an empty list when there are none', async () => {
    expect((await list()).json).toEqual({ success: true, data: [], has_more: false });
  });

  it('lists the newest first, 20 unless told otherwise', async () => {
    const ids = await makeMany(21);
    expect(await idsOf()).toEqual([ids.slice(0, 20), true]);
    expect(await idsOf('?limit=20')).toEqual([ids.slice(0, 20), true]);
    expect(await idsOf('?limit=21')).toEqual([ids, false]);
    expect(await idsOf('?limit=1')).toEqual([ids.slice(0, 1), true]);
  });

  it('pages on with starting_after and back with ending_before', async () => {
    const ids = await makeMany(5);
    expect(await idsOf(`?limit=2&starting_after=${ids[1]}`)).toEqual([ids.slice(2, 4), true]);
    expect(await idsOf(`?limit=2&starting_after=${ids[2]}`)).toEqual([ids.slice(3), false]);
    expect(await idsOf(`?starting_after=${ids[4]}`)).toEqual([[], false]);
    expect(await idsOf(`?limit=2&ending_before=${ids[3]}`)).toEqual([ids.slice(1, 3), true]);
    expect(await idsOf(`?ending_before=${ids[0]}`)).toEqual([[], false]);
  });

  it('goes on from a cursor that was deleted meanwhile', async () => {
    const ids = await makeMany(3);
    await service.call('DELETE', `/webhooks/endpoints/${ids[1]}`, { key: shop.testKey });
    expect(await idsOf(`?starting_after=${ids[1]}`)).toEqual([[ids[2]], false]);
  });

  it('shows a merchant its own of the key’s environment, and no others', async () => {
    await makeMany(1);
    const other = await service.createMerchant();
    const live = await makeEndpoint(service, {}, { key: shop.liveKey });
    expect((await list('', other.testKey)).json.data).toEqual([]);
    const shown = (await list('', shop.liveKey)).json.data;
    expect(shown.map((item: { endpoint_id: string }) => item.endpoint_id)).toEqual([live.endpoint_id]);
  });

  it.each(['0', '101', '-1', '1.5', 'x', ''])('takes no limit of "%s"', async (limit) => {
    expectFailure(await list(`?limit=${limit}`), { code: 'INVALID_PARAMETER', field: 'limit' });
  });

  it('takes limits of 1 and of 100', async () => {
    for (const limit of [1, 100]) expect((await list(`?limit=${limit}`)).status).toBe(200);
  });

  it('does not know a cursor that is no endpoint of this merchant', async () => {
    const [id = ''] = await makeMany(1);
    const other = await service.createMerchant();
    const foreign = (await makeEndpoint(service, {}, { key: other.testKey })).endpoint_id;
    for (const cursor of [unknownLike(id), foreign, 'we_', 'x', id.replace('we_', 'pay_')]) {
      for (const name of ['starting_after', 'ending_before']) {
        const refusal = { status: 404, code: 'WEBHOOK_ENDPOINT_NOT_FOUND' };
        expectFailure(await list(`?${name}=${cursor}`), refusal);
      }
    }
  });

  it('refuses a cursor of the other environment, and both cursors at once', async () => {
    const [id] = await makeMany(1);
    const refusal = { status: 401, code: 'KEY_ENVIRONMENT_MISMATCH' };
    expectFailure(await list(`?starting_after=${id}`, shop.liveKey), refusal);
    const both = await list(`?starting_after=${id}&ending_before=${id}`);
    expectFailure(both, { code: 'INVALID_PARAMETER', field: 'ending_before' });
  });
});
