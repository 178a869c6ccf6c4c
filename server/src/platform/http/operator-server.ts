import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { ApiError } from '../../lib/errors.ts';
import type { HttpContext } from './context.ts';
import { handleErrors } from './error-handler.ts';
import { healthRoutes, metricsRoute } from './schema/operations.ts';

/** Health and metrics at METRICS_PORT, of any process: workers serve nothing else. Returns how to stop it. */
export async function startOperatorServer(ctx: HttpContext, port: number): Promise<() => Promise<void>> {
  const app = Fastify({ logger: false, forceCloseConnections: true });
  // What the error handler reads of a request.
  app.decorateRequest('idempotency', null);
  app.decorateRequest('errorCode', null);
  app.decorateRequest('failedUnexpectedly', false);
  handleErrors(app, ctx);
  app.setNotFoundHandler(() => {
    throw new ApiError('NOT_FOUND', { message: 'Only /metrics, /healthz and /readyz are here.' });
  });
  await app.register(healthRoutes(ctx));
  await app.register(metricsRoute(ctx));
  const { metricsHost: host } = ctx.config;
  await app.listen({ port, host });
  const { port: taken } = app.server.address() as AddressInfo;
  ctx.log.info({ host, port: taken }, 'serving metrics');
  return () => app.close();
}
