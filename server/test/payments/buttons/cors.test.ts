import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type CallOptions, call } from '../../support/call.ts';
import { manualClock } from '../../support/clock.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { silent } from '../support.ts';
import { createButton, createPayment, press, withoutLimits } from './support.ts';

let service: TestService;
let buttonId: string;
let paymentId: string;
beforeAll(async () => {
  service = await startTestService({ ...withoutLimits, log: silent });
  buttonId = (await createButton(service)).button_id;
  paymentId = (await createPayment(service, buttonId)).payment_id;
});
afterAll(() => service.stop());

const origin = 'https://shop.example';

/** As a browser sends it for a page of the shop. */
const fromPage = (method: string, path: string, options: CallOptions = {}): Promise<Answer> =>
  service.call(method, path, {
    key: service.publishableKey,
    ...options,
    headers: { origin, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors', ...options.headers },
  });

const corsHeaders = ({ headers }: Answer) =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-')));

const readable = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'X-Request-Id, Retry-After, Idempotent-Replayed',
};

const preflight = (path: string, method: string, headers = 'authorization,content-type,idempotency-key') =>
  call(`${service.url}/api/v1${path}`, 'OPTIONS', {
    headers: { origin, 'access-control-request-method': method, 'access-control-request-headers': headers },
  });

describe('a preflight', () => {
  it.each([
    ['/buttons/:id', 'GET', 'HEAD, GET'],
    ['/buttons/:id/payments', 'POST', 'POST'],
    ['/buttons/:id/payments/:pay', 'GET', 'HEAD, GET'],
  ])(
    'of %s is answered without a key and allows %s from anywhere, without credentials',
    async (path, method, allowed) => {
      const answer = await preflight(path.replace(':id', buttonId).replace(':pay', paymentId), method);
      expect(answer.status).toBe(204);
      expect(answer.text).toBe('');
      const { 'access-control-allow-methods': methods = '', ...rest } = corsHeaders(answer);
      expect(methods.split(', ').sort()).toEqual(allowed.split(', ').sort());
      expect(rest).toEqual({
        ...readable,
        'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key',
        'access-control-max-age': '86400',
      });
    },
  );

  it('does not look whether the button is there', async () => {
    expect((await preflight('/buttons/btn_x/payments', 'POST')).status).toBe(204);
  });

  it.each([
    '/buttons',
    '/payments',
    '/payments/pay_x',
    '/invoices',
    '/refunds',
    '/webhooks/endpoints',
    '/events',
  ])('of %s is refused as any other method it does not take', async (path) => {
    const answer = await preflight(path, 'POST');
    expect(answer.status).toBe(405);
    expect(corsHeaders(answer)).toEqual({});
  });
});

