import type { FastifyInstance } from 'fastify';
import { callerOf } from '../http/authentication.ts';
import { ok } from '../http/envelope.ts';
import { recordAudit } from '../merchants/audit.ts';
import { retryFailed } from '../webhooks/deliveries.ts';
import { actorOf } from './audit.ts';
import type { DashboardContext } from './context.ts';
import { memberRoute } from './route-options.ts';

export function dashboardWebhookRoutes(ctx: DashboardContext) {
  return async (api: FastifyInstance): Promise<void> => {
    api.post<{ Params: { endpoint_id: string } }>(
      '/webhooks/endpoints/:endpoint_id/retry_failed',
      memberRoute('retryFailedDeliveries', 'webhooks.write'),
      async (request) => {
        const caller = callerOf(request);
        const { endpoint_id } = request.params;
        const actor = actorOf(request, caller.environment);
        const retried = await retryFailed(ctx, caller, endpoint_id, (tx, count) =>
          recordAudit(ctx, tx, actor, {
            action: 'retryFailedDeliveries',
            resourceId: endpoint_id,
            details: { retried: count },
          }),
        );
        return ok({ retried });
      },
    );
  };
}
