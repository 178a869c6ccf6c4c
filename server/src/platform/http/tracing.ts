import type { FastifyInstance } from 'fastify';
import type { Span, Tracing } from '../tracing/tracing.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Null if it is not recorded. */
    span: Span | null;
  }
}

/** A span for each request. Names are routes, never paths: paths can hold secrets. */
export function traceRequests(app: FastifyInstance, tracing: Tracing): void {
  app.decorateRequest('span', null);
  app.addHook('onRequest', (request, _reply, done) => {
    const { traceparent } = request.headers;
    const route = request.is404 ? 'unknown' : (request.routeOptions.url ?? 'unknown');
    const attributes = { 'causeway.request_id': request.id };
    const parent = typeof traceparent === 'string' ? traceparent : undefined;
    request.span = tracing.root(`${request.method} ${route}`, 'server', attributes, parent);
    if (request.span) request.span.run(done);
    else done();
  });
  // A body is read in the context of its connection, so what comes after it has to enter the span again.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.span) request.span.run(done);
    else done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode } = reply;
    request.span?.end({
      attributes: { 'http.response.status_code': statusCode, 'http.request.method': request.method },
      error: statusCode >= 500 ? `answered ${statusCode}` : null,
    });
    done();
  });
}
