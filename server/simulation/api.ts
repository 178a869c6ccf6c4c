import Fastify, { type FastifyInstance } from 'fastify';
import { depositRoutes } from '../src/checkout/deposit-routes.ts';
import { claimPageRoutes } from '../src/claim-page/routes.ts';
import { ApiError } from '../src/errors.ts';
import type { AppContext } from '../src/http/app.ts';
import { authenticateRequest } from '../src/http/authentication.ts';
import { acceptJsonOnly } from '../src/http/body.ts';
import { handleErrors } from '../src/http/error-handler.ts';
import { readIdempotencyKey } from '../src/http/idempotency.ts';
import { invoicePageRoutes } from '../src/invoice-page/routes.ts';
import { invoiceRoutes } from '../src/invoices/routes.ts';
import { linkPageRoutes } from '../src/link-page/routes.ts';
import { paymentLinkRoutes } from '../src/payment-links/routes.ts';
import { paymentRoutes } from '../src/payments/routes.ts';
import { refundRoutes } from '../src/refunds/routes.ts';
import { settlementRoutes } from '../src/settlement/routes.ts';
import { unappliedRoutes } from '../src/unapplied-funds/routes.ts';
import type { WebBuild } from '../src/web-build.ts';

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
