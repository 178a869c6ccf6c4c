import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../support/service.ts';
import { rawRequest } from './raw-request.ts';
import { expectEnvelope, expectRefusal } from './refusal.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const json = { 'content-type': 'application/json' };
const valid = '{"amount":"10.00","currency":"USD"}';
const limitBytes = 256 * 1024;

const post = (body: string | Uint8Array, headers: Record<string, string> = json) =>
  service.call('POST', '/payments', { body, headers });

const countPayments = async () => (await service.ctx.db`select 1 from payments`).length;

/** A valid body of exactly so many bytes: a field nobody knows fills it up. */
function bodyOf(bytes: number): string {
  const shell = '{"amount":"10.00","currency":"USD","filler":""}';
  return shell.replace('""', `"${'x'.repeat(bytes - shell.length)}"`);
}

describe('size of a body', () => {
  it('256 KiB are read', async () => {
    expect(Buffer.byteLength(bodyOf(limitBytes))).toBe(limitBytes);
    expect((await post(bodyOf(limitBytes))).status).toBe(201);
  });

  it('one byte more is PAYLOAD_TOO_LARGE, and stores nothing', async () => {
    const before = await countPayments();
    expectRefusal(await post(bodyOf(limitBytes + 1)), 'PAYLOAD_TOO_LARGE');
    expectRefusal(await post('x'.repeat(2 * limitBytes)), 'PAYLOAD_TOO_LARGE');
    expect(await countPayments()).toBe(before);
  });

  it('bytes count, not characters', async () => {
    const shell = '{"amount":"10.00","currency":"USD","filler":""}';
    const wide = shell.replace('""', `"${'é'.repeat(limitBytes / 2)}"`);
    expectRefusal(await post(wide), 'PAYLOAD_TOO_LARGE');
  });

  it('a body of unknown length is cut off at the limit too', async () => {
    const size = limitBytes + 1;
    const answer = await rawRequest(
      service.url,
      `POST /api/v1/payments HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${service.testKey}\r\nContent-Type: application/json\r\n` +
        `Transfer-Encoding: chunked\r\n\r\n${size.toString(16)}\r\n${bodyOf(size)}\r\n0\r\n\r\n`,
    );
    expectRefusal(answer, 'PAYLOAD_TOO_LARGE');
    expect(answer.headers.get('x-request-id')).toMatch(/^req_/);
  });
});

describe('what is not a JSON object', () => {
  it.each([
    ['', 'nothing'],
    [' ', 'a blank'],
    ['{', 'half an object'],
    ['{"amount":"10.00","currency":"USD"', 'an object cut short'],
    [`${valid}}`, 'something after the object'],
    ["{'amount':'10.00'}", 'single quotes'],
    ['{"amount":NaN}', 'NaN'],
    ['amount=10.00&currency=USD', 'a form'],
    ['[]', 'an array'],
    [`[${valid}]`, 'an array of bodies'],
    ['"text"', 'a string'],
    ['null', 'null'],
    ['true', 'a boolean'],
    ['7', 'a number'],
    ['{"__proto__":{"amount":"10.00"},"currency":"USD"}', '__proto__'],
    ['{"amount":"10.00","currency":"USD","metadata":{"__proto__":{"x":1}}}', '__proto__ further down'],
    ['{"constructor":{"prototype":{"x":1}},"amount":"10.00","currency":"USD"}', 'constructor.prototype'],
  ])('%j (%s) is INVALID_JSON', async (body) => {
    const before = await countPayments();
    expectRefusal(await post(body), 'INVALID_JSON');
    expect(await countPayments()).toBe(before);
    expect(Object.prototype).not.toHaveProperty('x');
  });

  it('no body at all is INVALID_JSON', async () => {
    expectRefusal(await service.call('POST', '/payments'), 'INVALID_JSON');
    expectRefusal(await service.call('POST', '/payments', { headers: json }), 'INVALID_JSON');
  });

  it('bytes that are not UTF-8 are INVALID_JSON', async () => {
    const start = Buffer.from('{"amount":"10.00","currency":"USD","description":"');
    for (const bytes of [[0xff], [0xc3, 0x28], [0xed, 0xa0, 0x80], [0xc0, 0xaf]]) {
      const body = Buffer.concat([start, Buffer.from(bytes), Buffer.from('"}')]);
      expectRefusal(await post(body), 'INVALID_JSON');
    }
    expect((await post(Buffer.concat([start, Buffer.from('é😀"}')]))).status).toBe(201);
  });

  it.each([
    ['text/plain'],
    ['application/x-www-form-urlencoded'],
    ['multipart/form-data; boundary=x'],
    ['application/xml'],
    ['text/json'],
    ['application/jsonp'],
    ['application/json-patch+json'],
    ['garbage'],
    ['application/'],
    [''],
  ])('good JSON sent as %j is INVALID_JSON', async (type) => {
    expectRefusal(await post(valid, { 'content-type': type }), 'INVALID_JSON');
  });

  it('good JSON without a content type is INVALID_JSON', async () => {
    const answer = await service.call('POST', '/payments', { body: new TextEncoder().encode(valid) });
    expectRefusal(answer, 'INVALID_JSON');
  });

  it.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON;charset=UTF-8'])(
    '%s is JSON',
    async (type) => {
      expect((await post(valid, { 'content-type': type })).status).toBe(201);
    },
  );

  it('a refused body leaves the connection usable', async () => {
    for (let i = 0; i < 5; i++) {
      expectRefusal(await post('x'.repeat(100_000), { 'content-type': 'text/plain' }), 'INVALID_JSON');
      expect((await post(valid)).status).toBe(201);
    }
  });
});

describe('odd but harmless JSON', () => {
  it.each([
    ['{"amount":"1.00","amount":"10.00","currency":"USD"}', 'a name given twice'],
    ['\ufeff{"amount":"10.00","currency":"USD"}', 'a byte order mark'],
    ['  {\n"amount":"10.00",\t"currency":"USD" } ', 'white space'],
    ['{"amount":"10.00","currency":"USD","x":1e400,"toString":1,"hasOwnProperty":2}', 'odd unknown fields'],
  ])('%j (%s) makes a payment of 10.00', async (body) => {
    const { status, json: answer } = await post(body);
    expect(status).toBe(201);
    expect(answer.data.amount).toBe('10.00');
  });

  it.each(['', 'deep'])('a body nested 100,000 deep is never a 5xx (Idempotency-Key %j)', async (key) => {
    const depth = 100_000;
    const body = `{"amount":"10.00","currency":"USD","x":${'['.repeat(depth)}${']'.repeat(depth)}}`;
    const answer = await post(body, { ...json, ...(key ? { 'idempotency-key': key } : {}) });
    expectEnvelope(answer);
    expect(answer.status).toBeLessThan(500);
  });

  it('metadata nested 40,000 deep is refused, not a 5xx', async () => {
    const depth = 40_000;
    const body = `{"amount":"10.00","currency":"USD","metadata":${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}}`;
    const answer = await post(body);
    expectRefusal(answer, 'INVALID_JSON');
  });
});
