import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unlimited } from '../../payments/support.ts';
import { manualClock } from '../../support/clock.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { startReceiver } from './receiver.ts';
import { addEndpoint, deliveryCounts, makeEvents, type ShownAttempt } from './worker-support.ts';

const answer = (status: string, body: Buffer | string, headers = '') =>
  Buffer.concat([
    Buffer.from(`HTTP/1.1 ${status}\r\n${headers}content-length: ${Buffer.byteLength(body)}\r\n\r\n`),
    Buffer.from(body),
  ]);

/** Receivers that mean no good. Each ends soon: those that hang have a test of their own. */
const behaviours: Record<string, (socket: Socket) => void> = {
  ok: (socket) => socket.write(answer('200 OK', 'ok')),
  empty: (socket) => socket.write(answer('200 OK', '')),
  noContent: (socket) => socket.end('HTTP/1.1 204 No Content\r\n\r\n'),
  error: (socket) => socket.write(answer('500 Oops', 'oops')),
  redirect: (socket) => socket.end(answer('307 There', '', 'location: http://127.0.0.1:1/\r\n')),
  strangeStatus: (socket) => socket.end(answer('999 ?', 'what')),
  zeroBytes: (socket) => socket.end(answer('200 OK', Buffer.alloc(5000))),
  notUtf8: (socket) => socket.end(answer('400 Bad', Buffer.alloc(5000, 0xed))),
  halfCharacter: (socket) => socket.end(answer('200 OK', `${'a'.repeat(4095)}✓`)),
  escapes: (socket) => socket.end(answer('500 Oops', '\\u0000"\u0001\u2028\'; drop table deliveries; --')),
  endless: (socket) => {
    socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
    const more = () => {
      while (socket.writable && socket.write(`4000\r\n${'x'.repeat(0x4000)}\r\n`));
    };
    socket.on('drain', more);
    more();
  },
  tooShort: (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nshort'),
  badChunk: (socket) => socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n'),
  hugeHeader: (socket) => socket.end(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`),
  twoLengths: (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab'),
  switching: (socket) => socket.end('HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
  earlyHints: (socket) => socket.end(`HTTP/1.1 103 Early\r\n\r\n${answer('200 OK', 'ok')}`),
  unasked: (socket) => socket.end(Buffer.concat([answer('200 OK', 'ok'), answer('200 OK', 'again')])),
  notHttp: (socket) => socket.end(Buffer.from([0x16, 3, 1, 0, 0xff, 0, 13, 10, 13, 10])),
  closes: (socket) => socket.end(),
  resets: (socket) => socket.resetAndDestroy(),
};
const names = Object.keys(behaviours);

let server: Server;
let service: TestService;
let made: string[];
beforeAll(async () => {
  made = [];
  server = createServer((socket) => {
    socket.on('error', () => {});
    // Requests are small and arrive in one or two pieces: an answer is due once the body's last brace is there.
    let request = '';
    socket.on('data', (chunk) => {
      request += chunk.toString('latin1');
      if (!request.endsWith('}}')) return;
      request = '';
      // Every kind is met at least once, then by chance.
      const name = names[made.length] ?? names[Math.floor(Math.random() * names.length)] ?? 'ok';
      made.push(name);
      behaviours[name]?.(socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  service = await startTestService({ clock: manualClock(), requestsPerMinute: unlimited });
});
afterAll(async () => {
  await service.stop();
  await new Promise((resolve) => server.close(resolve));
});

describe('receivers that answer garbage', () => {
  it('have every attempt recorded, and the worker goes on', async () => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    for (let n = 0; n < 10; n++) await addEndpoint(service, `${url}/garbage-${n}`);
    await makeEvents(service.ctx, 20, { merchantId: service.merchantId });
    await service.runDue();

    const counts = await deliveryCounts(service.ctx);
    const { 'succeeded 1': succeeded = 0, 'pending 1': pending = 0 } = counts;
    expect(succeeded + pending, `${JSON.stringify(counts)} after ${made}`).toBe(200);
    expect(succeeded).toBeGreaterThan(0);
    expect(pending).toBeGreaterThan(0);
    const attempts = await service.ctx.db<(ShownAttempt & { status: string })[]>`
      select a.*, case when u.delivery_id is null then 'succeeded' else 'pending' end as status
      from delivery_attempts a left join undelivered u using (delivery_id)`;
    expect(attempts).toHaveLength(200);
    for (const { status, http_status, response_body, error } of attempts) {
      if (status === 'succeeded') expect([http_status, error]).toEqual([expect.any(Number), null]);
      else expect(error).toMatch(/\S/);
      if (http_status === null) expect(response_body).toBeNull();
      expect(Buffer.byteLength(response_body ?? '')).toBeLessThanOrEqual(3 * 4096);
    }

    const healthy = await startReceiver();
    const other = await service.createMerchant();
    await addEndpoint(service, `${healthy.url}/healthy`, { key: other.testKey });
    await makeEvents(service.ctx, 1, { merchantId: other.merchantId });
    await service.runDue();
    expect(healthy.received).toHaveLength(1);
    await healthy.close();
  });
});
