import Fastify, { type FastifyInstance, type RouteOptions } from 'fastify';
import { createDownloads } from '../dashboard/exports/downloads.ts';
import { apiExportRoutes } from '../dashboard/exports/export-routes.ts';
import { dashboardPage } from '../dashboard/page-routes.ts';
import { dashboardRoutes } from '../dashboard/routes.ts';
import { admitSessionToApi } from '../dashboard/session/session.ts';
import { auditSessions } from '../dashboard/settings/audit.ts';
import type { KeyUse } from '../merchants/keys/key-use.ts';
import type { IdentityContext } from '../merchants/members/context.ts';
import { brandingRoutes } from '../merchants/routes.ts';
import { unsubscribeRoutes } from '../messages/notices/routes.ts';
import { webhookRoutes } from '../messages/webhooks/routes.ts';
import { webhookResources } from '../messages/webhooks/schema.ts';
import { depositResources, depositRoutes } from '../pages/checkout/deposit-routes.ts';
import { checkoutRoutes } from '../pages/checkout/routes.ts';
import { claimPageRoutes } from '../pages/claim-page/routes.ts';
import { invoicePageRoutes } from '../pages/invoice-page/routes.ts';
import { linkPageRoutes } from '../pages/link-page/routes.ts';
import type { PrintingContext } from '../pages/pdf/context.ts';
import { receiptRoutes } from '../pages/receipt/routes.ts';
import { errorPages } from '../pages/site/error-routes.ts';
import { guideRoutes } from '../pages/site/guide-routes.ts';
import { answerUnknownRoutes, pageForUndecodable } from '../pages/site/not-found-routes.ts';
import { siteRoutes } from '../pages/site/routes.ts';
import { simulateRoutes, testWalletRoutes, transactionPageRoutes } from '../pages/test-mode/routes.ts';
import { facilitatorRoutes } from '../pages/x402/facilitator-routes.ts';
import { facilitatorResources } from '../pages/x402/facilitator-schema.ts';
import { invoiceRoutes } from '../payments/invoices/routes.ts';
import { invoiceResources } from '../payments/invoices/schema.ts';
import type { PaymentBatches } from '../payments/payment/batches.ts';
import { paymentResources } from '../payments/payment/schema.ts';
import { buttonRoutes } from '../payments/payment-links/button-routes.ts';
import { buttonResources } from '../payments/payment-links/button-schema.ts';
import { paymentLinkRoutes } from '../payments/payment-links/routes.ts';
import { paymentLinkResources } from '../payments/payment-links/schema.ts';
import { refundRoutes } from '../payments/refunds/routes.ts';
import { refundResources } from '../payments/refunds/schema.ts';
import { paymentRoutes } from '../payments/routes.ts';
import { timelineRoutes } from '../payments/timeline/routes.ts';
import { timelineResources } from '../payments/timeline/schema.ts';
import { topUpRoutes } from '../payments/top-ups/top-up-routes.ts';
import { unappliedRoutes } from '../payments/unapplied-funds/routes.ts';
import { unappliedResources } from '../payments/unapplied-funds/schema.ts';
import type { Config } from '../platform/config/config.ts';
import { assetRoutes } from '../platform/http/assets.ts';
import { authenticateRequest } from '../platform/http/authentication.ts';
import { acceptJsonOnly, bodyLimitBytes } from '../platform/http/body.ts';
import type { HttpContext } from '../platform/http/context.ts';
import { answerPreflights, shareWithPages } from '../platform/http/cors.ts';
import { announceDeprecations } from '../platform/http/deprecation.ts';
import { closeAfterAnswers } from '../platform/http/draining.ts';
import { failure } from '../platform/http/envelope.ts';
import { handleErrors, toApiError } from '../platform/http/error-handler.ts';
import { readIdempotencyKey } from '../platform/http/idempotency.ts';
import { nameIgnoredFields } from '../platform/http/ignored-fields.ts';
import { rememberRequests } from '../platform/http/log/request-history.ts';
import { observeRequests, pathOf } from '../platform/http/log/request-log.ts';
import { createSecretPaths } from '../platform/http/log/secret-paths.ts';
import { noteMethods } from '../platform/http/methods.ts';
import { pageHeaders } from '../platform/http/public.ts';
import { documentRoutes, openApiRoute } from '../platform/http/schema/openapi.ts';
import { operationRoutes } from '../platform/http/schema/operations.ts';
import { traceRequests } from '../platform/http/tracing.ts';
import { setTransportHeaders, transportHeaders } from '../platform/http/transport.ts';
import { refuseUnreadable } from '../platform/http/unreadable.ts';
import { closeUnusedConnections } from '../platform/http/unused-connections.ts';
import type { WebBuild } from '../platform/pages/web-build.ts';
import { settlementRoutes } from '../treasury/payouts/routes.ts';
import { settlementResources } from '../treasury/payouts/schema.ts';
import { apiWords } from './api-words.ts';
import type { ProcessTracing } from './tracing.ts';

/** How often slow requests are looked for. Node's default of 30 seconds would let them live twice as long. */
const timeoutCheckMs = 1000;

/** The context of all routes. */
export interface AppContext extends HttpContext, IdentityContext, PaymentBatches, PrintingContext {
  keyUse: KeyUse;
  /** Null unless traces are collected. */
  tracing: ProcessTracing | null;
}

