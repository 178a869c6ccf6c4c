import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manualClock } from '../../server/test/support/clock.ts';
import { startTestService, type TestService } from '../../server/test/support/service.ts';
import { Causeway } from '../src/causeway.ts';
import { CausewayApiError, CausewayConnectionError } from '../src/errors.ts';
import { clientOf, notingFetch, rejection, startCuttingProxy, startStub } from './support.ts';

const params = { amount: '4.04', currency: 'USD' } as const;
const perMinute = 60;
const clock = manualClock();
let service: TestService;
let limited: TestService;
beforeAll(async () => {
  [service, limited] = await Promise.all([
    startTestService(),
    startTestService({ clock, requestsPerMinute: { test: perMinute, live: perMinute } }),
  ]);
});
afterAll(() => Promise.all([service.stop(), limited.stop()]));

async function spend(client: Causeway): Promise<void> {
  await Promise.all(Array.from({ length: perMinute }, () => client.payments.list({ limit: 1 })));
}

describe('429', () => {
  it('is retried after Retry-After, and the call succeeds', async () => {
    const { key } = await limited.createKey(limited.merchantId, 'test');
    await spend(clientOf(limited, { apiKey: key }));
    const noted = notingFetch(({ headers }) => clock.advance(Number(headers.get('retry-after')) * 1000));
    const payment = await clientOf(limited, { apiKey: key, fetch: noted.fetch }).payments.create(params);
    expect(payment.status).toBe('pending');
    expect(noted.statuses).toEqual([429, 201]);
    const [first, second] = noted.header('idempotency-key');
    expect(second).toBe(first);
  });

  it('is thrown with retryAfterSeconds when there are no retries left', async () => {
    const { key } = await limited.createKey(limited.merchantId, 'test');
    const client = clientOf(limited, { apiKey: key, maxRetries: 0 });
    await spend(client);
    const error = await rejection(client.payments.list());
    expect(error).toBeInstanceOf(CausewayApiError);
    expect(error).toMatchObject({
      code: 'RATE_LIMIT_EXCEEDED',
      status: 429,
      retryAfterSeconds: 1,
      attempts: 1,
    });
  });
});

describe('lost connections', () => {
  it.each(['before', 'after', 'during'] as const)(
    'cut %s the answer: the create succeeds and makes one payment',
    async (cut) => {
      const shop = await service.createMerchant();
      const proxy = await startCuttingProxy(service.url, [cut, cut]);
      const causeway = clientOf(service, { apiKey: shop.testKey, baseUrl: `${proxy.url}/api/v1` });
      const payment = await causeway.payments.create(params);
      expect(proxy.connections()).toBe(3);
      expect(payment.apiResponse.headers.get('idempotent-replayed')).toBe(cut === 'before' ? null : 'true');
      await proxy.close();
      const { data } = await clientOf(service, { apiKey: shop.testKey }).payments.list();
      expect(data.map((item) => item.payment_id)).toEqual([payment.payment_id]);
    },
  );

  it('that outlast the retries throw a connection error with the number of attempts', async () => {
    const proxy = await startCuttingProxy(service.url, ['after', 'after']);
    const causeway = clientOf(service, { baseUrl: `${proxy.url}/api/v1`, maxRetries: 1 });
    const error = await rejection(causeway.payments.create(params));
    expect(error).toBeInstanceOf(CausewayConnectionError);
    expect(error).toMatchObject({ code: 'CONNECTION_FAILED', attempts: 2 });
    await proxy.close();
  });

  it('after a delete was processed resolve as deleted, not as "not found"', async () => {
    const endpoint = await clientOf(service).webhookEndpoints.create({
      url: 'https://93.184.216.34/',
      events: ['*'],
    });
    const proxy = await startCuttingProxy(service.url, ['after']);
    const causeway = clientOf(service, { baseUrl: `${proxy.url}/api/v1` });
    const { endpoint_id } = endpoint;
    expect(await causeway.webhookEndpoints.delete(endpoint_id)).toEqual({ endpoint_id, deleted: true });
    await proxy.close();
  });
});

