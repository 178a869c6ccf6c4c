import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Agent, request } from 'undici';
import { openEmbeddedPostgres } from '../src/platform/db/embedded/embedded-postgres.ts';
import { freePort } from '../test/support/free-port.ts';
import { proxies } from './proxies.ts';
import { makeKeys } from './shops.ts';

/*
 * Rolling restarts behind a proxy: two processes on one database, one after the other stopped by SIGTERM and started again,
 * while clients create payments. Every request must be answered by 201.
 */

const usage = `npm run drill -- [--proxy nginx|haproxy|caddy] [--requests 20000] [--restarts 10] [--drain 3]`;
const cli = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
const clients = 16;
/** Longer than the proxies' health checks take: the next process stops when they use this one again. */
const noticedAfterMs = 2000;
/** A key may make 1,000 requests in a minute. */
const requestsPerKey = 500;
const print = (text: string) => process.stdout.write(`${text}\n`);

const { values } = parseArgs({
  options: {
    proxy: { type: 'string', default: 'nginx' },
    requests: { type: 'string', default: '20000' },
    restarts: { type: 'string', default: '10' },
    drain: { type: 'string', default: '3' },
  },
});
const proxy = proxies[values.proxy];
if (!proxy) throw new Error(usage);
const [requests, restarts] = [Number(values.requests), Number(values.restarts)];

const folder = mkdtempSync(join(tmpdir(), 'causeway-drill-'));
// The embedded Postgres runs as a user of its own.
chmodSync(folder, 0o755);
const postgres = await openEmbeddedPostgres({ dataDir: join(folder, 'data'), owner: true, log: () => {} });
const masterKey = randomBytes(32).toString('base64');
const ports = [await freePort(), await freePort(), await freePort()] as const;
const [front, ...behind] = ports;
const running = new Map<number, ChildProcess>();
let isOver = false;
let signalledAtMs = 0;

async function startServer(port: number): Promise<void> {
  const env = {
    ...process.env,
    DATABASE_URL: postgres.url,
    MASTER_KEY: masterKey,
    PORT: String(port),
    HOST: '127.0.0.1',
    DRAIN_SECONDS: values.drain,
    TRUST_PROXY: '1',
    LOG_LEVEL: 'warn',
  };
  const child = spawn(process.execPath, [cli, 'serve', '--no-workers'], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  running.set(port, child);
  while (!(await isReady(port))) {
    if (child.exitCode !== null) throw new Error(`the process on port ${port} ended with ${child.exitCode}`);
    await sleep(100);
  }
}

const isReady = (port: number) =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

async function restart(port: number): Promise<void> {
  const child = running.get(port);
  signalledAtMs = Date.now();
  child?.kill('SIGTERM');
  if (child && child.exitCode === null) await once(child, 'exit');
  await startServer(port);
  await sleep(noticedAfterMs);
}

interface Tally {
  sent: number;
  failed: string[];
}

async function load(keys: readonly string[], tally: Tally): Promise<void> {
  const dispatcher = new Agent({ connections: clients });
  const one = async () => {
    while (tally.sent < requests || !isOver) {
      const number = tally.sent++;
      const headers = {
        authorization: `Bearer ${keys[Math.floor(number / requestsPerKey) % keys.length]}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      };
      const body = JSON.stringify({ amount: '10.00', currency: 'USD' });
      const url = `http://127.0.0.1:${front}/api/v1/payments`;
      const status = await request(url, { method: 'POST', headers, body, dispatcher }).then(
        async (answer) => {
          await answer.body.dump();
          return String(answer.statusCode);
        },
        (error: unknown) => String(error),
      );
      if (status !== '201')
        tally.failed.push(`request ${number}: ${status}, ${Date.now() - signalledAtMs} ms after the signal`);
      // Spread over the restarts.
      if (tally.sent > requests * 0.95 && !isOver) await sleep(50);
    }
  };
  await Promise.all(Array.from({ length: clients }, one));
  await dispatcher.close();
}

let standing: ChildProcess | null = null;
try {
  for (const port of behind) await startServer(port);
  const keys = await makeKeys(postgres.url, masterKey, Math.ceil(requests / requestsPerKey));
  standing = spawn(proxy.program, proxy.configure(folder, front, behind), {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  while (!(await isReady(front))) {
    if (standing.exitCode !== null) throw new Error(`${proxy.program} ended with ${standing.exitCode}`);
    await sleep(100);
  }
  const tally: Tally = { sent: 0, failed: [] };
  const loading = load(keys, tally);
  for (let done = 1; done <= restarts; done++) {
    await restart(behind[done % behind.length] ?? 0);
    print(`restart ${done} of ${restarts}: ${tally.sent} requests, ${tally.failed.length} failed`);
  }
  isOver = true;
  await loading;
  print(`${values.proxy}: ${tally.sent} requests over ${restarts} restarts, ${tally.failed.length} failed`);
  for (const failure of tally.failed.slice(0, 20)) print(failure);
  if (tally.failed.length > 0) process.exitCode = 1;
} finally {
  for (const child of [standing, ...running.values()]) child?.kill('SIGTERM');
  await sleep(1000);
  for (const child of running.values()) child.kill('SIGKILL');
  await postgres.close();
  rmSync(folder, { recursive: true, force: true });
}
