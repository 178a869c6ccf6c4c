import type { FastifyInstance, HTTPMethods, onSendHookHandler, RouteOptions } from 'fastify';

/** No `Allow-Credentials`: our cookies must not work from other sites. */
const shared = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'X-Request-Id, Retry-After, Idempotent-Replayed',
};

const preflight = {
  ...shared,
  'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key',
  'access-control-max-age': '86400',
};

/** Methods by path. */
type SharedRoutes = Map<string, Set<HTTPMethods>>;

/**
 * Enables CORS for routes that accept publishable keys, on error responses too. Call it before the routes are
 * registered.
 */
export function shareWithPages(app: FastifyInstance): SharedRoutes {
  const routes: SharedRoutes = new Map();
  // onSend, because a request can fail before the route's own hooks run.
  const share: onSendHookHandler = (_request, reply, payload, done) => {
    reply.headers(shared);
    done(null, payload);
  };
  app.addHook('onRoute', (route: RouteOptions) => {
    if (!route.config?.publishableKeys) return;
    route.onSend = [share, ...[route.onSend ?? []].flat()];
    const methods = routes.get(route.url) ?? new Set<HTTPMethods>();
    for (const method of [route.method].flat()) methods.add(method);
    routes.set(route.url, methods);
  });
  return routes;
}

/** Adds OPTIONS routes for CORS preflights, which carry no key. Call it after all routes are registered. */
export function answerPreflights(app: FastifyInstance, routes: SharedRoutes): void {
  for (const [url, methods] of routes) {
    const headers = { ...preflight, 'access-control-allow-methods': [...methods].join(', ') };
    app.route({
      method: 'OPTIONS',
      url,
      schema: { hide: true },
      handler: async (_request, reply) => reply.code(204).headers(headers).send(),
    });
  }
}