/** Builds the HTTP app without listening. `onRoute` is called for every registered route. */
export async function buildApp(
  ctx: AppContext,
  onRoute: (route: RouteOptions) => void = () => {},
): Promise<FastifyInstance> {
  const { requestTimeoutMs } = ctx.publicLimits;
  const secretPaths = createSecretPaths();
  const build = await readPages(ctx);
  const app = Fastify({
    logger: false,
    bodyLimit: bodyLimitBytes,
    trustProxy: trustedProxies(ctx.config.trustProxy),
    requestTimeout: requestTimeoutMs,
    http: {
      // Otherwise Node responds to a request without Host itself, without our error envelope.
      requireHostHeader: false,
      headersTimeout: requestTimeoutMs,
      connectionsCheckingInterval: Math.min(timeoutCheckMs, requestTimeoutMs),
    },
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 500 },
    genReqId: () => ctx.ids.next('req'),
    clientErrorHandler: (error, socket) => refuseUnreadable(ctx, error, socket),
    // For URLs that cannot be decoded: no route and no hook runs.
    frameworkErrors: (error, request, reply) => {
      const refusal = toApiError(error);
      const page = pageForUndecodable(ctx, build, request);
      const headers = {
        ...transportHeaders(ctx),
        ...(page === null ? {} : pageHeaders),
        'content-type': page === null ? 'application/json; charset=utf-8' : 'text/html; charset=utf-8',
        'x-request-id': request.id,
      };
      reply.hijack();
      reply.raw.writeHead(refusal.status, headers).end(page ?? JSON.stringify(failure(refusal)));
      const { id, method, ip } = request;
      const path = secretPaths.shown(pathOf(request));
      ctx.log.info({ request_id: id, method, path, status: refusal.status, ip }, 'request');
    },
  });
  // Route schemas are for the OpenAPI document. Our own validator checks requests, because it knows our error codes.
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  app.decorateRequest('caller', null);
  app.decorateRequest('session', null);
  app.decorateRequest('auditId', null);
  app.decorateRequest('idempotency', null);
  app.decorateRequest('ignoredFields', null);
  app.decorateRequest('errorCode', null);
  app.decorateRequest('sentBody', null);
  app.decorateRequest('failedUnexpectedly', false);
  closeUnusedConnections(app, ctx);
  if (ctx.tracing) traceRequests(app, ctx.tracing.spans);
  acceptJsonOnly(app);
  handleErrors(app, ctx, errorPages(ctx, build));
  secretPaths.note(app);
  observeRequests(app, ctx, secretPaths);
  setTransportHeaders(app, ctx);
  closeAfterAnswers(app, ctx);
  answerUnknownRoutes(app, ctx, build, noteMethods(app));
  const shared = shareWithPages(app);
  app.addHook('onRoute', onRoute);
  announceDeprecations(app, ctx);
  const resources = [
    ...paymentResources,
    ...refundResources,
    ...unappliedResources,
    ...timelineResources,
    ...settlementResources,
    ...depositResources,
    ...facilitatorResources,
    ...invoiceResources,
    ...buttonResources,
    ...paymentLinkResources,
    ...webhookResources,
  ];
  await documentRoutes(app, ctx, resources, apiWords);

  const downloads = createDownloads(app, ctx);
  await app.register(operationRoutes(ctx));
  await app.register(openApiRoute(ctx));
  await app.register(assetRoutes(build));
  await app.register(siteRoutes(ctx, build));
  await app.register(guideRoutes(ctx, build));
  await app.register(transactionPageRoutes(ctx, build));
  await app.register(checkoutRoutes(ctx, build, (readState) => testWalletRoutes(ctx, readState)));
  await app.register(receiptRoutes(ctx, build));
  await app.register(invoicePageRoutes(ctx, build));
  await app.register(claimPageRoutes(ctx, build));
  await app.register(unsubscribeRoutes(ctx, build));
  await app.register(linkPageRoutes(ctx, build));
  await app.register(brandingRoutes(ctx));
  await app.register(
    async (api) => {
      api.addHook('onRequest', authenticateRequest(ctx, admitSessionToApi(ctx)));
      nameIgnoredFields(api);
      api.addHook('preValidation', readIdempotencyKey(ctx));
      rememberRequests(api, ctx);
      auditSessions(api, ctx);
      await api.register(paymentRoutes(ctx));
      await api.register(simulateRoutes(ctx));
      await api.register(refundRoutes(ctx));
      await api.register(unappliedRoutes(ctx));
      await api.register(timelineRoutes(ctx));
      await api.register(settlementRoutes(ctx));
      await api.register(topUpRoutes(ctx));
      await api.register(depositRoutes(ctx));
      await api.register(facilitatorRoutes(ctx));
      await api.register(invoiceRoutes(ctx));
      await api.register(buttonRoutes(ctx));
      await api.register(paymentLinkRoutes(ctx));
      await api.register(webhookRoutes(ctx));
      await api.register(apiExportRoutes(downloads));
    },
    { prefix: '/api/v1' },
  );
  await app.register(dashboardRoutes(ctx, downloads), { prefix: '/dashboard/api' });
  await app.register(dashboardPage(ctx, build));
  answerPreflights(app, shared);
  // Ignore `Expect` headers other than 100-continue instead of responding 417.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  return app;
}

/** Null when the pages are not built; the API works without them. */
async function readPages(ctx: AppContext): Promise<WebBuild | null> {
  const build = await ctx.readWebBuild(ctx.webDir);
  if (!build)
    ctx.log.warn(
      `No built pages in ${ctx.webDir}: the checkout and the dashboard are not available. Run "npm run build" and restart.`,
    );
  return build;
}

/** A number is how many proxies are in front of us; that many X-Forwarded-For entries are trusted. */
function trustedProxies(
  setting: Config['trustProxy'],
): boolean | string[] | ((address: string, hop: number) => boolean) {
  return typeof setting === 'number' ? (_address, hop) => hop < setting : setting;
}
