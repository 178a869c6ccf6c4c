import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { accountRoutes } from './account-routes.ts';
import { identityRoutes } from './identity-routes.ts';
import { memberRoutes } from './member-routes.ts';
import { guardDashboard } from './session.ts';

/** What the dashboard needs beyond /api/v1. */
export function dashboardRoutes(ctx: Context) {
  return async (api: FastifyInstance): Promise<void> => {
    api.addHook('onRequest', guardDashboard(ctx));
    await api.register(identityRoutes(ctx));
    await api.register(accountRoutes(ctx));
    await api.register(memberRoutes(ctx));
  };
}
