import type { FastifyInstance } from 'fastify';

const maxNamed = 5;

/**
 * Names body fields that the route does not know, such as misspelt ones, in a header. Only with test keys: whoever builds an
 * integration reads it.
 */
export function nameIgnoredFields(api: FastifyInstance): void {
  api.addHook('onSend', async (request, reply) => {
    const { caller, body, routeOptions } = request;
    if (caller?.environment !== 'test' || typeof body !== 'object' || body === null) return;
    const { properties } = (routeOptions.schema?.body ?? {}) as { properties?: object };
    if (!properties) return;
    const ignored = ignoredIn(body, properties);
    if (ignored.length > 0) reply.header('x-ignored-fields', ignored.join(', '));
  });
}

/** A body may have thousands of fields, and their names are not ours: only some, and only plain ones. */
function ignoredIn(body: object, known: object): string[] {
  const found: string[] = [];
  for (const name in body) {
    if (Object.hasOwn(known, name) || !/^[\w.-]{1,60}$/.test(name)) continue;
    found.push(name);
    if (found.length === maxNamed) break;
  }
  return found;
}
