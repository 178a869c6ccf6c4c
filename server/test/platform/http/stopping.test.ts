import { connect, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { startTestService } from '../../support/service.ts';

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

async function open(url: string, sent: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), new URL(url).hostname);
  sockets.push(socket);
  socket.on('error', () => {});
  await new Promise((resolve) => socket.once('connect', resolve));
  socket.write(sent);
  return socket;
}

it.each([
  ['nothing has come', ''],
  ['half a request has come', 'GET /healthz HTTP/1.1\r\nHost: '],
])('a stop does not wait for a connection on which %s', async (_what, sent) => {
  const service = await startTestService();
  const socket = await open(service.url, sent);
  // The service has accepted the connection before this one.
  expect(await (await fetch(`${service.url}/healthz`)).json()).toBeDefined();
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await service.stop();
  await closed;
});
