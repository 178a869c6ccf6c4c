import Fastify, { type FastifyInstance } from 'fastify';
import { depositRoutes } from '../src/checkout/deposit-routes.ts';
import { ApiError } from '../src/errors.ts';
import type { AppContext } from '../src/http/app.ts';
import { authenticateRequest } from '../src/http/authentication.ts';
import { acceptJsonOnly } from '../src/http/body.ts';
import { handleErrors } from '../src/http/error-handler.ts';
import { readIdempotencyKey } from '../src/http/idempotency.ts';
import { invoiceRoutes } from '../src/invoices/routes.ts';
import { paymentRoutes } from '../src/payments/routes.ts';
import { refundRoutes } from '../src/refunds/routes.ts';
import { settlementRoutes } from '../src/settlement/routes.ts';
import { unappliedRoutes } from '../src/unapplied-funds/routes.ts';

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
  app.addHook(
    'onRequest',
    authenticateRequest(ctx, async () => {
      throw new ApiError('UNAUTHORIZED');
    }),
  );
  app.addHook('preValidation', readIdempotencyKey(ctx));
  await app.register(paymentRoutes(ctx));
  await app.register(refundRoutes(ctx));
  await app.register(unappliedRoutes(ctx));
  await app.register(settlementRoutes(ctx));
  await app.register(depositRoutes(ctx));
  await app.register(invoiceRoutes(ctx));
  await app.ready();
  return app;
}
