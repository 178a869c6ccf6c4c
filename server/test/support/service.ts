import type { AddressInfo } from 'node:net';
import { destination, pino } from 'pino';
import { inject } from 'vitest';
import { type ContextOverrides, closeContext, createContext } from '../../src/app/compose.ts';
import type { AppContext } from '../../src/app/routes.ts';
import { buildApp } from '../../src/app/routes.ts';
import { createTasks } from '../../src/app/tasks.ts';
import type { Environment } from '../../src/lib/environment.ts';
import { createKey, createMerchant } from '../../src/merchants/merchants.ts';
import { parseConfig } from '../../src/platform/config/config.ts';
import { connect, type Db } from '../../src/platform/db/client.ts';
import { type Jobs, runDueTasks, startJobs } from '../../src/platform/jobs/loop.ts';
import { readWebBuild } from '../../src/platform/pages/web-build.ts';
import { type Answer, type CallOptions, call } from './call.ts';
import { withDatabase } from './global-setup.ts';

export interface TestMerchant {
  merchantId: string;
  testKey: string;
  liveKey: string;
  publishableKey: string;
}

export interface TestService extends TestMerchant {
  ctx: AppContext;
  /** http://127.0.0.1:port */
  url: string;
  databaseUrl: string;
  /** A request with the merchant's test key, unless the options say otherwise. Paths are below /api/v1. */
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  createMerchant(): Promise<TestMerchant>;
  createKey(
    merchantId: string,
    environment: Environment,
    allowedIps?: string[],
  ): Promise<{ key: string; keyId: string }>;
  /** Does all background work that is due by the service's clock. For services started without workers. */
  runDue(): Promise<void>;
  /** Stops the background loops while this is done, and starts them anew. */
  withoutWorkers<Result>(work: () => Promise<Result>): Promise<Result>;
  stop(): Promise<void>;
}

interface Options extends ContextOverrides {
  /** Run the background loops in real time, as `serve` does. */
  workers?: boolean;
  env?: Record<string, string>;
  /** Taken if it is free. */
  port?: number;
  /** Done before the background work is set up. */
  prepare?: (ctx: AppContext) => Promise<void>;
}

/** Anything of 32 bytes will do for tests. */
export const masterKey = Buffer.alloc(32, 7).toString('base64');

let databases = 0;
let webBuild: ReturnType<typeof readWebBuild> | undefined;

/** Reading all pages took a third of the processor time that a service takes to start. They do not change during a run. */
function readOnce(dir: string): ReturnType<typeof readWebBuild> {
  webBuild ??= readWebBuild(dir);
  return webBuild;
}

/** A database of its own, cloned from the migrated template. */
export async function createDatabase(
  cluster: 'shared' | 'embedded' = 'shared',
): Promise<{ url: string; drop(): Promise<void> }> {
  const { adminUrl, templateName: template } = inject(cluster);
  const name = `causeway_test_${process.pid}_${Date.now().toString(36)}_${++databases}`;
  // Copying files takes a quarter of the processor time of writing every page to the log.
  const create = (admin: Db) =>
    admin`create database ${admin(name)} template ${admin(template)} strategy file_copy`;
  await administer(adminUrl, create);
  return {
    url: withDatabase(adminUrl, name),
    async drop() {
      await administer(adminUrl, (admin) => admin`drop database if exists ${admin(name)} with (force)`);
    },
  };
}

/** Making and dropping databases takes as long as the disk does, and has no limit. */
async function administer(url: string, statement: (admin: Db) => Promise<unknown>): Promise<void> {
  const admin = connect(url, { poolSize: 1 });
  await admin`set statement_timeout = 0`;
  await statement(admin);
  await admin.end();
}

/** The service as `serve` runs it, on a port and a database of its own, with a merchant and keys. */
export async function startTestService(options: Options = {}): Promise<TestService> {
  const { workers = false, env = {}, port = 0, prepare, ...overrides } = options;
  const database = await createDatabase();
  const config = parseConfig({
    PORT: '0',
    DATABASE_POOL_SIZE: '8',
    LOG_LEVEL: 'error',
    MASTER_KEY: masterKey,
    // Receivers of tests are on this machine.
    WEBHOOKS_ALLOW_PRIVATE: '1',
    // Most tests write to one address again and again.
    EMAILS_PER_DAY: '0',
    ...env,
  });
  const ctx = createContext(config, database.url, {
    log: pino({ level: 'error' }, destination(2)),
    ...(overrides.webDir === undefined ? { readWebBuild: readOnce } : {}),
    ...overrides,
  });
  const app = await buildApp(ctx);
  const listen = (at: number) => app.listen({ port: at, host: '127.0.0.1' });
  await listen(port).catch(() => listen(0));
  await prepare?.(ctx);
  await ctx.liveChains.refresh();
  const tasks = await createTasks(ctx);
  let jobs: Jobs | null = workers ? await startJobs(ctx, tasks) : null;
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const merchant = await makeMerchant(ctx);
  return {
    ...merchant,
    ctx,
    url,
    databaseUrl: database.url,
    call: (method, path, callOptions) =>
      call(`${url}/api/v1${path}`, method, { key: merchant.testKey, ...callOptions }),
    createMerchant: () => makeMerchant(ctx),
    async createKey(merchantId, environment, allowedIps = []) {
      const made = await createKey(ctx, ctx.db, { merchantId, environment, kind: 'secret', allowedIps });
      return { key: made.key, keyId: made.key_id };
    },
    runDue: () => runDueTasks(ctx, tasks),
    async withoutWorkers(work) {
      await jobs?.stop();
      const result = await work();
      if (jobs) jobs = await startJobs(ctx, await createTasks(ctx));
      return result;
    },
    async stop() {
      await app.close();
      await jobs?.stop();
      await closeContext(ctx);
      await database.drop();
    },
  };
}

async function makeMerchant(ctx: AppContext): Promise<TestMerchant> {
  const { merchant_id: merchantId } = await createMerchant(ctx, ctx.db, {
    name: 'Shop',
    email: 'shop@example.com',
  });
  const key = async (environment: Environment, kind: 'secret' | 'publishable') =>
    (await createKey(ctx, ctx.db, { merchantId, environment, kind, allowedIps: [] })).key;
  return {
    merchantId,
    testKey: await key('test', 'secret'),
    liveKey: await key('live', 'secret'),
    publishableKey: await key('test', 'publishable'),
  };
}
