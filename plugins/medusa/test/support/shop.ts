import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import { connect, type Db } from '../../../../server/src/platform/db/client.ts';
import { freePort } from '../../../../server/test/support/free-port.ts';
import { withDatabase } from '../../../../server/test/support/global-setup.ts';
import { cleanEnv, until } from '../../../../server/test/support/process.ts';
import { type Causeway, startCauseway } from '../../../test-support/causeway.ts';
import { type MovedClock, movedClock } from '../../../test-support/moved-clock.ts';
import { type CuttingProxy, startCuttingProxy } from './cutting-proxy.ts';
import { installMedusa } from './install.ts';

const exec = promisify(execFile);
export const patienceMs = Number(process.env['PATIENCE'] ?? 90_000);

/** The keys and ids that the seed made. */
interface Seeded {
  publishableKey: string;
  secretKey: string;
  regionId: string;
  yenRegionId: string;
  variantId: string;
}

/** Medusa with a database of its own, and the service it is connected to. */
export interface Shop extends Seeded {
  url: string;
  causeway: Causeway;
  clock: MovedClock;
  proxy: CuttingProxy;
  endpointId: string;
  webhookSecret: string;
  /** A request of a storefront, or with the secret key to the admin's routes. Returns the body, also of a refusal. */
  call<Body>(
    method: string,
    path: string,
    body?: object,
  ): Promise<Body & { type?: string; message?: string }>;
  /** Its database. */
  db: Db;
  /** What Medusa wrote into its log. */
  log(): string;
  /** Ends Medusa at once, as a crash does. */
  kill(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export async function startShop(): Promise<Shop> {
  const folder = await installMedusa();
  const database = await createDatabase();
  const clock = movedClock();
  const causeway = await startCauseway(clock.env);
  const proxy = await startCuttingProxy(causeway.url);
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const endpoint = await causeway.call<{ endpoint_id: string; secret: string }>(
    'POST',
    '/webhooks/endpoints',
    {
      url: `${url}/hooks/payment/causeway_causeway`,
      events: ['*'],
    },
  );
  const env = cleanEnv({
    ...clock.env,
    NODE_ENV: 'production',
    MEDUSA_DISABLE_TELEMETRY: 'true',
    SHOP_DATABASE_URL: database.url,
    CAUSEWAY_URL: proxy.url,
    CAUSEWAY_API_KEY: causeway.testKey,
    CAUSEWAY_WEBHOOK_SECRET: endpoint.secret,
    // Every two seconds instead of five minutes.
    CAUSEWAY_EVENTS_SCHEDULE: '*/2 * * * * *',
  });
  const medusa = join(folder, 'node_modules/@medusajs/cli/cli.js');
  const run = (...args: string[]) =>
    exec(process.execPath, [medusa, ...args], { cwd: folder, env, maxBuffer: 1e8 });
  await run('db:migrate');
  const seeded: Seeded = readSeeded((await run('exec', './seed.js')).stdout);
  let log = '';
  let child: ChildProcess | null = null;
  const shop: Shop = {
    ...seeded,
    url,
    causeway,
    clock,
    proxy,
    db: database.db,
    endpointId: endpoint.endpoint_id,
    webhookSecret: endpoint.secret,
    async call(method, path, body) {
      const headers = {
        'content-type': 'application/json',
        'x-publishable-api-key': seeded.publishableKey,
        authorization: `Basic ${Buffer.from(`${seeded.secretKey}:`).toString('base64')}`,
      };
      const answer = await fetch(url + path, {
        method,
        headers,
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      return JSON.parse(await answer.text());
    },
    log: () => log,
    async kill() {
      const ended = new Promise((resolve) => child?.once('close', resolve));
      child?.kill('SIGKILL');
      await ended;
    },
    async start() {
      child = spawn(process.execPath, [medusa, 'start', '-p', String(port)], {
        cwd: folder,
        env,
        stdio: 'pipe',
      });
      for (const stream of [child.stdout, child.stderr])
        stream?.setEncoding('utf8').on('data', (text: string) => {
          log += text;
        });
      const isUp = () =>
        fetch(`${url}/health`).then(
          ({ ok }) => ok,
          () => false,
        );
      await until(isUp, 2 * patienceMs, () => log.slice(-3000));
    },
    async stop() {
      await shop.kill();
      await proxy.stop();
      await causeway.stop();
      await database.drop();
      clock.remove();
    },
  };
  // Also when the tests are interrupted.
  process.once('exit', () => child?.kill('SIGKILL'));
  await shop.start();
  return shop;
}

function readSeeded(printed: string): Seeded {
  const line = printed.split('\n').find((one) => one.includes('seeded {')) ?? '';
  const message = line.startsWith('{') ? JSON.parse(line).message : line;
  return JSON.parse(message.slice(message.indexOf('{')));
}

async function createDatabase(): Promise<{ url: string; db: Db; drop(): Promise<void> }> {
  const { adminUrl } = inject('shared');
  const admin = connect(adminUrl, { poolSize: 1 });
  const name = `causeway_test_medusa_${process.pid}_${Date.now().toString(36)}`;
  await admin`create database ${admin(name)}`;
  const url = withDatabase(adminUrl, name);
  const db = connect(url, { poolSize: 1 });
  return {
    url,
    db,
    async drop() {
      await db.end();
      await admin`drop database if exists ${admin(name)} with (force)`;
      await admin.end();
    },
  };
}
