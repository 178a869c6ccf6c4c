import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectFailure, unlimited } from '../../payments/support.ts';
import { arbitraryHeaders, arbitraryId, expectCivil } from '../../platform/http/arbitrary-requests.ts';
import { expectRefusal } from '../../platform/http/refusal.ts';
import { call } from '../../support/call.ts';
import { budget } from '../../support/chance.ts';
import { manualClock } from '../../support/clock.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { failedPayment, makeWebDir, noPublicLimits, openPayment, post, usdc, visit } from './support.ts';

const clock = manualClock();
const web = makeWebDir();
let service: TestService;
beforeAll(async () => {
  service = await startTestService({
    clock,
    requestsPerMinute: unlimited,
    webDir: web.path,
    env: { TRUST_PROXY: '1' },
  });
});
afterAll(async () => {
  await service.stop();
  web.remove();
});

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });

describe('limits by address', () => {
  it('120 reads a minute, of the page, the state, the events and logos together', async () => {
    const id = await openPayment(service);
    const own = from('192.0.2.1');
    for (let i = 0; i < 40; i++) {
      expect((await visit(service, 'GET', `${id}/state`, own)).status).toBe(200);
      expect((await visit(service, 'HEAD', id, own)).status).toBe(200);
      expect((await call(`${service.url}/logos/x`, 'GET', own)).status).toBe(404);
    }
    for (const path of [`${id}/state`, id, `${id}/events`]) {
      const answer = await visit(service, 'GET', path, own);
      expectRefusal(answer, 'RATE_LIMIT_EXCEEDED');
      expect(answer.headers.get('retry-after')).toBe('1');
      expect(answer.json.error.message).toContain('Wait 1 second ');
    }
    expect((await visit(service, 'GET', `${id}/state`, from('192.0.2.2'))).status).toBe(200);
    clock.advance(1000);
    expect((await visit(service, 'GET', `${id}/state`, own)).status).toBe(200);
  });

  it('30 changes a minute, apart from the reads', async () => {
    const id = await openPayment(service);
    const own = { ...from('192.0.2.3'), body: usdc };
    for (let i = 0; i < 30; i++) expect((await visit(service, 'POST', `${id}/choice`, own)).status).toBe(200);
    for (const path of ['choice', 'pay', 'email', 'retry'])
      expectRefusal(await visit(service, 'POST', `${id}/${path}`, own), 'RATE_LIMIT_EXCEEDED');
    expect((await visit(service, 'GET', `${id}/state`, from('192.0.2.3'))).status).toBe(200);
  });

  it('count the 64 bits that a household gets of IPv6 as one address, and IPv4 in IPv6 as IPv4', async () => {
    const id = await openPayment(service);
    const read = async (address: string) =>
      (await visit(service, 'GET', `${id}/state`, from(address))).status;
    for (let i = 0; i < 120; i++) expect(await read(`2001:db8:1:2::${i.toString(16)}`)).toBe(200);
    expect(await read('2001:db8:1:2:ffff:ffff:ffff:ffff')).toBe(429);
    expect(await read('2001:db8:1:3::1')).toBe(200);
    for (let i = 0; i < 120; i++) expect(await read('198.51.100.7')).toBe(200);
    expect(await read('::ffff:198.51.100.7')).toBe(429);
  });
});

describe('who may send', () => {
  it.each([
    [{}, 200],
    [{ 'sec-fetch-site': 'same-origin' }, 200],
    [{ 'sec-fetch-site': 'same-origin', origin: 'http://proxied.example' }, 200],
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ 'sec-fetch-site': 'cross-site', origin: 'http://localhost:0' }, 403],
    [{ origin: 'https://evil.example' }, 403],
    [{ origin: 'null' }, 403],
    [{ origin: 'http://localhost:0' }, 200],
  ])('%j: %i', async (headers, status) => {
    const id = await failedPayment(service);
    for (const [path, body] of [
      ['retry', {}],
      ['email', { customer_email: null }],
    ] as const) {
      const answer = await visit(service, 'POST', `${id}/${path}`, {
        body,
        headers: { ...headers, 'x-forwarded-for': `203.0.113.${Math.floor(Math.random() * 250)}` },
      });
      if (status === 403) expectFailure(answer, { status, code: 'FORBIDDEN' });
      else expect(answer.status).not.toBe(403);
    }
  });

  it('not a page whose Origin is the Host of the request: anybody can choose both', async () => {
    const id = await failedPayment(service);
    const headers = { origin: service.url };
    const answer = await visit(service, 'POST', `${id}/retry`, { body: {}, headers });
    expectFailure(answer, { status: 403, code: 'FORBIDDEN' });
  });

  it('nobody may read it from another site: no answer allows another origin', async () => {
    const id = await openPayment(service);
    const { headers } = await visit(service, 'GET', `${id}/state`, {
      headers: { origin: 'https://a.example' },
    });
    expect(headers.get('access-control-allow-origin')).toBeNull();
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
  });
});

