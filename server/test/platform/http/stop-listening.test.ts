import { request as ask } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { drain } from '../../../src/platform/http/draining.ts';
import { createLog } from '../../../src/platform/log.ts';

/* A process that is busy when its time to drain is over. A client cannot repeat what was sent and not answered. */

const clients = 16;
const requestTakesMs = 5;

function spin(): void {
  for (const endMs = performance.now() + requestTakesMs; performance.now() < endMs; );
}

/** One request on a connection of its own: its status, or the code of its error. */
function send(port: number): Promise<string> {
  return new Promise((resolve) => {
    const request = ask({ port, host: '127.0.0.1', agent: false }, (response) => {
      response.resume().on('end', () => resolve(String(response.statusCode)));
    });
    request.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    request.end();
  });
}

it('ends listening between two requests: each is answered or its connection refused, none is cut', async () => {
  const app = Fastify();
  app.get('/', async () => {
    spin();
    await sleep(1);
    spin();
    return {};
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const answers: string[] = [];
  const load = Array.from({ length: clients }, async () => {
    for (let last = ''; last !== 'ECONNREFUSED'; answers.push(last)) last = await send(port);
  });
  const log = createLog({ logLevel: 'error' });
  await drain(app, { draining: { isOn: false }, config: { drainSeconds: 0.2 }, log });
  await Promise.all(load);
  await app.close();
  expect(new Set(answers)).toEqual(new Set(['200', 'ECONNREFUSED']));
});
