import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connect } from '../../src/db/client.ts';
import { installedBinaries } from '../../src/db/embedded/binaries.ts';
import { type Cluster, prepareCluster, SUPERUSER } from '../../src/db/embedded/cluster.ts';
import { startPostmaster, stopPostmaster } from '../../src/db/embedded/postmaster.ts';
import { migrate } from '../../src/db/migrate.ts';
import { createKey, createMerchant } from '../../src/merchants/merchants.ts';
import { type SecondProcess, startSecondProcess } from '../http/second-process.ts';
import { type Answer, call } from '../support/call.ts';
import { freePort } from '../support/free-port.ts';
import { until } from '../support/process.ts';

/** A Postgres of its own, which nobody but the test starts again. */
const folder = mkdtempSync(join(tmpdir(), 'causeway-restart-'));
let cluster: Cluster;
let port: number;
let pid: number;
let databaseUrl: string;
let service: SecondProcess;
let key: string;

/** Repeated while processes of the killed one still end. */
async function startPostgres(): Promise<void> {
  await until(async () => {
    const started = await startPostmaster(cluster, port);
    if (started.kind === 'started') pid = started.pid;
    return started.kind === 'started';
  });
}

/** Whether it takes statements, asked on a connection of its own. */
async function answers(): Promise<boolean> {
  const probe = connect(databaseUrl, { poolSize: 1 });
  try {
    await probe`select 1`;
    return true;
  } catch {
    return false;
  } finally {
    await probe.end({ timeout: 1 });
  }
}

beforeAll(async () => {
  cluster = await prepareCluster(installedBinaries(), folder);
  port = await freePort();
  databaseUrl = `postgres://${SUPERUSER}:${cluster.password}@127.0.0.1:${port}/postgres`;
  await startPostgres();
  await until(answers);
  service = await startSecondProcess(databaseUrl, {
    requestsPerMinute: { test: 1e9, live: 1e9 },
    env: { MASTER_KEY: 'ab'.repeat(32) },
  });
  const { ctx } = service;
  await migrate(ctx.db);
  const { merchant_id: merchantId } = await createMerchant(ctx, ctx.db, {
    name: 'Shop',
    email: 'a@b.example',
  });
  ({ key } = await createKey(ctx, ctx.db, {
    merchantId,
    environment: 'test',
    kind: 'secret',
    allowedIps: [],
  }));
});
afterAll(async () => {
  await service.stop();
  await stopPostmaster(cluster, pid);
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

const create = (): Promise<Answer> =>
  call(`${service.url}/api/v1/payments`, 'POST', { key, body: { amount: '4.04', currency: 'USD' } });
const list = (): Promise<Answer> => call(`${service.url}/api/v1/payments`, 'GET', { key });
const crowd = () => Promise.all(Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? create() : list())));

it('while Postgres is dead requests are refused at once, and the first after its return is answered', async () => {
  for (let round = 0; round < 3; round++) {
    for (const { status, text } of await crowd()) expect(status, text).toBeLessThan(300);
    process.kill(pid, 'SIGKILL');
    await until(async () => !(await answers()));
    // It stays away until all of these are answered: none can have waited for its return.
    for (let wave = 0; wave < 5; wave++) {
      for (const { status, json, headers } of await crowd()) {
        expect(status).toBe(503);
        expect(json.error.code).toBe('SERVICE_UNAVAILABLE');
        expect(headers.get('retry-after')).toBe('1');
      }
    }
    await startPostgres();
    await until(answers);
    for (const { status, text } of await crowd()) expect(status, text).toBeLessThan(300);
  }
});
