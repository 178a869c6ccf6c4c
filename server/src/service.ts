import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import { type Context, type ContextOverrides, closeContext, createContext } from './context.ts';
import { migrate } from './db/migrate.ts';
import { openDatabase } from './db/open.ts';
import { buildApp } from './http/app.ts';
import { type Jobs, startJobs } from './jobs/loop.ts';
import { tasks } from './jobs/tasks.ts';
import { createLog } from './log.ts';
import {
  createDemoMerchant,
  type DevCredentials,
  refreshCredentials,
  writeCredentials,
} from './merchants/demo.ts';

export interface Service {
  ctx: Context;
  dataDir: string | null;
  credentials: DevCredentials | null;
  /** Stops accepting, finishes what is in flight, releases what it holds. */
  stop(): Promise<void>;
}

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
  const stop = async () => {
    for (const step of stops.splice(0).reverse()) await step();
  };
  try {
    const ctx = createContext(config, database.url, { ...overrides, log });
    stops.push(() => closeContext(ctx));
    const { applied } = await migrate(ctx.db);
    if (applied.length > 0) log.info({ applied }, 'database migrated');
    if (parts.http) await startHttp(ctx, stops);
    if (parts.workers) {
      const jobs: Jobs = await startJobs(ctx, tasks);
      stops.push(() => jobs.stop());
    }
    const credentials = parts.http ? await demoCredentials(ctx, database.dataDir) : null;
    return { ctx, dataDir: database.dataDir, credentials, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startHttp(ctx: Context, stops: (() => Promise<void>)[]): Promise<void> {
  const app: FastifyInstance = await buildApp(ctx);
  stops.push(() => app.close());
  await app.listen({ port: ctx.config.port, host: ctx.config.host });
  const { port } = app.server.address() as AddressInfo;
  // PORT=0 takes a free one: addresses given out from here on name it.
  ctx.config.publicUrl = ctx.config.publicUrl.replace(/^(http:\/\/localhost):0$/, `$1:${port}`);
}

/** A demo merchant for the embedded database, or where the operator asked for one with DEMO=1. */
async function demoCredentials(ctx: Context, dataDir: string | null): Promise<DevCredentials | null> {
  if (!dataDir && !ctx.config.demo) return null;
  const made = await createDemoMerchant(ctx, async (credentials) => {
    if (dataDir) await writeCredentials(dataDir, credentials);
  });
  return made ?? (dataDir ? refreshCredentials(ctx, dataDir) : null);
}
