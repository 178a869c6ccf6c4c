import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDataDir, serve, start, until } from '../../support/process.ts';
import { findRedis, type Redis, startRedis } from '../../support/redis.ts';

/*
 * The built command, since a bundle loads packages differently from the sources: of one in CommonJS that is loaded on demand, names
 * were missing, and no `serve` with REDIS_URL came up.
 */

const program = findRedis();
if (!program)
  process.stderr.write('NOT RUN: there is no Redis or Valkey on this machine; see CONTRIBUTING.md.\n');

describe.runIf(program)('the built service with REDIS_URL', () => {
  let redis: Redis;
  const data = makeDataDir();
  beforeAll(async () => {
    redis = await startRedis(program ?? '', 'hunter2');
  });
  afterAll(async () => {
    await redis?.kill();
    data.remove();
  });

  it('starts, counts in Redis, goes on without it, and stops', async () => {
    const env = { DATA_DIR: data.path, PORT: '0', REDIS_URL: redis.url };
    const service = await serve(env);
    const ask = async () => {
      const headers = { Authorization: `Bearer ${service.testKey}` };
      expect((await fetch(`${service.url}/api/v1/payments`, { headers })).status).toBe(200);
    };
    // On a busy machine the first requests may be counted by the process itself.
    await until(
      async () => {
        await ask();
        return (await keysIn(redis.url)) > 0;
      },
      60_000,
      service.output,
    );
    await redis.kill();
    await ask();
    await until(() => service.output().includes('Redis does not respond'), 60_000, service.output);
    await redis.startAgain();
    expect(await service.end('SIGTERM')).toBe(0);
  });

  it('ends when its start fails, with the reason', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taken.once('listening', resolve));
    const { port } = taken.address() as { port: number };
    const env = { DATA_DIR: data.path, HOST: '127.0.0.1', PORT: String(port), REDIS_URL: redis.url };
    const failed = start(['serve'], env);
    expect(await failed.ended).toBe(1);
    expect(failed.output()).toContain(String(port));
    taken.close();
  });
});

/** How many keys there are, by Redis' own protocol. */
async function keysIn(url: string): Promise<number> {
  const { port, password, pathname } = new URL(url);
  const socket = connect(Number(port), '127.0.0.1').setEncoding('utf8');
  let answer = '';
  socket.on('data', (text) => (answer += text));
  socket.end(`AUTH ${password}\r\nSELECT ${pathname.slice(1)}\r\nDBSIZE\r\nQUIT\r\n`);
  await once(socket, 'close');
  return Number(/:(\d+)/.exec(answer)?.[1]);
}
