import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '../../lib/errors.ts';
import { unknownFields } from './schema/unknown-fields.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Unknown fields of a test request, for its header and the request log; null if there are none. */
    ignoredFields: string[] | null;
  }
}

const maxNamed = 5;
/** Other names are not put into a header: they are the client's own. */
const plainName = /^[\w.[\]-]+$/;

/**
 * Body fields and query parameters that the route does not know, such as misspelt ones. A key in strict mode is refused. Test
 * requests are told in a header, which whoever builds an integration reads, and in the request log.
 */
export function nameIgnoredFields(api: FastifyInstance): void {
  api.addHook('preValidation', (request, _reply, done) => {
    const { caller } = request;
    const isStrict = caller?.kind !== 'session' && caller?.strict === true;
    if (!isStrict && caller?.environment !== 'test') return done();
    const unknown = unknownIn(request);
    if (unknown.length === 0) return done();
    if (!isStrict) request.ignoredFields = unknown;
    done(isStrict ? refusal(unknown) : undefined);
  });
  api.addHook('onSend', async ({ ignoredFields }, reply) => {
    const named = ignoredFields?.filter((name) => plainName.test(name)) ?? [];
    if (named.length > 0) reply.header('x-ignored-fields', named.join(', '));
  });
}

function unknownIn({ body, query, routeOptions: { schema = {} } }: FastifyRequest): string[] {
  const inQuery = unknownFields(schema.querystring ?? {}, query, maxNamed);
  return [...inQuery, ...unknownFields(schema.body ?? {}, body, maxNamed)].slice(0, maxNamed);
}

function refusal(fields: string[]): ApiError {
  return new ApiError('UNKNOWN_FIELD', {
    message: `This key is in strict mode, and the route does not know ${fields.join(', ')}. Correct or remove what is misspelt.`,
    details: { fields },
  });
}
