import type { FastifyInstance } from 'fastify';
import { ok } from '../http/envelope.ts';
import { chainHealth } from './chains.ts';
import type { DashboardContext } from './context.ts';
import { memberRoute } from './route-options.ts';
import { sessionOf } from './session.ts';

export function chainRoutes(ctx: DashboardContext) {
  return async (api: FastifyInstance): Promise<void> => {
    api.get('/chains', memberRoute('getChainHealth', 'read'), async (request) =>
      ok(await chainHealth(ctx, sessionOf(request))),
    );
  };
}
