import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generateKey } from '../../src/merchants/keys/key-format.ts';
import { createKey } from '../../src/merchants/merchants.ts';
import { expectRefusal } from '../platform/http/refusal.ts';
import { startTestService, type TestMerchant, type TestService } from '../support/service.ts';

let service: TestService;
let stranger: TestMerchant;
beforeAll(async () => {
  service = await startTestService();
  stranger = await service.createMerchant();
});
afterAll(() => service.stop());

const withHeader = (authorization: string) =>
  service.call('GET', '/payments', { key: null, headers: { authorization } });

const create = async () =>
  (await service.call('POST', '/payments', { body: { amount: '10.00', currency: 'USD' } })).json.data
    .payment_id;

describe('Authorization header', () => {
  it('a good key is let in', async () => {
    expect((await withHeader(`Bearer ${service.testKey}`)).status).toBe(200);
    expect((await withHeader(`Bearer ${service.liveKey}`)).status).toBe(200);
  });

  it('no header is UNAUTHORIZED', async () => {
    expectRefusal(await service.call('GET', '/payments', { key: null }), 'UNAUTHORIZED');
  });

  it.each([
    ['nothing in it', () => ''],
    ['the scheme alone', () => 'Bearer'],
    ['the key alone', () => service.testKey],
    ['another scheme', () => `Basic ${service.testKey}`],
    ['the scheme in lower case', () => `bearer ${service.testKey}`],
    ['the scheme in upper case', () => `BEARER ${service.testKey}`],
    ['two spaces', () => `Bearer  ${service.testKey}`],
    ['a tab', () => `Bearer\t${service.testKey}`],
    ['a space inside the key', () => `Bearer ${service.testKey.replace('svc_', 'svc_ ')}`],
    ['something after the key', () => `Bearer ${service.testKey} x`],
    ['two keys', () => `Bearer ${service.testKey}, Bearer ${service.testKey}`],
    ['a quoted key', () => `Bearer "${service.testKey}"`],
    ['the key in upper case', () => `Bearer ${service.testKey.toUpperCase()}`],
    [
      'a wrong checksum',
      () => `Bearer ${service.testKey.slice(0, -1)}${service.testKey.endsWith('0') ? '1' : '0'}`,
    ],
    ['a key cut short', () => `Bearer ${service.testKey.slice(0, -1)}`],
    ['a well-formed key nobody has', () => `Bearer ${generateKey(service.ctx.random, 'test', 'secret')}`],
    ['a test key dressed as live', () => `Bearer ${service.testKey.replace('svc_test_', 'svc_live_')}`],
    ['a key hash', () => `Bearer ${createHash('sha256').update(service.testKey).digest('hex')}`],
    ['ten thousand characters', () => `Bearer ${'x'.repeat(10_000)}`],
  ])('%s is UNAUTHORIZED', async (_what, header) => {
    const answer = await withHeader(header());
    expectRefusal(answer, 'UNAUTHORIZED');
    expect(answer.text).not.toContain(service.testKey);
  });

  it('a key in the query or the body is no key', async () => {
    expectRefusal(
      await service.call('GET', `/payments?api_key=${service.testKey}`, { key: null }),
      'UNAUTHORIZED',
    );
    const body = { amount: '10.00', currency: 'USD', key: service.testKey };
    expectRefusal(await service.call('POST', '/payments', { key: null, body }), 'UNAUTHORIZED');
  });

  it('an unknown key says the same as a malformed one: nobody can probe for keys', async () => {
    const unknown = await withHeader(`Bearer ${generateKey(service.ctx.random, 'live', 'secret')}`);
    const malformed = await withHeader('Bearer x');
    expect(unknown.text).toBe(malformed.text);
  });
});

describe('environments', () => {
  it('the prefix of the key selects the data: a live key neither lists nor reads test payments', async () => {
    const id = await create();
    const own = await service.call('GET', '/payments');
    expect(own.json.data.map((item: { payment_id: string }) => item.payment_id)).toContain(id);
    expect((await service.call('GET', '/payments', { key: service.liveKey })).json.data).toEqual([]);
    const live = { key: service.liveKey };
    expectRefusal(await service.call('GET', `/payments/${id}`, live), 'KEY_ENVIRONMENT_MISMATCH');
    expectRefusal(
      await service.call('GET', `/payments?starting_after=${id}`, live),
      'KEY_ENVIRONMENT_MISMATCH',
    );
  });

  it('a test key neither lists nor reads live payments', async () => {
    const id = await create();
    await service.ctx.db`update payments set environment = 'live' where payment_id = ${id}`;
    expect((await service.call('GET', `/payments/${id}`, { key: service.liveKey })).status).toBe(200);
    expectRefusal(await service.call('GET', `/payments/${id}`), 'KEY_ENVIRONMENT_MISMATCH');
    const listed = (await service.call('GET', '/payments?limit=100')).json.data;
    expect(listed.map((item: { payment_id: string }) => item.payment_id)).not.toContain(id);
  });

  it('a payment of another merchant does not exist, with a key of either environment', async () => {
    const id = await create();
    for (const key of [stranger.testKey, stranger.liveKey]) {
      expectRefusal(await service.call('GET', `/payments/${id}`, { key }), 'PAYMENT_NOT_FOUND');
      expectRefusal(await service.call('GET', `/payments?ending_before=${id}`, { key }), 'PAYMENT_NOT_FOUND');
      expect((await service.call('GET', '/payments', { key })).json.data).toEqual([]);
    }
  });
});

describe('publishable keys', () => {
  it('are FORBIDDEN on every documented route but those of a button on a page, in both environments', async () => {
    const live = await createKey(service.ctx, service.ctx.db, {
      merchantId: service.merchantId,
      environment: 'live',
      kind: 'publishable',
      allowedIps: [],
    });
    const { paths } = (await service.call('GET', '/openapi.json')).json;
    const ofPages = [
      'get /api/v1/buttons/{button_id}',
      'post /api/v1/buttons/{button_id}/payments',
      'get /api/v1/buttons/{button_id}/payments/{payment_id}',
    ];
    const id = await create();
    let tried = 0;
    for (const [path, operations] of Object.entries<Record<string, unknown>>(paths)) {
      for (const method of Object.keys(operations)) {
        if (ofPages.includes(`${method} ${path}`)) continue;
        const url = path.replace('/api/v1', '').replace(/\{\w+\}/g, id);
        for (const key of [service.publishableKey, live.key]) {
          const body =
            method === 'get' ? {} : { body: { amount: '10.00', currency: 'USD', outcome: 'fail' } };
          expectRefusal(await service.call(method.toUpperCase(), url, { key, ...body }), 'FORBIDDEN');
          tried++;
        }
      }
    }
    expect(tried).toBeGreaterThanOrEqual(8);
    expect((await service.call('GET', `/payments/${id}`)).json.data.status).toBe('pending');
  });
});

describe('what the database knows of a key', () => {
  it('only its SHA-256 and its last four characters', async () => {
    const keys = [service.testKey, service.liveKey, service.publishableKey];
    const rows = await service.ctx.db<{ key_hash: Buffer; hint: string; row: string }[]>`
      select key_hash, hint, k::text as row from api_keys k where merchant_id = ${service.merchantId}`;
    for (const key of keys) {
      const hash = createHash('sha256').update(key).digest();
      expect(rows.filter((row) => row.key_hash.equals(hash))).toMatchObject([{ hint: key.slice(-4) }]);
      // The key without its prefix and hint, in any column.
      for (const row of rows) expect(row.row).not.toContain(key.slice(-38, -4));
    }
  });
});
