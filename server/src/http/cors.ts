import type { FastifyInstance, HTTPMethods, onSendHookHandler, RouteOptions } from 'fastify';

/** Without credentials, so that no cookie of ours ever works from another site's page. */
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
 * Lets pages of any site call the routes that take publishable keys, and read their answers, refusals included. Called
 * before the routes are registered.
 */
export function shareWithPages(app: FastifyInstance): SharedRoutes {
  const routes: SharedRoutes = new Map();
  // On sending, since a request may be refused before any hook of its own route.
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

/** Browsers ask first, without a key, whether a page may send one. Called after all routes. */
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
