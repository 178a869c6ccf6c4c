import { Type } from 'typebox';
import { retryFailed } from '../../messages/webhooks/deliveries/deliveries.ts';
import { recordAudit } from '../../platform/audit.ts';
import { callerOf } from '../../platform/http/authentication.ts';
import { ok } from '../../platform/http/envelope.ts';
import type { DashboardContext } from '../context.ts';
import { answer, type DashboardApi, memberRoute, pathIds } from '../route-options.ts';
import { actorOf } from '../settings/audit.ts';

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
