import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../../lib/errors.ts';
import { pendingMigrations } from '../../db/migrate.ts';
import type { HttpContext } from '../context.ts';
import { ok } from '../envelope.ts';

/** Liveness, readiness and metrics, for load balancers and monitoring. */
export function operationRoutes(ctx: HttpContext) {
  return async (app: FastifyInstance): Promise<void> => {
    const hidden = { schema: { hide: true } };
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

    app.get('/metrics', hidden, async (_request, reply) => {
      reply.type(ctx.metrics.registry.contentType);
      return ctx.metrics.registry.metrics();
    });
  };
}

function ready(problem: string | null) {
  if (problem !== null) throw new ApiError('SERVICE_UNAVAILABLE', { message: problem });
  return ok({ status: 'ready' });
}
