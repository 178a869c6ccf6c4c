import { approvalRoutes } from './approvals/approval-routes.ts';
import type { DashboardContext } from './context.ts';
import { chainRoutes } from './developers/chain-routes.ts';
import { emailRoutes } from './developers/email-routes.ts';
import { keyRoutes } from './developers/key-routes.ts';
import { requestRoutes } from './developers/request-routes.ts';
import { dashboardWebhookRoutes } from './developers/webhook-routes.ts';
import type { Downloads } from './exports/downloads.ts';
import { exportRoutes } from './exports/export-routes.ts';
import { statsRoutes } from './home/stats-routes.ts';
import { addressRoutes } from './payments/address-routes.ts';
import { dashboardPaymentRoutes } from './payments/payment-routes.ts';
import { searchRoutes } from './payments/search-routes.ts';
import { dashboardUnappliedRoutes } from './payments/unapplied-routes.ts';
import type { DashboardApi } from './route-options.ts';
import { accountRoutes } from './session/account-routes.ts';
import { identityRoutes } from './session/identity-routes.ts';
import { memberRoutes } from './session/member-routes.ts';
import { passkeyRoutes } from './session/passkey-routes.ts';
import { guardDashboard } from './session/session.ts';
import { sessionRoutes } from './session/session-routes.ts';
import { noticeRoutes } from './settings/notice-routes.ts';
import { payOutRoutes } from './settings/pay-out-routes.ts';
import { settingsRoutes } from './settings/settings-routes.ts';
import { dashboardSettlementRoutes } from './settings/settlement-routes.ts';

/** The dashboard's own API, in addition to /api/v1. */
export function dashboardRoutes(ctx: DashboardContext, downloads: Downloads) {
  return async (api: DashboardApi): Promise<void> => {
    api.addHook('onRequest', guardDashboard(ctx));
    await api.register(identityRoutes(ctx));
    await api.register(sessionRoutes(ctx));
    await api.register(keyRoutes(ctx));
    await api.register(settingsRoutes(ctx));
    await api.register(dashboardSettlementRoutes(ctx));
    await api.register(payOutRoutes(ctx));
    await api.register(statsRoutes(ctx));
    await api.register(dashboardPaymentRoutes(ctx));
    await api.register(addressRoutes(ctx));
    await api.register(dashboardUnappliedRoutes(ctx));
    await api.register(searchRoutes(ctx));
    await api.register(exportRoutes(downloads));
    await api.register(dashboardWebhookRoutes(ctx));
    await api.register(requestRoutes(ctx));
    await api.register(emailRoutes(ctx));
    await api.register(accountRoutes(ctx));
    await api.register(passkeyRoutes(ctx));
    await api.register(memberRoutes(ctx));
    await api.register(approvalRoutes(ctx));
    await api.register(noticeRoutes(ctx));
    await api.register(chainRoutes(ctx));
  };
}
