import { METHODS } from 'node:http';
import type { FastifyInstance, RouteOptions } from 'fastify';

/** The methods of a path; empty if no route matches. */
export type MethodsOf = (path: string) => string[];

/**
 * Collects the methods of each path, for the Allow header of a 405. Call it before the routes are registered. A refusal
 * for every other method of every path would be thousands of routes, which take longer than the rest of the start.
 */
export function noteMethods(app: FastifyInstance): MethodsOf {
  // All that Node can parse: others would be refused without our error envelope. CONNECT is for proxies.
  for (const method of METHODS)
    if (method !== 'CONNECT' && !app.supportedMethods.includes(method)) app.addHttpMethod(method);
  const methods = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }: RouteOptions) => {
    if (url.includes('*')) return;
    const known = methods.get(url) ?? new Set();
    for (const one of [method].flat()) known.add(one);
    methods.set(url, known);
  });
  return (given) => {
    // The router treats `*` as the root.
    const path = given === '*' ? '/' : given;
    const url = methods.has(path) ? path : [...methods.keys()].find((one) => matches(path, one));
    return [...(methods.get(url ?? '') ?? [])];
  };
}

/** `/payments/:payment_id` takes anything but a slash for its parameter. */
function matches(path: string, url: string): boolean {
  const given = path.split('/');
  const parts = url.split('/');
  return (
    parts.length === given.length &&
    parts.every((part, index) => (part.startsWith(':') ? given[index] !== '' : part === given[index]))
  );
}

export function isRead({ method }: { method: string }): boolean {
  return method === 'GET' || method === 'HEAD';
}
