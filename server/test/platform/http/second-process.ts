import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { type ContextOverrides, closeContext, createContext } from '../../../src/app/compose.ts';
import type { AppContext } from '../../../src/app/routes.ts';
import { buildApp } from '../../../src/app/routes.ts';
import { parseConfig } from '../../../src/platform/config/config.ts';
import { type Answer, type CallOptions, call } from '../../support/call.ts';

export interface SecondProcess {
  ctx: AppContext;
  app: FastifyInstance;
  url: string;
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  stop(): Promise<void>;
}

interface Options extends ContextOverrides {
  env?: Record<string, string>;
}

/** Another process's worth of service on a database that is there already: pool, caches, limits and port of its own. */
export async function startSecondProcess(
  databaseUrl: string,
  { env = {}, ...overrides }: Options = {},
): Promise<SecondProcess> {
  const config = parseConfig({ PORT: '0', DATABASE_POOL_SIZE: '8', ...env });
  const ctx = createContext(config, databaseUrl, { log: pino({ level: 'silent' }), ...overrides });
  const app = await buildApp(ctx);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  return {
    ctx,
    app,
    url,
    call: (method, path, options) => call(`${url}${path}`, method, options),
    async stop() {
      await app.close();
      await closeContext(ctx);
    },
  };
}
