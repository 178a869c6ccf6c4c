import Fastify, { type FastifyInstance } from 'fastify';
import type { AppContext } from '../src/app/routes.ts';
import { ApiError } from '../src/lib/errors.ts';
import { depositRoutes } from '../src/pages/checkout/deposit-routes.ts';
import { checkoutRoutes } from '../src/pages/checkout/routes.ts';
import { claimPageRoutes } from '../src/pages/claim-page/routes.ts';
import { invoicePageRoutes } from '../src/pages/invoice-page/routes.ts';
import { linkPageRoutes } from '../src/pages/link-page/routes.ts';
import { invoiceRoutes } from '../src/payments/invoices/routes.ts';
import { paymentLinkRoutes } from '../src/payments/payment-links/routes.ts';
import { refundRoutes } from '../src/payments/refunds/routes.ts';
import { paymentRoutes } from '../src/payments/routes.ts';
import { unappliedRoutes } from '../src/payments/unapplied-funds/routes.ts';
import { authenticateRequest } from '../src/platform/http/authentication.ts';
import { acceptJsonOnly } from '../src/platform/http/body.ts';
import { handleErrors } from '../src/platform/http/error-handler.ts';
import { readIdempotencyKey } from '../src/platform/http/idempotency.ts';
import type { WebBuild } from '../src/platform/pages/web-build.ts';
import { settlementRoutes } from '../src/treasury/payouts/routes.ts';

/** Pages are drawn with scripts and styles that nobody loads. */
const build: WebBuild = {
  files: new Map(),
  button: null,
  favicon: null,
  preview: null,
  guides: null,
  page: () => ({ script: '/page.js', styles: [], preloads: [], icon: '/favicon.ico' }),
};

/** The routes that move money, with the hooks of `buildApp`. All of them with their documents take 150 ms to build. */
export async function buildApi(ctx: AppContext): Promise<FastifyInstance> {
  const app = Fastify({ logger: false, genReqId: () => ctx.ids.next('req') });
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  for (const name of ['caller', 'session', 'auditId', 'idempotency', 'errorCode'])
    app.decorateRequest(name, null);
  app.decorateRequest('failedUnexpectedly', false);
  acceptJsonOnly(app);
  handleErrors(app, ctx);
  await app.register(invoicePageRoutes(ctx, build));
  await app.register(linkPageRoutes(ctx, build));
  await app.register(claimPageRoutes(ctx, build));
  await app.register(checkoutRoutes(ctx, build, () => async () => {}));
  await app.register(routesWithKey(ctx));
  await app.ready();
  return app;
}

function routesWithKey(ctx: AppContext) {
  return async (api: FastifyInstance): Promise<void> => {
    api.addHook(
      'onRequest',
      authenticateRequest(ctx, async () => {
        throw new ApiError('UNAUTHORIZED');
      }),
    );
    api.addHook('preValidation', readIdempotencyKey(ctx));
    await api.register(paymentRoutes(ctx));
    await api.register(paymentLinkRoutes(ctx));
    await api.register(refundRoutes(ctx));
    await api.register(unappliedRoutes(ctx));
    await api.register(settlementRoutes(ctx));
    await api.register(depositRoutes(ctx));
    await api.register(invoiceRoutes(ctx));
  };
}
