import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectFailure, unlimited } from '../../payments/support.ts';
import { startTestService, type TestMerchant, type TestService } from '../../support/service.ts';
import { makeEndpoint, publicUrl, shownEndpoint } from './api-support.ts';
import { asked, fakeResolve, names } from './fake-dns.ts';

let service: TestService;
let shop: TestMerchant;
beforeAll(async () => {
  service = await startTestService({ requestsPerMinute: unlimited, resolve: fakeResolve });
  names.set('shop.example', ['93.184.216.34', '2606:4700:4700::1111']);
  names.set('inside.example', ['10.1.2.3']);
  names.set('mixed.example', ['93.184.216.34', '192.168.0.1']);
  names.set('mixed6.example', ['93.184.216.34', 'fd00::1']);
  names.set('loop.example', ['::1']);
});
afterAll(() => service.stop());
beforeEach(async () => {
  shop = await service.createMerchant();
});

/** Neither a new endpoint nor a changed one takes this URL. */
async function expectRefused(url: unknown, key: string): Promise<void> {
  const refusal = { code: 'INVALID_URL', field: 'url' };
  const body = { url, events: ['*'] };
  expectFailure(await service.call('POST', '/webhooks/endpoints', { key, body }), refusal);
  const { endpoint_id: id } = await makeEndpoint(service, {}, { key });
  expectFailure(await service.call('PATCH', `/webhooks/endpoints/${id}`, { key, body: { url } }), refusal);
  expect((await shownEndpoint(service, id, key)).url).toBe(publicUrl);
}

async function expectAccepted(url: string, key: string): Promise<void> {
  expect((await makeEndpoint(service, { url }, { key })).url).toBe(url);
  const { endpoint_id: id } = await makeEndpoint(service, {}, { key });
  const changed = await service.call('PATCH', `/webhooks/endpoints/${id}`, { key, body: { url } });
  expect(changed.json.data?.url, changed.text).toBe(url);
}

describe('the URL of any endpoint', () => {
  it.each([
    ['empty', ''],
    ['a path', '/hook'],
    ['without scheme', 'shop.example/hook'],
    ['relative to the scheme', '//shop.example/hook'],
    ['without host', 'https://'],
    ['without host, with a path', 'https:///hook'],
    ['with one slash', 'https:/shop.example'],
    ['with no slash', 'https:shop.example'],
    ['with backslashes', 'https:\\\\shop.example\\hook'],
    ['with a space before', ' https://shop.example/'],
    ['with a space inside', 'https://shop.example/a b'],
    ['with a line break', 'https://shop.example/\nhook'],
    ['with a user', 'https://user@shop.example/'],
    ['with user and password', 'https://user:pass@shop.example/'],
    ['with an empty user', 'https://@shop.example/'],
    ['with a port that is none', 'https://shop.example:99999/'],
    ['with a port of letters', 'https://shop.example:x/'],
    ['with a bad address', 'https://300.1.1.1/'],
    ['with an open bracket', 'https://[::1/'],
    ['of scheme ftp', 'ftp://shop.example/'],
    ['of scheme file', 'file:///etc/passwd'],
    ['of scheme javascript', 'javascript:alert(1)'],
    ['of scheme data', 'data:text/plain,x'],
    ['of scheme ws', 'wss://shop.example/'],
    ['of scheme gopher', 'gopher://127.0.0.1:6379/'],
    ['a number', 7],
    ['a list', ['https://shop.example/']],
    ['an object', { href: 'https://shop.example/' }],
    ['with NUL', 'https://shop.example/\u0000'],
  ])('may not be %s, test or live', async (_name, url) => {
    await expectRefused(url, shop.testKey);
    await expectRefused(url, shop.liveKey);
  });

  it('takes 2,048 characters and not one more', async () => {
    const longest = `${publicUrl}?${'x'.repeat(2048 - publicUrl.length - 1)}`;
    await expectAccepted(longest, shop.testKey);
    await expectRefused(`${longest}x`, shop.testKey);
  });

  it.each(['https://shop.example', 'https://shop.example?x=1', 'https://shop.example/a@b?c=d@e#f'])(
    'may be %s',
    async (url) => {
      await expectAccepted(url, shop.testKey);
      await expectAccepted(url, shop.liveKey);
    },
  );
});

describe('the URL of a live endpoint', () => {
  it.each([
    'http://shop.example/',
    'HTTP://shop.example/',
    'http://93.184.216.34/',
    'https://127.0.0.1/',
    'https://127.0.0.1:8443/hook',
    'https://10.0.0.1/',
    'https://172.16.0.1/',
    'https://192.168.1.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://[::1]/',
    'https://[fe80::1]/',
    'https://[fd00::1]/',
    'https://localhost/',
    'https://api.localhost/',
    'https://inside.example/',
    'https://mixed.example/',
    'https://mixed6.example/',
    'https://loop.example/',
    'https://LOOP.example./',
  ])('may not be %s', async (url) => {
    await expectRefused(url, shop.liveKey);
  });

  it.each([
    'https://shop.example/',
    'https://shop.example:8443/hook',
    'HTTPS://SHOP.example./',
    'https://93.184.216.34/',
    'https://[2606:4700:4700::1111]/',
    'https://not-there-yet.example/',
  ])('may be %s', async (url) => {
    await expectAccepted(url, shop.liveKey);
  });
});

describe('the URL of a test endpoint', () => {
  it.each([
    'http://127.0.0.1:3000/hook',
    'http://localhost:3000/',
    'http://192.168.0.7/',
    'http://[::1]:3000/',
    'https://inside.example/',
    'http://shop.example/',
  ])('may be %s, and no name is looked up', async (url) => {
    asked.length = 0;
    await expectAccepted(url, shop.testKey);
    expect(asked).toEqual([]);
  });
});
