import type { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createSender,
  type Sender,
  type SendResult,
} from '../../../src/messages/webhooks/deliveries/sender.ts';
import { startRawReceiver } from './raw-receiver.ts';

const tooLong = 'the response is longer than 128 KiB, headers included';
const headersTooLong = 'the response headers are longer than 16 KiB';

let sender: Sender;
beforeAll(() => {
  sender = createSender({ deadlineMs: 300_000 });
});
afterAll(() => sender.close());

const send = (url: string): Promise<SendResult> =>
  sender.send({ merchantId: null, environment: 'test', url, headers: {}, body: Buffer.from('{}') });

/** Writes the start, then the same again and again for as long as the sender reads. */
function pour(socket: Socket, start: string, again: string): void {
  const block = Buffer.from(again.repeat(Math.ceil(16_384 / again.length)));
  const more = () => {
    while (!socket.destroyed && socket.write(block));
  };
  socket.write(start);
  socket.on('drain', more);
  more();
}

const ok = 'HTTP/1.1 200 OK\r\n';
const chunked = `${ok}transfer-encoding: chunked\r\n\r\n`;

/** Each without end, and without a body that grows. */
const floods: [string, string, string][] = [
  ['a chunk extension', `${chunked}2;`, 'x'.repeat(1000)],
  ['chunk extensions', chunked, `1;${'x'.repeat(1000)}\r\ny\r\n`],
  ['trailers', `${chunked}0\r\n`, 'x-more: yes\r\n'],
];

describe('a receiver that sends without end is cut off after 128 KiB', () => {
  it.each(floods)('%s', async (_name, start, again) => {
    const raw = await startRawReceiver((socket) => pour(socket, start, again));
    expect((await send(raw.url)).error).toBe(tooLong);
    // The rest is what fits into the buffers of both sockets.
    expect(raw.written()).toBeLessThan(32 * 1024 * 1024);
    await raw.close();
  });
});

// The parser of undici makes an error for each header after its limit: 64 KiB of short ones held the event loop for 100 ms.
describe('headers without end are cut off before they are parsed', () => {
  it.each([
    ['headers', ok, 'x-more: yes\r\n'],
    ['one header', `${ok}x-more: `, 'y'],
    ['interim responses', '', 'HTTP/1.1 102 Processing\r\n\r\n'],
    ['interim responses with headers', '', `HTTP/1.1 103 Early Hints\r\nlink: ${'x'.repeat(4000)}\r\n\r\n`],
    ['headers after an interim response', `HTTP/1.1 102 Processing\r\n\r\n${ok}`, 'x-more: yes\r\n'],
  ])('%s', async (_name, start, again) => {
    const raw = await startRawReceiver((socket) => pour(socket, start, again));
    expect((await send(raw.url)).error).toBe(headersTooLong);
    expect(raw.written()).toBeLessThan(32 * 1024 * 1024);
    await raw.close();
  });
});

describe('a response within the limit', () => {
  it('may be a body of 64 KiB with headers, interim responses and chunks', async () => {
    const header = `x-more: ${'y'.repeat(8000)}\r\n`;
    const raw = await startRawReceiver((socket) => {
      socket.write(
        `HTTP/1.1 103 Early Hints\r\n${header}\r\n${ok}${header}transfer-encoding: chunked\r\n\r\n`,
      );
      for (let n = 0; n < 64; n++) socket.write(`400;x=y\r\n${'z'.repeat(1024)}\r\n`);
      socket.write('0\r\nx-last: yes\r\n\r\n');
    });
    expect(await send(raw.url)).toMatchObject({
      httpStatus: 200,
      error: null,
      responseBody: 'z'.repeat(4096),
    });
    await raw.close();
  });

  it('may come byte by byte', async () => {
    const raw = await startRawReceiver(async (socket) => {
      socket.setNoDelay(true);
      for (const byte of `HTTP/1.1 103 Early Hints\r\n\r\n${ok}content-length: 20000\r\n\r\n`) {
        socket.write(byte);
        await new Promise(setImmediate);
      }
      socket.write('z'.repeat(20_000));
    });
    expect(await send(raw.url)).toMatchObject({ httpStatus: 200, error: null });
    await raw.close();
  });

  it('counts by itself: a connection is used for many', async () => {
    const answer = `${ok}content-length: 60000\r\n\r\n${'z'.repeat(60_000)}`;
    const raw = await startRawReceiver((socket) => socket.write(answer));
    for (let n = 0; n < 10; n++) expect((await send(raw.url)).error).toBeNull();
    expect(raw.connections()).toBeLessThan(5);
    await raw.close();
  });
});

it('a hundred receivers that flood at once take little memory', async () => {
  const beforeBytes = process.memoryUsage().rss;
  const raw = await startRawReceiver((socket) => pour(socket, '', 'HTTP/1.1 102 Processing\r\n\r\n'));
  const results = await Promise.all(Array.from({ length: 100 }, () => send(raw.url)));
  expect(new Set(results.map(({ error }) => error))).toEqual(new Set([headersTooLong]));
  expect(process.memoryUsage().rss - beforeBytes).toBeLessThan(400 * 1024 * 1024);
  await raw.close();
});
