import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { type ContextOverrides, closeContext, createContext } from './compose.ts';
import type { Config } from './config.ts';
import { untilGone } from './db/absence.ts';
import { migrate } from './db/migrate.ts';
import { openDatabase } from './db/open.ts';
import { type AppContext, buildApp } from './http/app.ts';
import { createDemoMerchant, type DevCredentials, refreshCredentials } from './identity/demo.ts';
import { type Jobs, startJobs } from './jobs/loop.ts';
import { createTasks } from './jobs/tasks.ts';
import { createLog, type Log } from './log.ts';
import { masterKeyIn } from './secrets.ts';

export interface Service {
  ctx: AppContext;
  dataDir: string | null;
  credentials: DevCredentials | null;
  /**
   * Stops accepting, finishes what is in flight, releases what it holds. Where the database does not answer, all that
   * would wait for it is left instead, as by a kill: then the process should end.
   */
  stop(): Promise<'stopped' | 'left'>;
}

const outboxNotice =
  'SMTP_URL is not set: e-mails stay in the outbox, where "emails list" shows them. Set it, and MAIL_FROM, to send them.';

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
    for (const step of stops.splice(0).reverse()) await step();
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
    const masterKeys =
      config.masterKeys.length > 0 ? config.masterKeys : [ownMasterKey(config, database.dataDir, log)];
    const ctx = createContext({ ...config, masterKeys }, database.url, { ...overrides, log });
    stops.push(() => closeContext(ctx));
    const { applied } = await migrate(ctx.db);
    if (applied.length > 0) log.info({ applied }, 'database migrated');
    const demoDir = parts.http ? demoFolder(config, database.dataDir) : null;
    // Before it listens: whoever finds the service ready finds the credentials too.
    if (demoDir) await createDemoMerchant(ctx, demoDir);
    if (parts.http) await startHttp(ctx, stops);
    if (parts.workers) {
      const jobs: Jobs = await startJobs(ctx, createTasks());
      stops.push(() => jobs.stop());
      log.info('workers started');
      if (!ctx.mailer) log.info(outboxNotice);
    }
    const credentials = demoDir ? await refreshCredentials(ctx, demoDir) : null;
    return { ctx, dataDir: demoDir, credentials, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startHttp(ctx: AppContext, stops: (() => Promise<void>)[]): Promise<void> {
  const app: FastifyInstance = await buildApp(ctx);
  stops.push(() => closeApp(app));
  await ctx.rateLimits.open();
  await app.listen({ port: ctx.config.port, host: ctx.config.host });
  const { port } = app.server.address() as AddressInfo;
  // PORT=0 takes a free one: addresses given out from here on name it.
  ctx.config.publicUrl = ctx.config.publicUrl.replace(/^(http:\/\/localhost):0$/, `$1:${port}`);
}

/** Connections that fall idle while the last requests finish are closed too, not only those idle at the beginning. */
async function closeApp(app: FastifyInstance): Promise<void> {
  const sweep = setInterval(() => app.server.closeIdleConnections(), 50);
  try {
    await app.close();
  } finally {
    clearInterval(sweep);
  }
}

/** The key kept in the data folder. Beside an external database that is a stopgap, and is said to be one. */
function ownMasterKey(config: Config, dataDir: string | null, log: Log): Buffer {
  const folder = dataDir ?? config.dataDir ?? resolve('data');
  if (!dataDir)
    log.warn(`MASTER_KEY is not set: using the key in ${folder}. Set it, the same for all processes.`);
  return masterKeyIn(folder);
}

/** Where the demo merchant's credentials are kept; null where there is no demo merchant. */
function demoFolder(config: Config, dataDir: string | null): string | null {
  return dataDir ?? (config.demo ? (config.dataDir ?? resolve('data')) : null);
}
