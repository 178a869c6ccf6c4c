import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultPublicLimits } from '../../../src/platform/http/context.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { type RawAnswer, rawRequest } from './raw-request.ts';
import { expectEnvelope, expectRefusal } from './refusal.ts';

let service: TestService;
/** Waits less long for a request. */
let impatient: TestService;
beforeAll(async () => {
  [service, impatient] = await Promise.all([
    startTestService(),
    startTestService({ publicLimits: { ...defaultPublicLimits, requestTimeoutMs: 400 } }),
  ]);
});
afterAll(() => Promise.all([service.stop(), impatient.stop()]));

const head = ({ testKey } = service) =>
  `Host: localhost\r\nAuthorization: Bearer ${testKey}\r\nContent-Type: application/json\r\n`;
const body = '{"amount":"10.00","currency":"USD"}';

function expectWellAnswered(answer: RawAnswer): void {
  expectEnvelope(answer);
  expect(answer.status).toBeLessThan(500);
  expect(answer.headers.get('x-request-id')).toMatch(/^req_[0-9a-z]{26}$/);
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
}

/** Sends bytes, then some more every few milliseconds, and returns what came until the server hung up. */
function untilHangUp(url: string, bytes: string, more = ''): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    const dripping = setInterval(() => socket.write(more), 20);
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    // Writing to a connection that is closed by now is what slow clients do.
    socket.on('error', () => {});
    socket.on('close', () => {
      clearInterval(dripping);
      resolve(text);
    });
  });
}

