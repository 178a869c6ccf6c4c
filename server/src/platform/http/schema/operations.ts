import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../../lib/errors.ts';
import { pendingMigrations } from '../../db/migrate.ts';
import type { HttpContext } from '../context.ts';
import { ok } from '../envelope.ts';

const hidden = { schema: { hide: true } };

/** Liveness and readiness for load balancers; metrics, unless they have a port of their own. */
export function operationRoutes(ctx: HttpContext) {
  return async (app: FastifyInstance): Promise<void> => {
    await app.register(healthRoutes(ctx));
    if (ctx.config.metricsPort === null) await app.register(metricsRoute(ctx));
  };
}

export function healthRoutes(ctx: HttpContext) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get('/healthz', hidden, async () => ok({ status: 'alive' }));

    app.get('/readyz', hidden, async () => {
      if (ctx.draining.isOn)
        throw new ApiError('SERVICE_UNAVAILABLE', { message: 'This process is stopping. Use another one.' });
      const pending = await pendingMigrations(ctx.db);
      if (pending.length === 0) return ready(await ctx.storage.problem());
      throw new ApiError('SERVICE_UNAVAILABLE', {
        message: 'The database has pending migrations. Run the migrate command.',
        details: { pending_migrations: pending },
      });
    });
  };
}

export function metricsRoute({ metrics: { registry } }: HttpContext) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get('/metrics', hidden, async (_request, reply) => {
      reply.type(registry.contentType);
      return registry.metrics();
    });
  };
}

function ready(problem: string | null) {
  if (problem !== null) throw new ApiError('SERVICE_UNAVAILABLE', { message: problem });
  return ok({ status: 'ready' });
}
