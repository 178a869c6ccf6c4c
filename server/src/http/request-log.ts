import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createRequestLog } from '../fast/request-line.ts';
import type { HttpContext } from './context.ts';

/** X-Request-Id on every answer, and one log line and one measurement for each request. */
export function observeRequests(app: FastifyInstance, ctx: HttpContext): void {
  const observe = createRequestObserver(ctx);
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    observe(request, reply);
    done();
  });
}

/** Writes the line and takes the measurement of a request that has ended. */
export function createRequestObserver(
  ctx: HttpContext,
): (request: FastifyRequest, reply: FastifyReply) => void {
  const logRequest = createRequestLog(ctx.log);
  return (request, reply) => {
    const ms = reply.elapsedTime;
    const { method } = request;
    // The pattern, not the path: ids would make every request a metric of its own.
    const route = request.is404 ? 'unknown' : (request.routeOptions.url ?? 'unknown');
    ctx.metrics.requests.observe({ method, route, status: reply.statusCode }, ms / 1000);
    logRequest({
      request_id: request.id,
      method,
      path: request.routeOptions.config.secretPath ? route : pathOf(request),
      status: reply.statusCode,
      ms,
      ip: request.ip,
      caller: request.caller,
    });
  };
}

/** Without the query, which may hold e-mail addresses. */
export function pathOf(request: FastifyRequest): string {
  const queryAt = request.url.indexOf('?');
  return queryAt < 0 ? request.url : request.url.slice(0, queryAt);
}
