import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createRequestLog } from '../../request-line.ts';
import type { HttpContext } from '../context.ts';
import type { SecretPaths } from './secret-paths.ts';

/** Sets X-Request-Id on every response, and writes a log line and a metric for each request. */
export function observeRequests(app: FastifyInstance, ctx: HttpContext, secretPaths: SecretPaths): void {
  const observe = createRequestObserver(ctx, secretPaths);
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    observe(request, reply);
    done();
  });
}

/** Logs and measures a finished request. */
export function createRequestObserver(
  ctx: HttpContext,
  secretPaths?: SecretPaths,
): (request: FastifyRequest, reply: FastifyReply) => void {
  const logRequest = createRequestLog(ctx.log);
  const pathIn = (request: FastifyRequest, route: string) => {
    if (request.routeOptions.config.secretPath) return route;
    const path = pathOf(request);
    return request.is404 && secretPaths ? secretPaths.shown(path) : path;
  };
  return (request, reply) => {
    const ms = reply.elapsedTime;
    const { method } = request;
    // The route pattern, not the path: ids would create a new series for every request.
    const route = request.is404 ? 'unknown' : (request.routeOptions.url ?? 'unknown');
    ctx.metrics.requests.observe({ method, route, status: reply.statusCode }, ms / 1000);
    logRequest({
      request_id: request.id,
      method,
      path: pathIn(request, route),
      status: reply.statusCode,
      ms,
      ip: request.ip,
      caller: request.caller,
    });
  };
}

/** Drops the query, which may contain e-mail addresses. */
export function pathOf(request: FastifyRequest): string {
  const queryAt = request.url.indexOf('?');
  return queryAt < 0 ? request.url : request.url.slice(0, queryAt);
}
