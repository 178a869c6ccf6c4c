import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call } from '../../support/call.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { expectEnvelope, expectRefusal } from './refusal.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** For the methods that fetch does not send. */
function statusOf(
  method: string,
  path: string,
): Promise<{ status: number; requestId: unknown; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${service.testKey}` };
    const sent = request(`${service.url}${path}`, { method, headers }, async (response) => {
      const chunks = await response.toArray();
      const text = Buffer.concat(chunks).toString();
      resolve({ status: response.statusCode ?? 0, requestId: response.headers['x-request-id'], text });
    });
    sent.on('error', reject).end();
  });
}

describe('routes', () => {
  it.each([
    ['GET', '/api'],
    ['GET', '/api/v1'],
    ['GET', '/api/v2/payments'],
    ['GET', '/api/v1/nowhere'],
    ['POST', '/api/v1/nowhere'],
    ['DELETE', '/api/v1/nowhere/else'],
    ['GET', '/API/V1/payments'],
    ['GET', '/api/v1//payments'],
    ['GET', '/api/v1/payments/x/y/z'],
    ['GET', '/api/v1/payments/x/simulate/'],
  ])('%s %s is NOT_FOUND, with a key or without', async (method, path) => {
    for (const key of [service.testKey, null]) {
      const answer = await call(`${service.url}${path}`, method, { key });
      expectRefusal(answer, 'NOT_FOUND');
      expect(answer.json.error.details).toEqual({ method, path });
    }
  });

  it('a long path is repeated in the answer only in part', async () => {
    const answer = await call(`${service.url}/api/v1/${'x'.repeat(5000)}`, 'GET');
    expectRefusal(answer, 'NOT_FOUND');
    expect(answer.text.length).toBeLessThan(600);
  });

  it.each([
    ['/api/v1/payments', ['PUT', 'PATCH', 'DELETE', 'OPTIONS'], ['GET', 'HEAD', 'POST']],
    ['/api/v1/payments/pay_x', ['POST', 'PUT', 'PATCH', 'DELETE'], ['GET', 'HEAD']],
    ['/api/v1/payments/pay_x/simulate', ['GET', 'HEAD', 'PUT', 'DELETE'], ['POST']],
    ['/api/v1/invoices', ['PUT', 'PATCH', 'DELETE'], ['GET', 'HEAD', 'POST']],
    ['/api/v1/invoices/inv_x', ['POST', 'PUT', 'DELETE'], ['GET', 'HEAD', 'PATCH']],
    ['/api/v1/invoices/inv_x/void', ['GET', 'PATCH', 'DELETE'], ['POST']],
    ['/api/v1/buttons', ['PUT', 'PATCH', 'DELETE', 'OPTIONS'], ['GET', 'HEAD', 'POST']],
    ['/api/v1/buttons/btn_x', ['POST', 'PUT', 'DELETE'], ['GET', 'HEAD', 'OPTIONS', 'PATCH']],
    ['/api/v1/payment_links', ['PUT', 'PATCH', 'DELETE'], ['GET', 'HEAD', 'POST']],
    ['/pay/plink_x', ['PUT', 'PATCH', 'DELETE'], ['GET', 'HEAD', 'POST']],
    ['/api/v1/buttons/btn_x/payments', ['GET', 'PATCH', 'DELETE'], ['OPTIONS', 'POST']],
    ['/api/v1/openapi.json', ['POST', 'DELETE'], ['GET', 'HEAD']],
    ['/healthz', ['POST', 'DELETE'], ['GET', 'HEAD']],
    ['/metrics', ['POST'], ['GET', 'HEAD']],
  ])(
    '%s with a method it does not take is METHOD_NOT_ALLOWED and says what it takes',
    async (path, others, taken) => {
      for (const method of others) {
        for (const key of [service.testKey, null]) {
          const answer = await call(`${service.url}${path}`, method, { key });
          expect(answer.status, method).toBe(405);
          const allowed = (answer.headers.get('allow') ?? '').split(', ').sort();
          expect(allowed).toEqual(taken);
          if (method === 'HEAD') continue;
          expectRefusal(answer, 'METHOD_NOT_ALLOWED');
          expect(answer.json.error.details.allowed.sort()).toEqual(taken);
        }
      }
    },
  );

  it.each(['TRACE', 'PROPFIND', 'SEARCH'])(
    '%s on a path that exists is METHOD_NOT_ALLOWED too',
    async (method) => {
      const { status, requestId, text } = await statusOf(method, '/api/v1/payments');
      expect(requestId).toMatch(/^req_/);
      expectRefusal({ status, text, json: JSON.parse(text) }, 'METHOD_NOT_ALLOWED');
    },
  );

  it('HEAD answers as GET does, without a body', async () => {
    const answer = await service.call('HEAD', '/payments');
    expect(answer.status).toBe(200);
    expect(answer.text).toBe('');
    expect((await service.call('HEAD', '/payments', { key: null })).status).toBe(401);
  });

  it.each([
    '/api/v1/payments/%',
    '/api/v1/payments/%zz',
    '/api/v1/payments/%e0%a4%a',
    '/%c0%af',
    '/api/v1/%',
  ])('bad percent-encoding in %s is NOT_FOUND in the envelope', async (path) => {
    expectRefusal(await call(`${service.url}${path}`, 'GET', { key: service.testKey }), 'NOT_FOUND');
  });

  it.each([
    '%00',
    '%2F',
    "'%20or%201=1--",
    '%F0%9F%98%80',
    'pay_',
    '__proto__',
    'x'.repeat(499),
    'x'.repeat(500),
  ])('an id that cannot be one (%s) is PAYMENT_NOT_FOUND', async (id) => {
    expectRefusal(await service.call('GET', `/payments/${id}`), 'PAYMENT_NOT_FOUND');
  });

  it.each([501, 2000, 8000])('an id of %i characters is a 404 in the envelope', async (length) => {
    const answer = await service.call('GET', `/payments/${'x'.repeat(length)}`);
    expectEnvelope(answer);
    expect(answer.status).toBe(404);
  });

  it('every request has an id of its own, also when the client sends one', async () => {
    const headers = { 'x-request-id': 'req_mine', 'request-id': 'req_mine' };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => service.call('GET', '/payments', { headers })),
    );
    expect(new Set(answers.map((answer) => answer.headers.get('x-request-id'))).size).toBe(20);
  });
});
