import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createKey } from '../../src/merchants/merchants.ts';
import { expectRefusal } from '../platform/http/refusal.ts';
import { type SecondProcess, startSecondProcess } from '../platform/http/second-process.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let proxied: SecondProcess | undefined;
beforeAll(async () => {
  service = await startTestService();
});
afterEach(async () => {
  await proxied?.stop();
  proxied = undefined;
});
afterAll(() => service.stop());

async function keyFor(...allowedIps: string[]): Promise<string> {
  return (await service.createKey(service.merchantId, 'test', allowedIps)).key;
}

/** The address the service takes the client for, found by asking with a key nobody may use. */
async function seenAs(trustProxy: string, forwardedFor: string): Promise<string> {
  proxied = await startSecondProcess(service.databaseUrl, { env: { TRUST_PROXY: trustProxy } });
  const key = await keyFor('192.0.2.255');
  const headers = forwardedFor === '' ? {} : { 'x-forwarded-for': forwardedFor };
  const answer = await proxied.call('GET', '/api/v1/payments', { key, headers });
  expectRefusal(answer, 'IP_NOT_ALLOWED');
  return answer.json.error.details.ip;
}

describe('IP allowlist of a key', () => {
  it.each([
    [['127.0.0.1'], 200],
    [['127.0.0.0/8'], 200],
    [['203.0.113.0/24', '127.0.0.1'], 200],
    [['127.0.0.2'], 403],
    [['203.0.113.0/24'], 403],
    [['::1'], 403],
    [[], 200],
  ])('a client at 127.0.0.1 of a key that allows %j gets %i', async (allowed, status) => {
    const answer = await service.call('GET', '/payments', { key: await keyFor(...allowed) });
    expect(answer.status).toBe(status);
    if (status === 403) {
      expectRefusal(answer, 'IP_NOT_ALLOWED');
      expect(answer.json.error.details).toEqual({ ip: '127.0.0.1' });
    }
  });

  it('belongs to one key: the other keys of the merchant are open', async () => {
    await keyFor('203.0.113.1');
    expect((await service.call('GET', '/payments')).status).toBe(200);
  });

  it('an entry that is no address is refused when the key is made', async () => {
    const input = { merchantId: service.merchantId, environment: 'test', kind: 'secret' } as const;
    for (const entry of ['localhost', '10.0.0.0/33', '1', '']) {
      const made = createKey(service.ctx, service.ctx.db, { ...input, allowedIps: ['127.0.0.1', entry] });
      await expect(made).rejects.toThrow(`"${entry}" is not an IP address or CIDR range`);
    }
  });
});

describe('behind proxies', () => {
  it('without TRUST_PROXY, X-Forwarded-For counts for nothing', async () => {
    const headers = {
      'x-forwarded-for': '203.0.113.7',
      forwarded: 'for=203.0.113.7',
      'x-real-ip': '203.0.113.7',
    };
    const spoofed = await service.call('GET', '/payments', { key: await keyFor('203.0.113.7'), headers });
    expectRefusal(spoofed, 'IP_NOT_ALLOWED');
    expect(spoofed.json.error.details).toEqual({ ip: '127.0.0.1' });
    const honest = await service.call('GET', '/payments', { key: await keyFor('127.0.0.1'), headers });
    expect(honest.status).toBe(200);
  });

  it.each([
    ['one hop believes the last entry alone', '1', '192.0.2.9, 203.0.113.7', '203.0.113.7'],
    ['one hop, nothing forwarded', '1', '', '127.0.0.1'],
    ['two hops believe one entry more', '2', '192.0.2.9, 203.0.113.7, 10.0.0.2', '203.0.113.7'],
    ['two hops, fewer entries than hops', '2', '203.0.113.7', '203.0.113.7'],
    ['no hops', '0', '203.0.113.7', '127.0.0.1'],
    ['a range that holds the proxy', '127.0.0.0/8', '192.0.2.9, 203.0.113.7', '203.0.113.7'],
    [
      'ranges that hold both proxies',
      '127.0.0.1,10.0.0.0/8',
      '192.0.2.9, 203.0.113.7, 10.1.2.3',
      '203.0.113.7',
    ],
    [
      'a range that does not hold the client of the proxy',
      '127.0.0.1,10.0.0.0/8',
      '10.1.2.3, 192.0.2.9',
      '192.0.2.9',
    ],
    ['a range that does not hold the proxy itself', '10.0.0.0/8', '203.0.113.7', '127.0.0.1'],
    ['an IPv6 client', '1', '2001:db8::7', '2001:db8::7'],
  ])('%s: TRUST_PROXY=%s, X-Forwarded-For: %s is a client at %s', async (_what, setting, forwarded, ip) => {
    expect(await seenAs(setting, forwarded)).toBe(ip);
  });

  it('the allowlist judges the forwarded client, IPv4, IPv6 or IPv4-mapped', async () => {
    proxied = await startSecondProcess(service.databaseUrl, { env: { TRUST_PROXY: '1' } });
    const cases = [
      ['203.0.113.0/24', '203.0.113.7', 200],
      ['203.0.113.0/24', '::ffff:203.0.113.7', 200],
      ['203.0.113.0/24', '203.0.114.7', 403],
      ['2001:db8::/32', '2001:db8:1::7', 200],
      ['2001:db8::/32', '2001:db9::7', 403],
      ['127.0.0.1', '203.0.113.7', 403],
      ['0.0.0.0/0', 'unknown', 403],
      ['0.0.0.0/0', '203.0.113.7:50000', 403],
    ] as const;
    for (const [allowed, client, status] of cases) {
      const key = await keyFor(allowed);
      const headers = { 'x-forwarded-for': `198.51.100.1, ${client}` };
      const answer = await proxied.call('GET', '/api/v1/payments', { key, headers });
      expect(answer.status, `${allowed} for ${client}`).toBe(status);
    }
  });
});
