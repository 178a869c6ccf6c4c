import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { expectFailure, unlimited } from '../../payments/support.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { makeEndpoint, publicUrl, sendTest, shownEndpoint } from './api-support.ts';
import { fakeResolve, names } from './fake-dns.ts';
import { type Receiver, startReceiver } from './receiver.ts';

let service: TestService;
let receiver: Receiver;
beforeAll(async () => {
  [service, receiver] = await Promise.all([
    startTestService({
      requestsPerMinute: unlimited,
      resolve: fakeResolve,
      env: { WEBHOOKS_ALLOW_PRIVATE: '0' },
    }),
    startReceiver(),
  ]);
});
afterAll(async () => {
  await service.stop();
  await receiver.close();
});
afterEach(() => {
  names.clear();
  receiver.received.length = 0;
});

const port = () => new URL(receiver.url).port;

describe('a test endpoint where private addresses are not allowed', () => {
  it.each([
    'http://127.0.0.1:3000/hook',
    'http://localhost:3000/',
    'http://192.168.0.7/',
    'http://10.0.0.1/',
    'https://169.254.169.254/latest/meta-data/',
    'http://[::1]:3000/',
    'http://[::ffff:127.0.0.1]/',
    'http://2130706433/',
    'http://db/',
    'http://inside.example/',
    'https://mixed.example/',
  ])('cannot be registered at %s, nor moved there, and is told what to do', async (url) => {
    names.set('inside.example', ['10.1.2.3']);
    names.set('mixed.example', ['93.184.216.34', '192.168.0.1']);
    names.set('db', ['10.1.2.4']);
    const refusal = { code: 'INVALID_URL', field: 'url' };
    const answer = await service.call('POST', '/webhooks/endpoints', { body: { url, events: ['*'] } });
    expectFailure(answer, refusal);
    expect(answer.json.error.message).toMatch(/webhooks listen.*WEBHOOKS_ALLOW_PRIVATE=1/);
    const { endpoint_id } = await makeEndpoint(service);
    const path = `/webhooks/endpoints/${endpoint_id}`;
    expectFailure(await service.call('PATCH', path, { body: { url } }), refusal);
    expect((await shownEndpoint(service, endpoint_id)).url).toBe(publicUrl);
    await service.call('DELETE', path);
  });

  it.each(['http://shop.example/', 'https://shop.example/', 'http://93.184.216.34/hook'])(
    'may be %s: public addresses take HTTP too',
    async (url) => {
      names.set('shop.example', ['93.184.216.34']);
      const { endpoint_id } = await makeEndpoint(service, { url });
      await service.call('DELETE', `/webhooks/endpoints/${endpoint_id}`);
    },
  );

  it.each([
    ['an address', '127.0.0.1'],
    ['an IPv6 address', '[::1]'],
    ['a name that leads inside since', 'rebind.example'],
    ['a name of this machine', 'localhost'],
  ])('that was registered before by %s is not connected to, and the error says why', async (_, host) => {
    names.set('rebind.example', ['127.0.0.1']);
    names.set('localhost', ['127.0.0.1', '::1']);
    const { endpoint_id } = await makeEndpoint(service);
    const url = `http://${host}:${port()}/hook`;
    await service.ctx.db`update webhook_endpoints set url = ${url} where endpoint_id = ${endpoint_id}`;
    const answer = await sendTest(service, endpoint_id);
    expect(answer).toMatchObject({ success: false, http_status: null, response_body: null });
    expect(answer.error).toMatch(/is not a public address.*WEBHOOKS_ALLOW_PRIVATE/);
    expect(receiver.received).toEqual([]);
    await service.call('DELETE', `/webhooks/endpoints/${endpoint_id}`);
  });
});

describe('a test endpoint where private addresses are allowed', () => {
  it('is registered on this machine and reached there', async () => {
    const laptop = await startTestService({ env: { WEBHOOKS_ALLOW_PRIVATE: '1' } });
    try {
      const { endpoint_id } = await makeEndpoint(laptop, { url: `http://localhost:${port()}/hook` });
      expect((await sendTest(laptop, endpoint_id)).success).toBe(true);
      expect(receiver.received).toHaveLength(1);
    } finally {
      await laptop.stop();
    }
  });
});
