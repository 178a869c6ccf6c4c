import { Type } from 'typebox';
import { callerOf } from '../http/authentication.ts';
import { ok } from '../http/envelope.ts';
import { recordAudit } from '../merchants/audit.ts';
import { retryFailed } from '../webhooks/deliveries.ts';
import { actorOf } from './audit.ts';
import type { DashboardContext } from './context.ts';
import { answer, type DashboardApi, memberRoute, pathIds } from './route-options.ts';

export function dashboardWebhookRoutes(ctx: DashboardContext) {
  return async (api: DashboardApi): Promise<void> => {
    api.post(
      '/webhooks/endpoints/:endpoint_id/retry_failed',
      memberRoute('retryFailedDeliveries', 'webhooks.write', {
        params: pathIds('endpoint_id'),
        ...answer(Type.Object({ retried: Type.Integer() })),
      }),
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
