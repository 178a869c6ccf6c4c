import type { AddressInfo } from 'node:net';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../../src/app/routes.ts';
import type { Deprecation } from '../../../src/platform/http/deprecation.ts';
import { type Answer, type CallOptions, call } from '../../support/call.ts';
import { manualClock } from '../../support/clock.ts';
import { startTestService, type TestService } from '../../support/service.ts';

const declared: Deprecation = { since: '2026-03-01', sunset: '2026-09-01', guide: '/docs/changelog' };

/** The app as `serve` builds it, with one of its routes deprecated. */
function appWith(deprecation: Deprecation, name = 'createPayment'): Promise<FastifyInstance> {
  return buildApp(service.ctx, (route: RouteOptions) => {
    if (operationOf(route) === name) route.config = { ...route.config, deprecation };
  });
}

function operationOf({ schema }: RouteOptions): unknown {
  return schema && 'operationId' in schema ? schema.operationId : undefined;
}

let service: TestService;
let app: FastifyInstance;
let url: string;
beforeAll(async () => {
  service = await startTestService({ clock: manualClock(), requestsPerMinute: { test: 1000, live: 1 } });
  app = await appWith(declared);
  await app.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api/v1`;
});
afterAll(async () => {
  await app.close();
  await service.stop();
});

const create = (options: CallOptions = {}) =>
  call(`${url}/payments`, 'POST', {
    key: service.testKey,
    body: { amount: '10.00', currency: 'USD' },
    ...options,
  });
const told = ({ headers }: Answer) => ['deprecation', 'sunset', 'link'].map((name) => headers.get(name));

describe('a deprecated route', () => {
  it('tells on a success since when, until when, and where to read on', async () => {
    const answer = await create();
    expect(answer.status).toBe(201);
    expect(told(answer)).toEqual([
      '@1772323200',
      'Tue, 01 Sep 2026 00:00:00 GMT',
      `<${service.ctx.config.publicUrl}/docs/changelog>; rel="deprecation"; type="text/html"`,
    ]);
  });

  it('tells it on every refusal, and on an answer that is replayed', async () => {
    const headers = { 'idempotency-key': 'one' };
    await create({ key: service.liveKey });
    const answers = [
      await create({ key: null }),
      await create({ key: service.publishableKey }),
      await create({ key: service.liveKey }),
      await create({ body: '{', headers: { 'content-type': 'application/json' } }),
      await create({ body: { amount: '10.00', currency: 'USD', description: 'x'.repeat(300_000) } }),
      await create({ body: { amount: 10, currency: 'USD' } }),
      await create({ body: { amount: '4.09', currency: 'USD' } }),
      await create({ headers }),
      await create({ headers }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 403, 429, 400, 413, 422, 409, 201, 201]);
    expect(answers.at(-1)?.headers.get('idempotent-replayed')).toBe('true');
    const [first] = answers.map(told);
    expect(first).not.toContain(null);
    expect(answers.map(told)).toEqual(answers.map(() => first));
  });

  it('leaves its neighbours alone', async () => {
    const list = await call(`${url}/payments`, 'GET', { key: service.testKey });
    const unknown = await call(`${url}/nothing`, 'POST', { key: service.testKey });
    expect([list.status, unknown.status]).toEqual([200, 404]);
    expect([...told(list), ...told(unknown)]).toEqual(Array(6).fill(null));
  });

  it('is marked in the OpenAPI document, with the day it ends, and alone there', async () => {
    const document = (await call(`${url}/openapi.json`, 'GET')).json;
    const { post, get } = document.paths['/api/v1/payments'];
    expect(post.deprecated).toBe(true);
    expect(post.description).toMatch(/^Deprecated since 2026-03-01\. It works until 2026-09-01\./);
    expect(post.description).toContain('(/docs/changelog)');
    expect(Object.keys(post.responses['201'].headers)).toEqual(
      expect.arrayContaining(['Deprecation', 'Sunset', 'Link', 'X-Request-Id']),
    );
    expect(Object.keys(post.responses['422'].headers)).toEqual(['Deprecation', 'Sunset', 'Link']);
    expect(get).not.toHaveProperty('deprecated');
    expect(JSON.stringify(document).match(/"deprecated":true/g)).toHaveLength(1);
  });

  it('is told of to HEAD too, and may have its guide anywhere', async () => {
    const guide = 'https://shop.example/guide?from=1';
    const other = await appWith({ ...declared, guide }, 'listPayments');
    const headers = { authorization: `Bearer ${service.testKey}` };
    for (const method of ['GET', 'HEAD'] as const) {
      const answer = await other.inject({ method, url: '/api/v1/payments', headers });
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['link']).toBe(`<${guide}>; rel="deprecation"; type="text/html"`);
    }
    await other.close();
  });
});

describe('a declaration', () => {
  it.each([
    ['2026-03-01', '2026-09-01'],
    ['2026-08-31', '2027-02-28'],
    ['2027-08-31', '2028-02-29'],
    ['2026-07-15', '2027-01-15'],
    ['2026-07-15', '2030-01-01'],
  ])('from %s to %s keeps the six months', async (since, sunset) => {
    await (await appWith({ ...declared, since, sunset })).close();
  });

  it.each([
    [{ sunset: '2026-08-31' }, /POST \/api\/v1\/payments.*less than 6 months.*2026-09-01 or later/],
    [{ since: '2026-08-31', sunset: '2027-02-27' }, /2027-02-28 or later/],
    [{ sunset: '2025-01-01' }, /less than 6 months/],
    [{ since: '2026-02-30' }, /"2026-02-30".*YYYY-MM-DD/],
    [{ sunset: 'soon' }, /"soon".*YYYY-MM-DD/],
    [{ sunset: '2026-12-01T00:00:00Z' }, /YYYY-MM-DD/],
    [{ guide: 'docs/changelog' }, /guide "docs\/changelog"/],
    [{ guide: '/a>; rel="x"' }, /guide/],
  ])('with %j stops the start and says what to write', async (change, message) => {
    await expect(appWith({ ...declared, ...change })).rejects.toThrow(message);
  });
});