describe('the answer to a page', () => {
  it('can be read, with a publishable key and with a secret one', async () => {
    for (const key of [service.publishableKey, service.testKey]) {
      const answers = [
        await fromPage('GET', `/buttons/${buttonId}`, { key }),
        await fromPage('POST', `/buttons/${buttonId}/payments`, { key, body: {} }),
        await fromPage('GET', `/buttons/${buttonId}/payments/${paymentId}`, { key }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([200, 201, 200]);
      for (const answer of answers) expect(corsHeaders(answer)).toEqual(readable);
    }
  });

  it('can be read when it is a replay', async () => {
    const headers = { 'idempotency-key': 'press-1' };
    const first = await fromPage('POST', `/buttons/${buttonId}/payments`, { headers });
    const second = await fromPage('POST', `/buttons/${buttonId}/payments`, { headers });
    expect(second.text).toBe(first.text);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(corsHeaders(second)).toEqual(readable);
  });

  it.each<[number, string, () => Promise<Answer>]>([
    [400, 'INVALID_JSON', () => fromPage('POST', `/buttons/${buttonId}/payments`, { body: '{' })],
    [401, 'UNAUTHORIZED', () => fromPage('GET', `/buttons/${buttonId}`, { key: null })],
    [401, 'UNAUTHORIZED', () => fromPage('POST', `/buttons/${buttonId}/payments`, { key: 'svc_pub_test_x' })],
    [
      401,
      'KEY_ENVIRONMENT_MISMATCH',
      () => fromPage('GET', `/buttons/${buttonId}`, { key: service.liveKey }),
    ],
    [404, 'BUTTON_NOT_FOUND', () => fromPage('POST', '/buttons/btn_x/payments', { body: {} })],
    [404, 'PAYMENT_NOT_FOUND', () => fromPage('GET', `/buttons/${buttonId}/payments/pay_x`)],
    [
      413,
      'PAYLOAD_TOO_LARGE',
      () => fromPage('POST', `/buttons/${buttonId}/payments`, { body: { x: 'x'.repeat(3e5) } }),
    ],
    [
      422,
      'INVALID_EMAIL',
      () => fromPage('POST', `/buttons/${buttonId}/payments`, { body: { customer_email: 'x' } }),
    ],
  ])('can be read when it is %i %s', async (status, code, send) => {
    const answer = await send();
    expect(answer.json.error).toMatchObject({ status, code });
    expect(corsHeaders(answer)).toEqual(readable);
  });

  it('can be read when it is 403, for a suspended merchant', async () => {
    const shop = await service.createMerchant();
    await service.ctx.db`update merchants set status = 'suspended' where merchant_id = ${shop.merchantId}`;
    const answer = await fromPage('GET', `/buttons/${buttonId}`, { key: shop.publishableKey });
    expect(answer.json.error.code).toBe('ACCOUNT_SUSPENDED');
    expect(corsHeaders(answer)).toEqual(readable);
  });

  it('can be read when it is 409, for an inactive button', async () => {
    const { button_id } = await createButton(service);
    await service.call('PATCH', `/buttons/${button_id}`, { body: { status: 'inactive' } });
    const answer = await fromPage('POST', `/buttons/${button_id}/payments`);
    expect(answer.json.error.code).toBe('BUTTON_INACTIVE');
    expect(corsHeaders(answer)).toEqual(readable);
  });

  it('can be read when it is 500', async () => {
    await service.ctx.db`alter table payment_links rename to hidden`;
    try {
      const answer = await fromPage('GET', `/buttons/${buttonId}`);
      expect(answer.json.error.code).toBe('INTERNAL_ERROR');
      expect(corsHeaders(answer)).toEqual(readable);
    } finally {
      await service.ctx.db`alter table hidden rename to payment_links`;
    }
  });
});

describe('other routes', () => {
  it.each([
    ['GET', '/buttons'],
    ['POST', '/buttons'],
    ['PATCH', '/buttons/:id'],
    ['GET', '/payments'],
    ['GET', '/payments/:pay'],
    ['GET', '/openapi.json'],
    ['PUT', '/buttons/:id'],
    ['GET', '/nowhere'],
  ])('%s %s says nothing to pages of other sites', async (method, path) => {
    const filled = path.replace(':id', buttonId).replace(':pay', paymentId);
    const body = method === 'GET' ? {} : { body: { name: 'x' } };
    for (const key of [service.testKey, service.publishableKey, null])
      expect(corsHeaders(await fromPage(method, filled, { key, ...body }))).toEqual({});
  });

  it('neither does the checkout, nor the dashboard', async () => {
    for (const path of [`/checkout/${paymentId}/state`, '/dashboard/api/session', '/healthz'])
      expect(corsHeaders(await call(`${service.url}${path}`, 'GET', { headers: { origin } }))).toEqual({});
  });
});

describe('too many requests', () => {
  it('from one address are 429, which the page can read, and cost neither the key nor the checkout', async () => {
    const publicLimits = { ...withoutLimits.publicLimits, readsPerMinute: 3, changesPerMinute: 2 };
    const crowded = await startTestService({ clock: manualClock(), publicLimits });
    try {
      const { button_id } = await createButton(crowded);
      const { payment_id } = await createPayment(crowded, button_id);
      await createPayment(crowded, button_id);
      const refused = await press(crowded, button_id);
      expect(refused.json.error).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED', message: /from this address/ });
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(corsHeaders(refused)).toEqual(readable);
      const left = refused.headers.get('x-ratelimit-remaining');
      expect((await press(crowded, button_id)).headers.get('x-ratelimit-remaining')).toBe(left);
      const key = crowded.publishableKey;
      for (let read = 0; read < 3; read++)
        expect((await crowded.call('GET', `/buttons/${button_id}`, { key })).status).toBe(200);
      expect((await crowded.call('GET', `/buttons/${button_id}`, { key })).status).toBe(429);
      expect((await call(`${crowded.url}/checkout/${payment_id}/state`, 'GET')).status).toBe(200);
      expect((await press(crowded, button_id, { key: crowded.testKey })).status).toBe(201);
    } finally {
      await crowded.stop();
    }
  });

  it('with one key are 429, as everywhere, and other visitors of the page notice nothing', async () => {
    const busy = await startTestService({
      clock: manualClock(),
      env: { TRUST_PROXY: '127.0.0.1' },
      ...withoutLimits,
      requestsPerMinute: { test: 2, live: 2 },
    });
    try {
      const { button_id } = await createButton(busy);
      for (let made = 0; made < 2; made++) await createPayment(busy, button_id);
      const refused = await press(busy, button_id);
      expect(refused.json.error).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED', message: /with this key/ });
      expect(corsHeaders(refused)).toEqual(readable);
      const elsewhere = { 'x-forwarded-for': '203.0.113.7' };
      expect((await press(busy, button_id, { headers: elsewhere })).status).toBe(201);
    } finally {
      await busy.stop();
    }
  });
});
