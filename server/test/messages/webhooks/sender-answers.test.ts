import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createSender,
  type Sender,
  type SendResult,
} from '../../../src/messages/webhooks/deliveries/sender.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { deliveriesOf, makeEndpoint, sendTest } from './api-support.ts';
import { type RawReceiver, startRawReceiver } from './raw-receiver.ts';
import { type Receiver, startReceiver } from './receiver.ts';

let service: TestService;
let receiver: Receiver;
let sender: Sender;
beforeAll(async () => {
  [service, receiver] = await Promise.all([startTestService(), startReceiver()]);
  sender = createSender();
});
afterAll(async () => {
  await sender.close();
  await service.stop();
  await receiver.close();
});

const send = (url = receiver.url): Promise<SendResult> =>
  sender.send({
    merchantId: null,
    environment: 'test',
    url,
    headers: { 'content-type': 'application/json' },
    body: Buffer.from('{}'),
  });

function answer(status: number, body: string | Buffer, headers: Record<string, string> = {}): void {
  receiver.behave((_received, response) => response.writeHead(status, headers).end(body));
}

/** One attempt at a receiver that answers with these bytes, then leaves or stays. */
async function sendTo(bytes: string, then: 'end' | 'reset' | 'stay' = 'end'): Promise<SendResult> {
  const raw: RawReceiver = await startRawReceiver((socket) =>
    socket.write(bytes, () => {
      if (then === 'end') socket.end();
      if (then === 'reset') socket.resetAndDestroy();
    }),
  );
  const result = await send(raw.url);
  await raw.close();
  return result;
}

describe('an answer in the 200s is a success', () => {
  it.each([200, 201, 202, 206, 226, 299])('%i', async (status) => {
    answer(status, 'fine');
    expect(await send()).toEqual({
      httpStatus: status,
      responseBody: 'fine',
      latencyMs: expect.any(Number),
      error: null,
    });
  });

  it('204 without a body, and 200 with an empty one', async () => {
    for (const status of [204, 200]) {
      answer(status, '');
      expect(await send()).toMatchObject({ httpStatus: status, responseBody: '', error: null });
    }
  });

  it('also after hints that come before it', async () => {
    const early = 'HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n';
    const result = await sendTo(`${early}HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok`);
    expect(result).toMatchObject({ httpStatus: 200, responseBody: 'ok', error: null });
  });
});

describe('any other answer is a failure that names the status', () => {
  it.each([400, 401, 404, 410, 429, 500, 503, 599])('%i', async (status) => {
    answer(status, 'no');
    expect(await send()).toMatchObject({
      httpStatus: status,
      responseBody: 'no',
      error: `responded with ${status}`,
    });
  });

  it.each([300, 301, 302, 303, 304, 307, 308])('%i, and its target is never contacted', async (status) => {
    const target = await startRawReceiver((socket) => socket.end());
    answer(status, '', { location: target.url });
    expect(await send()).toMatchObject({
      httpStatus: status,
      error: `responded with ${status}: redirects are not followed`,
    });
    expect(target.connections()).toBe(0);
    await target.close();
  });
});

