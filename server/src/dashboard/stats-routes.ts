import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { callerOf } from '../http/authentication.ts';
import { ok } from '../http/envelope.ts';
import { parseQuery } from '../http/validation.ts';
import type { DashboardContext } from './context.ts';
import { memberRoute } from './route-options.ts';
import { getStats } from './stats.ts';

const statsQuery = Type.Object({
  from: Type.Optional(Type.String({ format: 'date' })),
  to: Type.Optional(Type.String({ format: 'date' })),
});

export function statsRoutes(ctx: DashboardContext) {
  return async (api: FastifyInstance): Promise<void> => {
    api.get('/stats', memberRoute('getStats', 'read'), async (request) => {
      const query = parseQuery(statsQuery, request.query);
      return ok(await getStats(ctx, callerOf(request), query));
    });
  };
}