describe('responses', () => {
  const failure = (status: number, code: string) =>
    JSON.stringify({ success: false, error: { code, message: 'Later.', status } });

  /** Sends each of these responses once, then a payment. */
  async function against(answers: [status: number, headers: Record<string, string>][], maxRetries = 2) {
    let requests = 0;
    const stub = await startStub((_request, response: ServerResponse) => {
      const [status, headers] = answers[requests++] ?? [200, {}];
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(
        status === 200 ? '{"success":true,"data":{"payment_id":"pay_1"}}' : failure(status, `CODE_${status}`),
      );
    });
    const causeway = new Causeway({ apiKey: 'svc_test_x', baseUrl: stub.url, maxRetries });
    const outcome = await causeway.payments.create(params).then(
      (payment) => payment.payment_id,
      (error: unknown) => error,
    );
    await stub.close();
    return { outcome, requests };
  }

  it.each([500, 502, 503, 504])('with %i are retried', async (status) => {
    expect(await against([[status, {}]])).toEqual({ outcome: 'pay_1', requests: 2 });
  });

  it('with 409 are retried only with Retry-After', async () => {
    expect(await against([[409, { 'retry-after': '0' }]])).toEqual({ outcome: 'pay_1', requests: 2 });
    const lasting = await against([[409, {}]]);
    expect(lasting).toMatchObject({ outcome: { code: 'CODE_409', status: 409 }, requests: 1 });
  });

  it.each([400, 401, 403, 404, 422])('with %i are not retried', async (status) => {
    expect(await against([[status, {}]])).toMatchObject({ outcome: { status, attempts: 1 }, requests: 1 });
  });

  it('are retried maxRetries times, and never with 0', async () => {
    expect(
      await against(
        [
          [500, {}],
          [500, {}],
        ],
        1,
      ),
    ).toMatchObject({ outcome: { attempts: 2 }, requests: 2 });
    expect(await against([[500, {}]], 0)).toMatchObject({ outcome: { attempts: 1 }, requests: 1 });
  });

  it('with a Retry-After over a minute are not retried', async () => {
    const { outcome, requests } = await against([[503, { 'retry-after': '3600' }]]);
    expect(outcome).toMatchObject({ retryAfterSeconds: 3600 });
    expect(requests).toBe(1);
  });
});

describe('a call', () => {
  it('times out when the service does not respond, or stops in the middle', async () => {
    for (const begin of ['', '{"success":true,']) {
      const stub = await startStub((_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        if (begin) response.write(begin);
      });
      const causeway = new Causeway({
        apiKey: 'svc_test_x',
        baseUrl: stub.url,
        timeoutMs: 100,
        maxRetries: 1,
      });
      const error = await rejection(causeway.payments.get('pay_1'));
      expect(error).toBeInstanceOf(CausewayConnectionError);
      expect(error).toMatchObject({
        code: 'TIMEOUT',
        attempts: 2,
        message: expect.stringContaining('100 ms'),
      });
      await stub.close();
    }
  });

  it('is aborted by the caller’s signal: before and during a request, and between retries', async () => {
    const reason = new Error('the customer left');
    const aborted = await rejection(
      clientOf(service).payments.list({}, { signal: AbortSignal.abort(reason) }),
    );
    expect(aborted).toBe(reason);

    for (const answers of [false, true]) {
      const controller = new AbortController();
      const stub = await startStub((_request, response) => {
        if (answers) response.writeHead(503, { 'retry-after': '50' }).end();
        setTimeout(() => controller.abort(reason), 50);
      });
      const causeway = new Causeway({ apiKey: 'svc_test_x', baseUrl: stub.url });
      const { signal } = controller;
      expect(await rejection(causeway.payments.create(params, { signal }))).toBe(reason);
      await stub.close();
    }
  });
});
