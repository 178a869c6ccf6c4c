import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectFailure, unlimited } from '../../payments/support.ts';
import { startTestService, type TestMerchant, type TestService } from '../../support/service.ts';
import { fewConnections, makeEndpoint, publicUrl } from './api-support.ts';

let service: TestService;
let shop: TestMerchant;
beforeAll(async () => {
  service = await startTestService({ env: fewConnections, requestsPerMinute: unlimited });
});
afterAll(() => service.stop());
beforeEach(async () => {
  shop = await service.createMerchant();
});

const create = (key = shop.testKey) =>
  service.call('POST', '/webhooks/endpoints', { key, body: { url: publicUrl, events: ['*'] } });

async function countOf(key = shop.testKey): Promise<number> {
  return (await service.call('GET', '/webhooks/endpoints?limit=100', { key })).json.data.length;
}

async function fill(key = shop.testKey): Promise<void> {
  for (let i = 0; i < 50; i++) await makeEndpoint(service, {}, { key });
}

describe('a merchant may have 50 endpoints', () => {
  it('and the 51st is refused, saying how many there can be', async () => {
    await fill();
    const answer = await create();
    expectFailure(answer, { code: 'INVALID_PARAMETER', field: 'url' });
    expect(answer.json.error.details.max_endpoints).toBe(50);
    expect(await countOf()).toBe(50);
  });

  it('and exactly 50 come of 60 created at once', async () => {
    const answers = await Promise.all(Array.from({ length: 60 }, () => create()));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(50).fill(201), ...Array(10).fill(422)]);
    expect(await countOf()).toBe(50);
  });

  it('counted apart in test and live, and for each merchant', async () => {
    await fill();
    const other = await service.createMerchant();
    expect((await create(shop.liveKey)).status).toBe(201);
    expect((await create(other.testKey)).status).toBe(201);
    expect((await create()).status).toBe(422);
  });

  it('and a deleted one makes room for one more, a disabled one does not', async () => {
    await fill();
    const [first] = (await service.call('GET', '/webhooks/endpoints', { key: shop.testKey })).json.data;
    const path = `/webhooks/endpoints/${first.endpoint_id}`;
    await service.call('PATCH', path, { key: shop.testKey, body: { status: 'disabled' } });
    expect((await create()).status).toBe(422);
    await service.call('DELETE', path, { key: shop.testKey });
    expect((await create()).status).toBe(201);
    expect((await create()).status).toBe(422);
  });
});
