import type { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createSender,
  type Sender,
  type SendResult,
} from '../../../src/messages/webhooks/deliveries/sender.ts';
import { until } from '../../support/process.ts';
import { startRawReceiver } from './raw-receiver.ts';

let sender: Sender;
beforeAll(() => {
  sender = createSender();
});
afterAll(() => sender.close());

/** One attempt at a receiver that behaves like this, and whether the sender left it afterwards. */
async function sendTo(behave: (socket: Socket) => void): Promise<SendResult> {
  let left = false;
  const raw = await startRawReceiver((socket) => {
    socket.on('close', () => {
      left = true;
    });
    behave(socket);
  });
  const result = await sender.send({
    merchantId: null,
    environment: 'test',
    url: raw.url,
    headers: {},
    body: Buffer.from('{}'),
  });
  if (result.error !== null) await until(() => left, 60_000);
  await raw.close();
  return result;
}

const head = 'HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n';

/** A byte now and then, for ever. */
function drip(socket: Socket, bytes: string): void {
  const timer = setInterval(() => socket.write(bytes), 200);
  socket.on('close', () => clearInterval(timer));
}

function expectDeadline({ error, latencyMs }: SendResult): void {
  expect(error).toBe('no complete response within 10 seconds');
  expect(latencyMs).toBeGreaterThanOrEqual(9_990);
  expect(latencyMs).toBeLessThan(60_000);
}

describe.concurrent('an attempt ends after 10 seconds, and the connection with it', () => {
  it('when nothing is answered', async () => {
    const result = await sendTo(() => {});
    expectDeadline(result);
    expect(result).toMatchObject({ httpStatus: null, responseBody: null });
  });

  it('when the head comes byte by byte', async () => {
    const result = await sendTo((socket) => {
      socket.write('HTTP/1.1 200 ');
      drip(socket, 'O');
    });
    expectDeadline(result);
    expect(result.httpStatus).toBeNull();
  });

  it('when headers never end', async () => {
    const result = await sendTo((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      drip(socket, 'x-more: y\r\n');
    });
    expectDeadline(result);
    expect(result.httpStatus).toBeNull();
  });

  it('when the body comes byte by byte; what came is kept', async () => {
    const result = await sendTo((socket) => {
      socket.write(`${head}start`);
      drip(socket, '.');
    });
    expectDeadline(result);
    expect(result.httpStatus).toBe(200);
    expect(result.responseBody).toMatch(/^start\.+$/);
  });

  it('when the body stops half way', async () => {
    const result = await sendTo((socket) => socket.write(`${head}half`));
    expectDeadline(result);
    expect(result).toMatchObject({ httpStatus: 200, responseBody: 'half' });
  });

  it('but an answer after five seconds is in time', async () => {
    const result = await sendTo((socket) => {
      setTimeout(() => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'), 5000);
    });
    expect(result).toMatchObject({ httpStatus: 200, responseBody: 'ok', error: null });
  });
});
