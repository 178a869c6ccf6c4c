import { METHODS } from 'node:http';
import type { FastifyInstance, HTTPMethods, RouteOptions } from 'fastify';
import { ApiError } from '../errors.ts';

/** All methods Node can parse, except CONNECT, which is for proxies. */
const methods = METHODS.filter((method) => method !== 'CONNECT');

type TakenMethods = Map<string, Set<HTTPMethods>>;

/** Collects the methods of each path. Call it before the routes are registered. */
export function noteMethods(app: FastifyInstance): TakenMethods {
  const taken: TakenMethods = new Map();
  for (const method of methods) if (!app.supportedMethods.includes(method)) app.addHttpMethod(method);
  app.addHook('onRoute', (route: RouteOptions) => {
    const known = taken.get(route.url) ?? new Set<HTTPMethods>();
    for (const method of [route.method].flat()) known.add(method);
    taken.set(route.url, known);
  });
  return taken;
}

/** Adds a 405 response with an Allow header for all other methods of each path. Call it after all routes. */
export function refuseOtherMethods(app: FastifyInstance, taken: TakenMethods): void {
  for (const [url, known] of [...taken]) {
    const allowed = [...known];
    const others = methods.filter((method) => !allowed.includes(method));
    if (others.length === 0 || url.includes('*')) continue;
    const refuse = async () => {
      throw new ApiError('METHOD_NOT_ALLOWED', {
        details: { allowed },
        headers: { allow: allowed.join(', ') },
      });
    };
    app.route({ method: others, url, schema: { hide: true }, onRequest: refuse, handler: refuse });
  }
}

export function isRead({ method }: { method: string }): boolean {
  return method === 'GET' || method === 'HEAD';
}
