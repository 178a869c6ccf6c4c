import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestService, type TestService } from '../../server/test/support/service.ts';
import { Causeway } from '../src/causeway.ts';
import {
  CausewayConnectionError,
  CausewayUnexpectedResponseError,
  CausewayUsageError,
} from '../src/errors.ts';
import type { CausewayOptions } from '../src/options.ts';
import { clientOf, rejection, startStub } from './support.ts';

const baseUrl = 'https://pay.example.com/api/v1';
const apiKey = 'svc_test_x';
const make = (options: object) => () => new Causeway({ apiKey, baseUrl, ...options } as CausewayOptions);

describe('new Causeway', () => {
  it.each([
    ['', 'apiKey is missing'],
    [undefined, 'environment variable'],
    [' svc_test_x', 'stray character'],
    ['svc_test_x\n', 'stray character'],
    ['whsec_abc', 'webhook secret'],
  ])('rejects the key %j and says why', (key, words) => {
    expect(make({ apiKey: key })).toThrow(CausewayUsageError);
    expect(make({ apiKey: key })).toThrow(words);
  });

  it.each([
    '',
    undefined,
    'pay.example.com',
    'ftp://x/api/v1',
    'https://a:b@x/api/v1',
    'https://x/api/v1?a=b',
  ])('rejects the base URL %j and shows an example', (url) => {
    expect(make({ baseUrl: url })).toThrow(CausewayUsageError);
    expect(make({ baseUrl: url })).toThrow('https://pay.example.com/api/v1');
  });

  it.each([
    { timeoutMs: 0 },
    { timeoutMs: Number.NaN },
    { timeoutMs: 1e12 },
    { maxRetries: -1 },
    { maxRetries: 1.5 },
  ])('rejects %j', (options) => expect(make(options)).toThrow(CausewayUsageError));
});

describe('in a browser', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('a secret key is refused without dangerouslyAllowBrowser', () => {
    vi.stubGlobal('window', {});
    vi.stubGlobal('document', {});
    for (const key of ['svc_test_x', 'svc_live_x']) {
      expect(make({ apiKey: key })).toThrow('Call Causeway from your server');
      expect(make({ apiKey: key, dangerouslyAllowBrowser: true })).not.toThrow();
    }
    expect(make({ apiKey: 'svc_pub_test_x' })).not.toThrow();
  });

  it('the error of a call that CORS blocks says to make it from the server', async () => {
    vi.stubGlobal('window', {});
    vi.stubGlobal('document', {});
    const blocked = () => Promise.reject(new TypeError('Failed to fetch'));
    const options = { apiKey: 'svc_pub_test_x', baseUrl, maxRetries: 0, fetch: blocked };
    const error = await rejection(new Causeway(options).payments.list());
    expect(error).toMatchObject({ code: 'CONNECTION_FAILED' });
    expect(String(error)).toContain('make all other calls from your server');
  });
});

describe('a base URL', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.stop());

  async function answerOf(
    status: number,
    headers: Record<string, string>,
    body: string,
  ): Promise<{ error: unknown; message: string }> {
    const stub = await startStub((_request, response) => response.writeHead(status, headers).end(body));
    const error = await rejection(
      new Causeway({ apiKey, baseUrl: stub.url, maxRetries: 0 }).payments.get('pay_1'),
    );
    await stub.close();
    return { error, message: String(error) };
  }

  it('without /api/v1 gets an error that says so', async () => {
    for (const end of ['', '/', '/api', '/api/v2']) {
      const error = await rejection(clientOf(service, { baseUrl: service.url + end }).payments.list());
      expect(String(error)).toContain('end in /api/v1');
    }
    const slashed = clientOf(service, { baseUrl: `${service.url}/api/v1/` });
    expect((await slashed.payments.list()).data).toEqual([]);
  });

  it.each([
    [200, { 'content-type': 'text/html' }, '<!doctype html>', 'text/html'],
    [404, { 'content-type': 'text/html' }, '<h1>Not found</h1>', '404'],
    [404, { 'content-type': 'application/json' }, '{"message":"no"}', 'without the Causeway envelope'],
    [200, { 'content-type': 'application/json' }, '[1]', 'without the Causeway envelope'],
    [404, {}, '', 'no content type'],
    [301, { location: 'https://elsewhere.example/' }, '', 'redirect to https://elsewhere.example/'],
    [502, { 'content-type': 'text/html' }, '<h1>Bad gateway</h1>', 'may be down or starting'],
  ])('that returns %i %j gets an error that says what to check', async (status, headers, body, words) => {
    const { error, message } = await answerOf(status, headers, body);
    expect(error).toBeInstanceOf(CausewayUnexpectedResponseError);
    expect(error).toMatchObject({ code: 'UNEXPECTED_RESPONSE', status });
    expect(message).toContain(words);
    expect(message).toContain('Check baseUrl');
  });

  it('where nothing listens gets an error with the URL, and no hint about browsers', async () => {
    const stub = await startStub(() => {});
    await stub.close();
    const error = await rejection(
      new Causeway({ apiKey, baseUrl: stub.url, maxRetries: 0 }).payments.get('pay_1'),
    );
    expect(error).toBeInstanceOf(CausewayConnectionError);
    expect(error).toMatchObject({
      code: 'CONNECTION_FAILED',
      message: expect.stringContaining('ECONNREFUSED'),
    });
    expect(String(error)).toContain(stub.url);
    expect(String(error)).toContain('service is running');
    expect(String(error)).not.toContain('browser');
  });

  it('with truncated responses gets a connection error', async () => {
    const { error } = await answerOf(
      200,
      { 'content-type': 'application/json' },
      '{"success":true,"data":{"pay',
    );
    expect(error).toBeInstanceOf(CausewayConnectionError);
    expect(error).toMatchObject({ code: 'TRUNCATED_RESPONSE' });
  });
});

describe('arguments', () => {
  const causeway = new Causeway({
    apiKey,
    baseUrl,
    fetch: () => Promise.reject(new Error('nothing may be sent')),
  });

  it.each(['', '.', '..', undefined, 5])('the id %j is rejected before anything is sent', async (id) => {
    expect(() => causeway.payments.get(id as string)).toThrow(CausewayUsageError);
    expect(() => causeway.deliveries.list(id as string)).toThrow('Expected an id');
  });

  it('an id cannot change the path', async () => {
    const urls: string[] = [];
    const noting: typeof fetch = async (url) => {
      urls.push(String(url));
      return Response.json({ success: true, data: {} });
    };
    await new Causeway({ apiKey, baseUrl, fetch: noting }).payments.get('../events?limit=1#');
    expect(urls).toEqual([`${baseUrl}/payments/..%2Fevents%3Flimit%3D1%23`]);
  });

  it.each(['', 'x'.repeat(256), 'schlüssel\n'])(
    'the idempotency key %j is rejected',
    async (idempotencyKey) => {
      const call = causeway.payments.create({ amount: '1', currency: 'USD' }, { idempotencyKey });
      expect(await rejection(call)).toBeInstanceOf(CausewayUsageError);
    },
  );
});