describe('what is kept of the body', () => {
  it.each([0, 1, 4095, 4096])('is all of %i bytes', async (length) => {
    answer(200, 'x'.repeat(length));
    expect((await send()).responseBody).toBe('x'.repeat(length));
  });

  it.each([4097, 64 * 1024])('is the first 4 KiB of %i bytes', async (length) => {
    answer(200, 'x'.repeat(4096) + 'y'.repeat(length - 4096));
    expect(await send()).toMatchObject({ responseBody: 'x'.repeat(4096), error: null });
  });

  it('is the first 4 KiB also when it comes in many small pieces', async () => {
    receiver.behave((_received, response) => {
      for (let i = 0; i < 1000; i++) response.write(String(i % 10).repeat(10));
      response.end();
    });
    const { responseBody, error } = await send();
    expect(error).toBeNull();
    expect(responseBody).toHaveLength(4096);
    expect(responseBody?.slice(0, 21)).toBe('000000000011111111112');
  });

  it('is nothing above 64 KiB: 65,536 bytes are a success, one more is a failure', async () => {
    answer(200, 'x'.repeat(65_536));
    expect((await send()).error).toBeNull();
    answer(200, 'x'.repeat(65_537));
    expect(await send()).toMatchObject({ httpStatus: 200, error: 'the response is longer than 64 KiB' });
  });

  it('is text Postgres can store, whatever the bytes', async () => {
    const bytes = Buffer.concat([
      Buffer.from('a\0b'),
      Buffer.from([0xff, 0xfe, 0x80, 0xc3, 0xed, 0xa0, 0x80]),
      Buffer.from('é'),
    ]);
    answer(200, bytes, { 'content-type': 'application/octet-stream' });
    const { endpoint_id } = await makeEndpoint(service, { url: receiver.url, events: ['refund.failed'] });
    const sent = await sendTest(service, endpoint_id);
    expect(sent.success).toBe(true);
    expect(sent.response_body).toMatch(/^a\uFFFDb\uFFFD+é$/);
    const [{ attempts }] = await deliveriesOf(service, endpoint_id);
    expect(attempts[0].response_body).toBe(sent.response_body);
  });

  it('is well-formed where the cut goes through a character', async () => {
    answer(200, `x${'é'.repeat(4096)}`);
    const { responseBody } = await send();
    expect(responseBody?.isWellFormed()).toBe(true);
    expect(responseBody?.startsWith('xéé')).toBe(true);
  });

  it('is the compressed bytes of a gzip bomb: it is not inflated', async () => {
    const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024));
    expect(bomb.length).toBeLessThan(65_536);
    answer(200, bomb, { 'content-encoding': 'gzip' });
    const { endpoint_id } = await makeEndpoint(service, { url: receiver.url, events: ['refund.failed'] });
    const sent = await sendTest(service, endpoint_id);
    expect(sent).toMatchObject({ success: true, http_status: 200, error: null });
    expect(sent.response_body).toBe(bomb.subarray(0, 4096).toString('utf8').replaceAll('\0', '\uFFFD'));
    answer(200, 'still here');
    expect((await sendTest(service, endpoint_id)).response_body).toBe('still here');
  });
});

describe('what is no answer is a failure people can read', () => {
  it.each([
    ['garbage', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['binary', '\u0000\u0001\u0002\u0003\r\n\r\n'],
    ['a status that is none', 'HTTP/1.1 banana\r\n\r\n'],
    ['half a header', 'HTTP/1.1 200 OK\r\ncontent-le'],
    ['nothing', ''],
    ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nok'],
    ['a bad chunk', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\nok'],
  ])('%s', async (_name, bytes) => {
    const { error } = await sendTo(bytes);
    expect(error).toMatch(/^[\x20-\x7e]{5,500}$/);
  });

  it('a body that ends before its length', async () => {
    const result = await sendTo('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nshort');
    expect(result).toMatchObject({ httpStatus: 200, responseBody: 'short' });
    expect(result.error).toMatch(/\w{4}/);
  });

  it('a connection that is reset, before and within the answer', async () => {
    for (const bytes of ['HTTP/1.1 200 OK\r\n', 'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nx']) {
      expect((await sendTo(bytes, 'reset')).error).toMatch(/ECONNRESET|closed|terminated/);
    }
  });

  it('headers without end', async () => {
    const { httpStatus, error } = await sendTo(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(1024 * 1024)}`, 'stay');
    expect(httpStatus).toBeNull();
    expect(error).toMatch(/header/i);
  });

  it('a body without end: it is cut off soon, and the receiver writes no more', async () => {
    const block = Buffer.alloc(64 * 1024, 'x');
    const raw = await startRawReceiver((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      const pour = () => {
        while (!socket.destroyed && socket.write(block));
      };
      socket.on('drain', pour);
      pour();
    });
    const result = await send(raw.url);
    expect(result).toMatchObject({ httpStatus: 200, error: 'the response is longer than 64 KiB' });
    expect(result.responseBody).toBe('x'.repeat(4096));
    expect(raw.written()).toBeLessThan(32 * 1024 * 1024);
    await raw.close();
  });

  it('and the next attempt to the same place is not affected', async () => {
    let first = true;
    const raw = await startRawReceiver((socket) => {
      socket.end(first ? 'garbage\r\n\r\n' : 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok');
      first = false;
    });
    expect((await send(raw.url)).error).not.toBeNull();
    expect(await send(raw.url)).toMatchObject({ responseBody: 'ok', error: null });
    await raw.close();
  });
});
