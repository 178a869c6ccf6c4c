import { accountRoutes } from './account-routes.ts';
import { chainRoutes } from './chain-routes.ts';
import type { DashboardContext } from './context.ts';
import { emailRoutes } from './email-routes.ts';
import { exportRoutes } from './export-routes.ts';
import { identityRoutes } from './identity-routes.ts';
import { keyRoutes } from './key-routes.ts';
import { memberRoutes } from './member-routes.ts';
import { noticeRoutes } from './notice-routes.ts';
import { dashboardPaymentRoutes } from './payment-routes.ts';
import { requestRoutes } from './request-routes.ts';
import type { DashboardApi } from './route-options.ts';
import { searchRoutes } from './search-routes.ts';
import { guardDashboard } from './session.ts';
import { sessionRoutes } from './session-routes.ts';
import { settingsRoutes } from './settings-routes.ts';
import { dashboardSettlementRoutes } from './settlement-routes.ts';
import { statsRoutes } from './stats-routes.ts';
import { dashboardWebhookRoutes } from './webhook-routes.ts';

/** The dashboard's own API, in addition to /api/v1. */
export function dashboardRoutes(ctx: DashboardContext) {
  return async (api: DashboardApi): Promise<void> => {
    api.addHook('onRequest', guardDashboard(ctx));
    await api.register(identityRoutes(ctx));
    await api.register(sessionRoutes(ctx));
    await api.register(keyRoutes(ctx));
    await api.register(settingsRoutes(ctx));
    await api.register(dashboardSettlementRoutes(ctx));
    await api.register(statsRoutes(ctx));
    await api.register(dashboardPaymentRoutes(ctx));
    await api.register(searchRoutes(ctx));
    await api.register(exportRoutes(ctx));
    await api.register(dashboardWebhookRoutes(ctx));
    await api.register(requestRoutes(ctx));
    await api.register(emailRoutes(ctx));
    await api.register(accountRoutes(ctx));
    await api.register(memberRoutes(ctx));
    await api.register(noticeRoutes(ctx));
    await api.register(chainRoutes(ctx));
  };
}
