import Fastify, { type FastifyInstance, type RouteOptions } from 'fastify';
import { buttonRoutes } from '../buttons/routes.ts';
import { buttonResources } from '../buttons/schema.ts';
import { depositResources, depositRoutes } from '../checkout/deposit-routes.ts';
import { checkoutRoutes } from '../checkout/routes.ts';
import { claimPageRoutes } from '../claim-page/routes.ts';
import type { Config } from '../config.ts';

import { auditSessions } from '../dashboard/audit.ts';
import { dashboardPage } from '../dashboard/page-routes.ts';
import { dashboardRoutes } from '../dashboard/routes.ts';
import { admitSessionToApi } from '../dashboard/session.ts';
import type { IdentityContext } from '../identity/context.ts';
import { invoicePageRoutes } from '../invoice-page/routes.ts';
import type { PrintingContext } from '../invoice-pdf/context.ts';
import { invoiceRoutes } from '../invoices/routes.ts';
import { invoiceResources } from '../invoices/schema.ts';
import { linkPageRoutes } from '../link-page/routes.ts';
import type { KeyUse } from '../merchants/key-use.ts';
import { brandingRoutes } from '../merchants/routes.ts';
import { unsubscribeRoutes } from '../notices/routes.ts';
import { paymentLinkRoutes } from '../payment-links/routes.ts';
import { paymentLinkResources } from '../payment-links/schema.ts';
import type { PaymentBatches } from '../payments/batches.ts';
import { paymentRoutes } from '../payments/routes.ts';
import { paymentResources } from '../payments/schema.ts';
import { refundRoutes } from '../refunds/routes.ts';
import { refundResources } from '../refunds/schema.ts';
import { settlementRoutes } from '../settlement/routes.ts';
import { settlementResources } from '../settlement/schema.ts';
import { topUpRoutes } from '../settlement/top-up-routes.ts';
import { guideRoutes } from '../site/guide-routes.ts';
import { answerUnknownRoutes, pageForUndecodable } from '../site/not-found-routes.ts';
import { siteRoutes } from '../site/routes.ts';
import { simulateRoutes, testWalletRoutes, transactionPageRoutes } from '../test-mode/routes.ts';
import { timelineRoutes } from '../timeline/routes.ts';
import { timelineResources } from '../timeline/schema.ts';
import { unappliedRoutes } from '../unapplied-funds/routes.ts';
import { unappliedResources } from '../unapplied-funds/schema.ts';
import type { WebBuild } from '../web-build.ts';
import { webhookRoutes } from '../webhooks/routes.ts';
import { webhookResources } from '../webhooks/schema.ts';
import { assetRoutes } from './assets.ts';
import { authenticateRequest } from './authentication.ts';
import { acceptJsonOnly, bodyLimitBytes } from './body.ts';
import type { HttpContext } from './context.ts';
import { answerPreflights, shareWithPages } from './cors.ts';
import { announceDeprecations } from './deprecation.ts';
import { failure } from './envelope.ts';
import { handleErrors, toApiError } from './error-handler.ts';
import { readIdempotencyKey } from './idempotency.ts';
import { noteMethods } from './methods.ts';
import { documentRoutes, openApiRoute } from './openapi.ts';
import { operationRoutes } from './operations.ts';
import { pageHeaders } from './public.ts';
import { rememberRequests } from './request-history.ts';
import { observeRequests, pathOf } from './request-log.ts';
import { createSecretPaths } from './secret-paths.ts';
import { setTransportHeaders, transportHeaders } from './transport.ts';
import { refuseUnreadable } from './unreadable.ts';
import { closeUnusedConnections } from './unused-connections.ts';

/** How often slow requests are looked for. Node's default of 30 seconds would let them live twice as long. */
const timeoutCheckMs = 1000;

/** The context of all routes. */
export interface AppContext extends HttpContext, IdentityContext, PaymentBatches, PrintingContext {
  keyUse: KeyUse;
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
  app.decorateRequest('errorCode', null);
  app.decorateRequest('sentBody', null);
  app.decorateRequest('failedUnexpectedly', false);
  closeUnusedConnections(app);
  acceptJsonOnly(app);
  handleErrors(app, ctx);
  secretPaths.note(app);
  observeRequests(app, ctx, secretPaths);
  setTransportHeaders(app, ctx);
  answerUnknownRoutes(app, ctx, build, noteMethods(app));
  const shared = shareWithPages(app);
  app.addHook('onRoute', onRoute);
  announceDeprecations(app, ctx);
  await documentRoutes(app, ctx, [
    ...paymentResources,
    ...refundResources,
    ...unappliedResources,
    ...timelineResources,
    ...settlementResources,
    ...depositResources,
    ...invoiceResources,
    ...buttonResources,
    ...paymentLinkResources,
    ...webhookResources,
  ]);

  await app.register(operationRoutes(ctx));
  await app.register(openApiRoute(ctx));
  await app.register(assetRoutes(build));
  await app.register(siteRoutes(ctx, build));
  await app.register(guideRoutes(ctx, build));
  await app.register(transactionPageRoutes(ctx, build));
  await app.register(checkoutRoutes(ctx, build, (readState) => testWalletRoutes(ctx, readState)));
  await app.register(invoicePageRoutes(ctx, build));
  await app.register(claimPageRoutes(ctx, build));
  await app.register(unsubscribeRoutes(ctx, build));
  await app.register(linkPageRoutes(ctx, build));
  await app.register(brandingRoutes(ctx));
  await app.register(
    async (api) => {
      api.addHook('onRequest', authenticateRequest(ctx, admitSessionToApi(ctx)));
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
      await api.register(invoiceRoutes(ctx));
      await api.register(buttonRoutes(ctx));
      await api.register(paymentLinkRoutes(ctx));
      await api.register(webhookRoutes(ctx));
    },
    { prefix: '/api/v1' },
  );
  await app.register(dashboardRoutes(ctx), { prefix: '/dashboard/api' });
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
