import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPaid } from '../payments/refunds/support.ts';
import { expectFailure, unlimited, until } from '../payments/support.ts';
import { freePort } from '../support/free-port.ts';
import { createDatabase, startTestService, type TestService } from '../support/service.ts';
import { seedPayments } from './data-support.ts';
import { type Browser, signedInAs } from './support.ts';

let service: TestService;
let owner: Browser;
beforeAll(async () => {
  service = await startTestService({ requestsPerMinute: unlimited });
  owner = await signedInAs(service, 'owner');
});
afterAll(() => service.stop());

const names = ['payments', 'refunds', 'invoices', 'events', 'payouts', 'balance'];
const get = (name: string, key: string | null = service.testKey) =>
  service.call('GET', `/exports/${name}`, { key });

async function keyWith(permissions: string[]): Promise<string> {
  const body = { name: 'Books', kind: 'secret', permissions };
  return (await owner.call('POST', '/keys', { body })).json.data.key;
}

describe('exports with an API key', () => {
  it.each(names)('%s.csv is the file that the dashboard gives', async (name) => {
    const paid = await createPaid(service, { description: '＝1+1', reference_id: `|cmd ${name}` });
    await service.call('POST', '/refunds', { body: { payment_id: paid.payment_id, amount: '1.00' } });
    const file = await get(`${name}.csv`);
    expect(file.status, file.text).toBe(200);
    expect(file.headers.get('content-type')).toContain('text/csv; charset=utf-8');
    expect(file.headers.get('content-disposition')).toMatch(`filename="${name}-test-`);
    expect(file.headers.get('x-ratelimit-remaining')).not.toBeNull();
    const both = async () => [await get(`${name}.csv`), await owner.call('GET', `/exports/${name}.csv`)];
    // The refund completes meanwhile.
    await until(both, ([ours, theirs]) => ours?.text === theirs?.text, 30_000);
    // A formula of a customer is text in a spreadsheet.
    if (name === 'payments') expect(file.text).toContain(`,'＝1+1,`);
    if (name === 'payments') expect(file.text).toContain(`,'|cmd payments,`);
  });

  it('are of the environment of the key, with filters', async () => {
    const shop = await service.createMerchant();
    const ids = await seedPayments(service, shop.merchantId, [
      { at: '2026-01-01T00:00:00Z' },
      { at: '2026-01-02T00:00:00Z', status: 'failed' },
      { at: '2026-01-03T00:00:00Z', environment: 'live' },
    ]);
    const exported = async (query: string, key: string) =>
      (await get(`payments.csv?${query}`, key)).text
        .split('\r\n')
        .slice(1, -1)
        .map((row) => row.split(',')[0]);
    expect(await exported('', shop.testKey)).toEqual([ids[1], ids[0]]);
    expect(await exported('status=failed', shop.testKey)).toEqual([ids[1]]);
    expect(await exported('', shop.liveKey)).toEqual([ids[2]]);
    expectFailure(await get('payments.csv?status=x', shop.testKey), {
      code: 'INVALID_PARAMETER',
      field: 'status',
    });
  });

  it('need the right to read what they hold, and nothing more', async () => {
    const books = await keyWith(['read']);
    for (const name of names) expect((await get(`${name}.csv`, books)).status, name).toBe(200);
    const payouts = await keyWith(['payouts.read']);
    const answered = [];
    for (const name of names) answered.push((await get(`${name}.csv`, payouts)).status);
    // The lines of a balance name customers.
    expect(answered).toEqual([403, 403, 403, 403, 200, 403]);
    expectFailure(await get('payments.csv', service.publishableKey), { code: 'FORBIDDEN', status: 403 });
    expectFailure(await get('payments.csv', null), { code: 'UNAUTHORIZED', status: 401 });
  });

  it('read the replica where there is one, and the API goes on with the primary', async () => {
    const replica = await createDatabase();
    const env = { DATABASE_REPLICA_URL: replica.url };
    const beside = await startTestService({ requestsPerMinute: unlimited, env });
    await beside.call('POST', '/payments', { body: { amount: '5.00', currency: 'USD' } });
    const file = await beside.call('GET', '/exports/payments.csv', {});
    expect(file.status, file.text).toBe(200);
    // This one has received nothing yet.
    expect(file.text.trim().split('\n')).toHaveLength(1);
    expect((await beside.call('GET', '/payments', {})).json.data).toHaveLength(1);
    await beside.stop();
    await replica.drop();
  });

  it('answer 503 while the replica is away, and nothing else does', async () => {
    const env = { DATABASE_REPLICA_URL: `postgres://nobody@127.0.0.1:${await freePort()}/none` };
    const beside = await startTestService({ requestsPerMinute: unlimited, env });
    const exported = await beside.call('GET', '/exports/payments.csv', {});
    expectFailure(exported, { code: 'SERVICE_UNAVAILABLE', status: 503 });
    expect((await beside.call('GET', '/payments', {})).status).toBe(200);
    await beside.stop();
  });
});