describe('on a raw socket', () => {
  it('a proper request is answered', async () => {
    const answer = await rawRequest(service.url, `GET /api/v1/payments HTTP/1.1\r\n${head()}\r\n`);
    expectWellAnswered(answer);
    expect(answer.status).toBe(200);
  });

  it.each([
    ['garbage', 'hello, is this thing on?\r\n\r\n'],
    [
      'bytes of TLS',
      new Uint8Array([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x0d, 0x0a, 0x0d, 0x0a]),
    ],
    ['an unknown method', 'BREW /api/v1/payments HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['an unknown version', 'GET /api/v1/payments HTTP/9.9\r\nHost: x\r\n\r\n'],
    ['a header without a colon', 'GET /api/v1/payments HTTP/1.1\r\nHost: x\r\nnonsense\r\n\r\n'],
    ['a space in a header name', 'GET /api/v1/payments HTTP/1.1\r\nHost: x\r\nbad name: x\r\n\r\n'],
    ['a NUL in a header', 'GET /api/v1/payments HTTP/1.1\r\nHost: x\r\nx-a: a\0b\r\n\r\n'],
    [
      'a length that is no number',
      'POST /api/v1/payments HTTP/1.1\r\nHost: x\r\nContent-Length: ten\r\n\r\n',
    ],
    [
      'both a length and chunks',
      'POST /api/v1/payments HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['headers of 100 KB', `GET /api/v1/payments HTTP/1.1\r\nHost: x\r\nx-a: ${'a'.repeat(100_000)}\r\n\r\n`],
    ['an URL of 100 KB', `GET /api/v1/${'a'.repeat(100_000)} HTTP/1.1\r\nHost: x\r\n\r\n`],
  ])('%s gets a refusal in the envelope', async (_what, bytes) => {
    const answer = await rawRequest(service.url, bytes);
    expectWellAnswered(answer);
    expect(answer.json.success).toBe(false);
  });

  it('a request without a Host header gets an answer in the envelope', async () => {
    expectWellAnswered(
      await rawRequest(
        service.url,
        `GET /api/v1/payments HTTP/1.1\r\nAuthorization: Bearer ${service.testKey}\r\n\r\n`,
      ),
    );
  });

  it('an Expect header nobody can meet gets an answer in the envelope', async () => {
    expectWellAnswered(
      await rawRequest(service.url, `GET /api/v1/payments HTTP/1.1\r\n${head()}Expect: a miracle\r\n\r\n`),
    );
  });

  it('Expect: 100-continue is told to go on', async () => {
    const answer = await rawRequest(
      service.url,
      `POST /api/v1/payments HTTP/1.1\r\n${head()}Expect: 100-continue\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    expectWellAnswered(answer);
    expect([answer.continued, answer.status]).toEqual([true, 201]);
  });

  it('an Upgrade nobody offers is answered as a plain request, and the connection ends, whatever follows', async () => {
    const upgrade = `GET /api/v1/payments HTTP/1.1\r\n${head()}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`;
    const overlong = `GET /api/v1/payments HTTP/1.1\r\nx-a: ${'a'.repeat(100_000)}\r\n\r\n`;
    for (const next of ['', `GET /api/v1/payments HTTP/1.1\r\n${head()}\r\n`, overlong]) {
      const answer = await rawRequest(service.url, upgrade + next);
      expectWellAnswered(answer);
      expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
      // No answer is whole without a length: this one ends when the server hangs up.
      expect(await untilHangUp(service.url, upgrade + next)).toContain('HTTP/1.1 200');
    }
  });

  it.each([
    ['headers', `GET /api/v1/payments HTTP/1.1\r\nHost: x\r\nx-a: ${'a'.repeat(100_000)}\r\n\r\n`],
    ['a URL', `GET /api/v1/${'a'.repeat(100_000)} HTTP/1.1\r\nHost: x\r\n\r\n`],
  ])('%s of 100 KB are HEADERS_TOO_LARGE', async (_what, bytes) => {
    expectRefusal(await rawRequest(service.url, bytes), 'HEADERS_TOO_LARGE');
  });

  it('a HEAD that cannot be read is refused without a body', async () => {
    const bytes = `HEAD /api/v1/payments HTTP/1.1\r\nHost: x\r\nx-a: ${'a'.repeat(100_000)}\r\n\r\n`;
    const answer = await rawRequest(service.url, bytes);
    expect([answer.status, answer.headers.get('content-length'), answer.text]).toEqual([431, '0', '']);
  });

  it.each([
    ['headers', '', 'x'],
    ['a body', 'Content-Length: 100000\r\n\r\n', ' '],
  ])('%s, byte by byte: REQUEST_TIMEOUT, and the connection ends', async (_what, start, more) => {
    const slow = `POST /api/v1/payments HTTP/1.1\r\n${head(impatient)}${start}`;
    const text = await untilHangUp(impatient.url, slow, more);
    expect(text).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
    expect(text).toContain('REQUEST_TIMEOUT');
  });

  it('an absolute request target is a 404, and an asterisk supports no method but those of /', async () => {
    const absolute = await rawRequest(
      service.url,
      `GET http://evil.example/api/v1/x HTTP/1.1\r\n${head()}\r\n`,
    );
    expectRefusal(absolute, 'NOT_FOUND');
    expectRefusal(await rawRequest(service.url, `OPTIONS * HTTP/1.1\r\n${head()}\r\n`), 'METHOD_NOT_ALLOWED');
  });

  it('a dot segment is not resolved: /api/v1/invoices/../payments is NOT_FOUND', async () => {
    const answer = await rawRequest(
      service.url,
      `GET /api/v1/invoices/../payments HTTP/1.1\r\n${head()}\r\n`,
    );
    expectWellAnswered(answer);
    expect(answer.status).toBe(404);
  });

  it('a connection that is dropped in the middle of a body stores nothing and disturbs nobody', async () => {
    const before = await service.ctx.db`select 1 from payments`;
    const cut = `POST /api/v1/payments HTTP/1.1\r\n${head()}Content-Length: 500\r\n\r\n${body}`;
    const { hostname, port } = new URL(service.url);
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), hostname, () => socket.write(cut, () => socket.destroy()));
      socket.on('close', () => resolve());
    });
    expect((await service.call('GET', '/payments')).status).toBe(200);
    expect((await service.ctx.db`select 1 from payments`).length).toBe(before.length);
  });
});
