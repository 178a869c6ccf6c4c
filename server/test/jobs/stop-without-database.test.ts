import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type RunningCommand, start, until } from '../support/process.ts';
import { createDatabase } from '../support/service.ts';

vi.setConfig({ testTimeout: 150_000, hookTimeout: 60_000 });
const patienceMs = 60_000;
/** Well above what a stop without a database takes, well below what the driver waits between two connections. */
const stopWithinMs = 15_000;

interface Line {
  url: string;
  /** Connections stay open and carry nothing, as when a network is gone. */
  silence(): void;
  close(): Promise<void>;
}

/** What the process believes to be its database. */
async function startLine(databaseUrl: string): Promise<Line> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let silent = false;
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (chunk) => silent || to.write(chunk));
      from.on('error', () => undefined).on('close', () => silent || to.destroy());
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    silence() {
      silent = true;
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

let database: Awaited<ReturnType<typeof createDatabase>>;
let line: Line;
let command: RunningCommand | null = null;
beforeEach(async () => {
  database = await createDatabase();
  line = await startLine(database.url);
});
afterEach(async () => {
  await command?.end('SIGKILL');
  await line.close();
  await database.drop();
});

async function run(...args: string[]): Promise<RunningCommand> {
  const started = start(args, { DATABASE_URL: line.url, MASTER_KEY: 'ab'.repeat(32), PORT: '0' });
  command = started;
  await until(() => started.output().includes('workers started'), patienceMs, started.output);
  return started;
}

async function stop(started: RunningCommand): Promise<number | string | null> {
  const tooLate = new Promise<string>((resolve) =>
    setTimeout(resolve, stopWithinMs, 'still running').unref(),
  );
  return Promise.race([started.end('SIGTERM'), tooLate]);
}

it.each([['work'], ['serve']])(
  '%s whose database does not answer stops when it is asked to',
  async (name) => {
    const process = await run(name);
    line.silence();
    expect(await stop(process), process.output()).toBe(0);
    expect(process.output()).toContain('The database does not answer');
  },
);

it('one whose database answers stops as ever, and says nothing of it', async () => {
  const process = await run('work');
  expect(await stop(process), process.output()).toBe(0);
  expect(process.output()).not.toContain('does not answer');
});
