import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createRandom } from '../../../src/lib/random.ts';
import { generateKey } from '../../../src/merchants/keys/key-format.ts';
import { defaultPublicLimits } from '../../../src/platform/http/context.ts';
import { call } from '../../support/call.ts';
import { until } from '../../support/process.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { expectRefusal } from './refusal.ts';
import { type SecondProcess, startSecondProcess } from './second-process.ts';

describe('a crash inside the service', () => {
  const lines: string[] = [];
  let service: TestService;
  beforeAll(async () => {
    const sink = new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk));
        done();
      },
    });
    service = await startTestService({ log: pino({ level: 'error' }, sink) });
    await service.ctx.db`alter table payments rename to payments_gone`;
  });
  afterAll(() => service.stop());

  it.each([
    ['GET', '/payments'],
    ['GET', `/payments/pay_${'0'.repeat(26)}`],
    ['POST', '/payments'],
    ['POST', `/payments/pay_${'0'.repeat(26)}/simulate`],
  ])('%s %s is INTERNAL_ERROR, and tells the client nothing of the inside', async (method, path) => {
    const body = { amount: '10.00', currency: 'USD', outcome: 'complete' };
    lines.length = 0;
    const answer = await service.call(method, path, method === 'POST' ? { body } : {});
    expectRefusal(answer, 'INTERNAL_ERROR');
    expect(answer.json.error.details).toBeUndefined();
    expect(answer.text).not.toMatch(/stack|relation|payments_gone|select|insert|\.ts\b|node_modules/i);
    const logged = lines.map((line) => JSON.parse(line));
    expect(logged).toMatchObject([
      { request_id: answer.headers.get('x-request-id'), msg: 'INTERNAL_ERROR', err: { code: '42P01' } },
    ]);
    expect(lines.join()).not.toContain(service.testKey);
  });

  it('a person gets a page in their language instead, with the number of the request and a way on', async () => {
    const path = `/checkout/pay_${'0'.repeat(26)}`;
    const headers = { accept: 'text/html', 'accept-language': 'de' };
    const answer = await call(`${service.url}${path}`, 'GET', { headers });
    expect(answer.status).toBe(500);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.text).toContain('Bei uns ist etwas schiefgelaufen');
    expect(answer.text).toContain(answer.headers.get('x-request-id'));
    expect(answer.text).toContain(`href="${path}"`);
    expect(answer.text).not.toMatch(/relation|payments_gone/);
    const api = await service.call('GET', '/payments', { headers });
    expectRefusal(api, 'INTERNAL_ERROR');
  });

  it('an answer that failed is not kept: the retry with the same key is tried again', async () => {
    const options = { body: { amount: '10.00', currency: 'USD' }, headers: { 'idempotency-key': 'crash' } };
    expectRefusal(await service.call('POST', '/payments', options), 'INTERNAL_ERROR');
    await service.ctx.db`alter table payments_gone rename to payments`;
    const retried = await service.call('POST', '/payments', options);
    expect(retried.status).toBe(201);
    expect(retried.headers.get('idempotent-replayed')).toBeNull();
  });
});

describe('without a database', () => {
  let orphan: SecondProcess | undefined;
  afterEach(() => orphan?.stop());

  it('a request with a key is SERVICE_UNAVAILABLE and says when to come back; being alive does not depend on it', async () => {
    orphan = await startSecondProcess('postgres://nobody:hunter2@127.0.0.1:1/none');
    const key = generateKey(createRandom(), 'test', 'secret');
    const body = { amount: '10.00', currency: 'USD' };
    for (const [method, path, options] of [
      ['GET', '/api/v1/payments', {}],
      ['POST', '/api/v1/payments', { body, headers: { 'idempotency-key': 'k' } }],
      ['GET', '/readyz', {}],
    ] as const) {
      const answer = await call(`${orphan.url}${path}`, method, { key, ...options });
      expectRefusal(answer, 'SERVICE_UNAVAILABLE');
      expect(answer.headers.get('retry-after')).toBe('1');
      expect(answer.text).not.toMatch(/hunter2|ECONNREFUSED|127\.0\.0\.1/);
    }
    expect((await orphan.call('GET', '/healthz')).status).toBe(200);
    expectRefusal(await orphan.call('GET', '/api/v1/payments', { key: 'svc_test_x' }), 'UNAUTHORIZED');
    expectRefusal(await orphan.call('GET', '/api/v1/nowhere'), 'NOT_FOUND');
  });

  it('connections that the database cuts off are SERVICE_UNAVAILABLE at most, and the service recovers by itself', async () => {
    const service = await startTestService();
    const cutOff = await startSecondProcess(service.databaseUrl);
    try {
      const get = async () => (await cutOff.call('GET', '/api/v1/payments', { key: service.testKey })).status;
      expect(await get()).toBe(200);
      const underWay = cutOff.ctx.db`select pg_sleep(29)`.then(
        () => 'slept',
        (error: unknown) => (error as { code: string }).code,
      );
      await until(async () => {
        const rows = await service.ctx.db`
          select 1 from pg_stat_activity
          where datname = current_database() and state = 'active' and query like 'select pg_sleep%'`;
        return rows.length === 1;
      });
      await service.ctx.db`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`;
      expect(await underWay).toMatch(/57P01|CONNECTION_CLOSED/);
      await until(async () => {
        const status = await get();
        expect([200, 503]).toContain(status);
        return status === 200;
      });
    } finally {
      // Connections that were cut off once are waited for in vain.
      await Promise.all([cutOff, service].map(({ ctx }) => ctx.db.end({ timeout: 0 })));
      await cutOff.stop();
      await service.stop();
    }
  });
});

describe('the page of an error', () => {
  let service: TestService;
  beforeAll(async () => {
    const publicLimits = { ...defaultPublicLimits, readsPerMinute: 0 };
    service = await startTestService({ publicLimits, env: { PUBLIC_URL: 'https://pay.example/shop' } });
  });
  afterAll(() => service.stop());

  it.each([
    ['/checkout/pay_x?a=1&b=2', '/shop/checkout/pay_x?a=1&amp;b=2'],
    ['/docs/"><script>', '/shop/docs/%22%3E%3Cscript%3E'],
    ['//evil.example/checkout', '/shop/evil.example/checkout'],
  ])('at %s leads on to the service, below its own path', async (path, way) => {
    const answer = await call(`${service.url}${path}`, 'GET', { headers: { accept: 'text/html' } });
    expect(answer.status).toBe(429);
    expect(answer.text).toContain(`href="${way}"`);
    expect(answer.text).not.toContain('<script');
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
  });
});