describe('methods', () => {
  it.each([
    ['', ['POST', 'PUT', 'DELETE'], ['GET', 'HEAD']],
    ['/state', ['POST', 'DELETE'], ['GET', 'HEAD']],
    ['/events', ['HEAD', 'POST'], ['GET']],
    ['/choice', ['GET', 'PUT'], ['POST']],
    ['/pay', ['GET', 'DELETE'], ['POST']],
    ['/email', ['GET', 'PATCH'], ['POST']],
    ['/retry', ['GET', 'HEAD'], ['POST']],
  ])('/checkout/:payment_id%s does not take %j and says so', async (path, others, taken) => {
    const id = await openPayment(service);
    for (const method of others) {
      const answer = await visit(service, method, `${id}${path}`);
      expect(answer.status).toBe(405);
      expect((answer.headers.get('allow') ?? '').split(', ').sort()).toEqual(taken);
    }
  });

  it('none of the routes is in the OpenAPI document', async () => {
    const { json } = await service.call('GET', '/openapi.json', { key: null });
    expect(Object.keys(json.paths).filter((path) => !path.startsWith('/api/v1/'))).toEqual([]);
  });
});

describe('whatever is sent, the answer is below 500, in the envelope, and a refusal stores nothing', () => {
  let free: TestService;
  beforeAll(async () => {
    free = await startTestService({ requestsPerMinute: unlimited, publicLimits: noPublicLimits });
  });
  afterAll(() => free.stop());

  const anyBody = fc.oneof(
    fc.json({ maxDepth: 4 }),
    fc.string({ unit: 'binary', maxLength: 100 }),
    fc
      .record({
        chain: fc.oneof(fc.constantFrom('base', 'bsc', 'solana', 'x'), fc.jsonValue()),
        token: fc.oneof(fc.constantFrom('USDC', 'BNB', 'X'), fc.jsonValue()),
        customer_email: fc.oneof(fc.constantFrom('a@example.com', null), fc.string({ unit: 'binary' })),
      })
      .map((body) => JSON.stringify(body)),
  );

  it('to the routes that change something', { timeout: 600_000 }, async () => {
    const known = [
      await openPayment(free),
      await failedPayment(free),
      await openPayment(free, { amount: '4.04' }),
    ];
    const seen = new Set<number>();
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('choice', 'pay', 'email', 'retry'),
        fc.constantFrom(...known).chain(arbitraryId),
        anyBody,
        arbitraryHeaders,
        fc.boolean(),
        async (path, id, body, headers, asJson) => {
          const sent = asJson ? { ...headers, 'content-type': 'application/json' } : headers;
          seen.add(
            await expectCivil(free, { method: 'POST', path: `/checkout/${id}/${path}`, headers: sent, body }),
          );
        },
      ),
      { numRuns: budget(400, 60) },
    );
    // Which others come up is chance; these two cannot stay away in so many.
    expect([...seen]).toEqual(expect.arrayContaining([400, 404]));
  });

  it('to the routes that read', { timeout: 600_000 }, async () => {
    const known = await openPayment(free);
    await fc.assert(
      fc.asyncProperty(arbitraryId(known), arbitraryHeaders, async (id, headers) => {
        await expectCivil(free, { method: 'GET', path: `/checkout/${id}/state`, headers });
        const paths = [`/checkout/${id}`, `/logos/${id}`, `/assets/${id}`];
        for (const path of paths) expect((await call(`${free.url}${path}`, 'GET')).status).not.toBe(500);
      }),
      { numRuns: budget(200, 40) },
    );
    expectFailure(await post(free, `${known}/choice`, { chain: 'x' }), {
      code: 'MISSING_REQUIRED_FIELD',
      field: 'token',
    });
  });
});
