import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { call } from '../../support/call.ts';
import { until } from '../../support/process.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { rawRequest } from './raw-request.ts';

const lines: string[] = [];
let service: TestService;
beforeAll(async () => {
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(...String(chunk).split('\n').filter(Boolean));
      done();
    },
  });
  service = await startTestService({ log: pino({ level: 'trace' }, sink) });
});
beforeEach(() => {
  lines.length = 0;
});
afterAll(() => service.stop());

const linesAbout = (requestId: string | null | undefined) =>
  lines
    .map((line) => JSON.parse(line))
    .filter((line) => line.request_id === requestId && line.msg === 'request');

/** The line is written once the answer is out, so a moment after the client has it. */
async function lineAbout(requestId: string | null | undefined): Promise<Record<string, unknown>> {
  await until(() => linesAbout(requestId).length > 0);
  const found = linesAbout(requestId);
  expect(found).toHaveLength(1);
  return found[0];
}

describe('log', () => {
  it('has one line for each request, under the id the client got', async () => {
    const body = { amount: '10.00', currency: 'USD' };
    const answer = await service.call('POST', '/payments', { body });
    expect(await lineAbout(answer.headers.get('x-request-id'))).toMatchObject({
      method: 'POST',
      path: '/api/v1/payments',
      status: 201,
      ms: expect.any(Number),
      ip: '127.0.0.1',
      merchant_id: service.merchantId,
      key_id: expect.stringMatching(/^key_/),
    });
  });

  it.each([
    ['an unknown route', 'GET', '/api/v1/nowhere', 404],
    ['a wrong method', 'PUT', '/api/v1/payments', 405],
    ['no key', 'GET', '/api/v1/payments', 401],
    ['an URL that cannot be decoded', 'GET', '/api/v1/payments/%zz', 404],
  ])('has a line for %s too', async (_what, method, path, status) => {
    const answer = await call(`${service.url}${path}`, method);
    expect(answer.status).toBe(status);
    expect(await lineAbout(answer.headers.get('x-request-id'))).toMatchObject({ method, path, status });
  });

  it.each([
    ['GET', 'token'],
    ['PUT', 'token'],
    ['GET', 'token/more'],
    ['GET', 'token%zz'],
  ])('shows no token of a claim link: %s …/%s', async (method, end) => {
    const answer = await call(`${service.url}/refunds/claim/${end}`, method);
    const { path } = await lineAbout(answer.headers.get('x-request-id'));
    expect(path).toMatch(/^\/refunds\/claim\/(:token|…)$/);
  });

  it('has a line for what was not HTTP', async () => {
    const answer = await rawRequest(service.url, 'hello\r\n\r\n');
    const id = answer.headers.get('x-request-id');
    await until(() => lines.some((line) => JSON.parse(line).request_id === id));
  });

  it('holds no key, header or query, whatever the request', async () => {
    const secrets = {
      key: service.testKey,
      liveKey: service.liveKey,
      query: 'ada-in-query',
      cookie: 'cookie-value',
      wrongKey: `${service.testKey.slice(0, -1)}!`,
    };
    const headers = { cookie: secrets.cookie, 'x-api-key': secrets.liveKey, 'idempotency-key': 'once' };
    const body = {
      amount: '10.00',
      currency: 'USD',
      password: 'body-password',
      customer_email: 'ada@example.com',
    };
    const answers = [
      await service.call('POST', '/payments', { body, headers }),
      await service.call('POST', '/payments', { body: { ...body, amount: 'x' }, headers }),
      await service.call('POST', '/payments', { body: `{"password":"body-password"`, headers }),
      await service.call('GET', `/payments?reference_id=${secrets.query}&api_key=${secrets.key}`, {
        headers,
      }),
      await service.call('GET', '/payments', { key: secrets.wrongKey, headers }),
      await service.call('GET', '/payments', { key: secrets.liveKey, headers }),
      await call(`${service.url}/nowhere?key=${secrets.key}`, 'GET', { key: secrets.key }),
    ];
    for (const answer of answers) await lineAbout(answer.headers.get('x-request-id'));
    const all = lines.join('\n');
    for (const secret of [...Object.values(secrets), 'Bearer', 'body-password', 'ada@example.com']) {
      expect(all).not.toContain(secret);
    }
  });

  it('holds no secret when a statement fails either', async () => {
    const body = {
      amount: '10.00',
      currency: 'USD',
      customer_email: 'ada@example.com',
      description: 'private words',
    };
    await service.ctx.db`alter table payments rename column description to gone`;
    const answer = await service.call('POST', '/payments', { body });
    await service.ctx.db`alter table payments rename column gone to description`;
    expect(answer.status).toBe(500);
    const failed = lines.map((line) => JSON.parse(line)).find((line) => line.msg === 'INTERNAL_ERROR');
    expect(failed).toMatchObject({
      request_id: answer.headers.get('x-request-id'),
      err: { stack: expect.any(String) },
    });
    for (const secret of [
      service.testKey,
      'ada@example.com',
      'private words',
      new URL(service.databaseUrl).password,
    ]) {
      expect(secret).not.toBe('');
      expect(lines.join('\n')).not.toContain(secret);
    }
  });
});
