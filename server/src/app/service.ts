import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { followChains } from '../chains/setup/follow-settings.ts';
import {
  createDemoMerchant,
  type DevCredentials,
  findDemoMerchant,
  refreshCredentials,
} from '../merchants/members/demo.ts';
import type { Config } from '../platform/config/config.ts';
import { untilGone } from '../platform/db/absence.ts';
import { connect } from '../platform/db/client.ts';
import { migrate } from '../platform/db/migrate.ts';
import { type OpenDatabase, openDatabase } from '../platform/db/open.ts';
import { drain } from '../platform/http/draining.ts';
import { type Jobs, startJobs } from '../platform/jobs/loop.ts';
import { createLog, type Log } from '../platform/log.ts';
import { openMasterKeys } from '../platform/master-key/master-key.ts';
import { setDemoWallet } from '../treasury/payouts/settings/demo-wallet.ts';
import { followRates } from '../treasury/prices/follow-rates.ts';
import { type ContextOverrides, closeContext, createContext } from './compose.ts';
import { registerTaskMetrics } from './metrics.ts';
import type { AppContext } from './routes.ts';
import { createTasks } from './tasks.ts';
import type { ProcessTracing } from './tracing.ts';

export interface Service {
  ctx: AppContext;
  dataDir: string | null;
  credentials: DevCredentials | null;
  /**
   * Stops accepting requests, finishes those in flight and closes everything. Returns 'left' when the database does not
   * respond: the rest is then abandoned, and the process should exit. `drains`: goes on serving for a while first.
   */
  stop(options?: { drains: boolean }): Promise<'stopped' | 'left'>;
}

const outboxNotice =
  'SMTP_URL is not set: e-mails stay in the outbox ("causeway emails list"). Set SMTP_URL and MAIL_FROM to send them.';

interface ServiceParts {
  http: boolean;
  workers: boolean;
}

export async function startService(
  config: Config,
  parts: ServiceParts,
  overrides: ContextOverrides = {},
): Promise<Service> {
  const log = overrides.log ?? createLog(config);
  const database = await openDatabase(config, {
    owner: parts.http,
    log: (level, message) => log[level](message),
  });
  const stops: (() => Promise<void>)[] = [() => database.close()];
  const finish = async () => {
    // A step that fails must not keep the others open: the process would never end.
    for (const step of stops.splice(0).reverse())
      await step().catch((error: unknown) => log.error({ err: error }, 'could not close everything'));
    return 'stopped' as const;
  };
  const stop = async () => {
    const finished = new AbortController();
    const gone = untilGone(database.url, finished.signal).then(
      () => 'left' as const,
      () => new Promise<never>(() => {}),
    );
    return Promise.race([finish(), gone]).finally(() => finished.abort());
  };
  try {
    const masterKeys = await prepareDatabase(config, database, log);
    const tracing = config.otlpEndpoint === null ? null : await startTracing(config.otlpEndpoint, log);
    const ctx = createContext({ ...config, masterKeys }, database.url, { tracing, ...overrides, log });
    stops.push(() => closeContext(ctx));
    // Before listening, so that a restart does not interrupt live payments.
    stops.push(await followChains(ctx.liveChains, log));
    if (ctx.prices) stops.push(await followRates(ctx, ctx.prices));
    const demoDir = parts.http ? demoFolder(config, database.dataDir) : null;
    // Before listening, so that the credentials exist as soon as the service is ready.
    if (demoDir) {
      await createDemoMerchant(ctx, demoDir, (...merchant) => setDemoWallet(ctx, ...merchant));
      ctx.demoMerchantId = await findDemoMerchant(ctx);
    }
    const app = parts.http ? await startHttp(ctx, stops) : null;
    if (parts.workers) {
      const tasks = (await createTasks(ctx)).map((task) => tracing?.task(task) ?? task);
      registerTaskMetrics(ctx, tasks);
      const jobs: Jobs = await startJobs(ctx, tasks);
      stops.push(() => jobs.stop());
      log.info('workers started');
      if (!ctx.mailer) log.info(outboxNotice);
    }
    if (config.metricsPort !== null) stops.push(await startOperator(ctx, config.metricsPort));
    const credentials = demoDir ? await refreshCredentials(ctx, demoDir) : null;
    return {
      ctx,
      dataDir: demoDir,
      credentials,
      async stop(options) {
        if (app && options?.drains) await drain(app, ctx);
        return stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Loaded on demand, as the routes are. */
async function startOperator(ctx: AppContext, port: number): Promise<() => Promise<void>> {
  const { startOperatorServer } = await import('../platform/http/operator-server.ts');
  return startOperatorServer(ctx, port);
}

async function startTracing(endpoint: string, log: Log): Promise<ProcessTracing> {
  const { openTracing } = await import('./tracing.ts');
  return openTracing(endpoint, log);
}

async function startHttp(ctx: AppContext, stops: (() => Promise<void>)[]): Promise<FastifyInstance> {
  // Loaded on demand: `causeway work` serves nothing, and this takes a third of its start.
  const { buildApp } = await import('./routes.ts');
  const app: FastifyInstance = await buildApp(ctx);
  stops.push(() => closeApp(app));
  await ctx.rateLimits.open();
  await app.listen({ port: ctx.config.port, host: ctx.config.host });
  const { port } = app.server.address() as AddressInfo;
  // With PORT=0, URLs must contain the port that was picked.
  ctx.config.publicUrl = ctx.config.publicUrl.replace(/^(http:\/\/localhost):0$/, `$1:${port}`);
  return app;
}

/** Also closes connections that become idle while the last requests finish. */
async function closeApp(app: FastifyInstance): Promise<void> {
  const sweep = setInterval(() => app.server.closeIdleConnections(), 50);
  try {
    await app.close();
  } finally {
    clearInterval(sweep);
  }
}

/** Migrates the database, and returns the master keys once they are known to fit it. */
async function prepareDatabase(config: Config, database: OpenDatabase, log: Log): Promise<Buffer[]> {
  const folder = database.dataDir ?? config.dataDir ?? resolve('data');
  if (config.masterKeys.length === 0 && !database.dataDir)
    log.warn(`MASTER_KEY is not set: using the key in ${folder}. Set the same MASTER_KEY for all processes.`);
  const db = connect(database.url, { poolSize: 1 });
  try {
    const { applied } = await migrate(db, { warn: (message) => log.warn(message) });
    if (applied.length > 0) log.info({ applied }, 'database migrated');
    return await openMasterKeys(db, { masterKeys: config.masterKeys, folder });
  } finally {
    await db.end({ timeout: 5 });
  }
}

/** The folder of the demo merchant's credentials; null without a demo merchant. */
function demoFolder(config: Config, dataDir: string | null): string | null {
  return dataDir ?? (config.demo ? (config.dataDir ?? resolve('data')) : null);
}
