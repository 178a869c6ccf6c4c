import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { type TSchema, Type } from 'typebox';
import { type ErrorCode, errorCatalogue } from '../../../lib/errors.ts';
import { sitePath } from '../../public-urls.ts';
import type { HttpContext } from '../context.ts';
import { isRead } from '../methods.ts';
import { describeDocument } from './describe-document.ts';

/** `site` is the path prefix of the service's pages. */
const descriptionOf = (site: string) => `Crypto payments in nine tokens on eight chains.

Every response is \`{success: true, data}\` or \`{success: false, error}\` (those of the x402 facilitator have the form that x402 gives them) and has an \`X-Request-Id\` header. Responses to a
valid key also have \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\`. Amounts are decimal strings;
timestamps are ISO 8601 in UTC. Unknown body fields and query parameters are ignored (with a test key, the header
\`X-Ignored-Fields\` names up to five of them; with a key in strict mode they are refused), and \`null\` is the same as omitting a
field. Lengths are in Unicode characters.

See the [changelog](${site}/docs/changelog) for changes and deprecations.`;

/** Errors that every authenticated route can return. */
const commonErrors: ErrorCode[] = [
  'INVALID_JSON',
  'UNKNOWN_FIELD',
  'REQUEST_TIMEOUT',
  'HEADERS_TOO_LARGE',
  'UNAUTHORIZED',
  'KEY_REVOKED',
  'ACCOUNT_SUSPENDED',
  'IP_NOT_ALLOWED',
  'FORBIDDEN',
  'RATE_LIMIT_EXCEEDED',
  'INTERNAL_ERROR',
  'SERVICE_UNAVAILABLE',
];

/** Errors that every POST route with a JSON body can return, in addition to the common ones. */
export const bodyErrors: ErrorCode[] = [
  'PAYLOAD_TOO_LARGE',
  'IDEMPOTENCY_CONFLICT',
  'MISSING_REQUIRED_FIELD',
  'INVALID_PARAMETER',
];

const successHeaders = {
  'X-Request-Id': { type: 'string', description: 'Identifies this request in logs and support cases.' },
  'X-RateLimit-Limit': { type: 'integer', description: 'Requests per minute for this key.' },
  'X-RateLimit-Remaining': { type: 'integer', description: 'Requests left right now.' },
  'X-RateLimit-Reset': {
    type: 'integer',
    description: 'Unix time in seconds when the full limit is available again.',
  },
};
const retryHeaders = { 'Retry-After': { type: 'integer', description: 'Seconds to wait before a retry.' } };

/** A schema with a name in the document, referenced by `$ref`. */
interface Named {
  name: string;
  schema: TSchema;
}

/** The `response` part of a route's schema: the success response, and its error codes grouped by status. */
export function answers(
  success: { status: 200 | 201; data: Named | Named[]; list?: true },
  errors: ErrorCode[],
) {
  const refs = [success.data].flat().map(({ name }) => ({ $ref: `${name}#` }));
  const data = Type.Unsafe<unknown>(refs.length === 1 ? { ...refs[0] } : { anyOf: refs });
  const body = success.list
    ? Type.Object({ success: Type.Literal(true), data: Type.Array(data), has_more: Type.Boolean() })
    : Type.Object({ success: Type.Literal(true), data });
  const description = success.status === 201 ? 'Created.' : 'Success.';
  return {
    [success.status]: { description, headers: successHeaders, ...body },
    ...refusals(errors),
  };
}

/** The same for a response whose form others define: it has no envelope. */
export function bareAnswers({ name }: Named, errors: ErrorCode[]) {
  const body = Type.Unsafe<unknown>({ $ref: `${name}#` });
  return { 200: { description: 'Success.', headers: successHeaders, ...body }, ...refusals(errors) };
}

/** Another success response than the usual one of a route. */
export function otherAnswer(description: string, data: TSchema) {
  return { description, headers: successHeaders, ...Type.Object({ success: Type.Literal(true), data }) };
}

/** The `response` part of a route that sends a file. */
export function fileAnswers(contentType: string, errors: ErrorCode[]) {
  const content = { [contentType]: { schema: Type.String() } };
  return { 200: { description: 'The file.', headers: successHeaders, content }, ...refusals(errors) };
}

function refusals(errors: ErrorCode[]): Record<number, unknown> {
  const response: Record<number, unknown> = {};
  for (const [status, codes] of byStatus([...commonErrors, ...errors])) {
    response[status] = {
      description: codes.join(', '),
      ...(status === 429 ? { headers: retryHeaders } : {}),
      $ref: 'Error#',
    };
  }
  return response;
}

/** A body can be sent to a route that takes none, and is then read and limited like any other. */
function documentBodyLimit(app: FastifyInstance): void {
  const [tooLarge] = [...byStatus(['PAYLOAD_TOO_LARGE'])];
  app.addHook('onRoute', ({ method, schema }) => {
    const response = schema?.response;
    if (!tooLarge || isRead({ method: String(method) }) || typeof response !== 'object' || !response) return;
    const [status, codes] = tooLarge;
    Object.assign(response, { [status]: { description: codes.join(', '), $ref: 'Error#' } });
  });
}

/** The permission that a restricted key needs, as the role of the bearer scheme. */
function documentPermissions(app: FastifyInstance): void {
  app.addHook('onRoute', ({ config, schema }) => {
    const permission = config?.permission;
    if (schema && permission && !schema.hide && !schema.security) schema.security = [{ key: [permission] }];
  });
}

/** Documents the routes that are registered after this call. */
export async function documentRoutes(
  app: FastifyInstance,
  ctx: HttpContext,
  resources: Named[],
  words: Readonly<Record<string, string>>,
): Promise<void> {
  documentBodyLimit(app);
  documentPermissions(app);
  app.addSchema({ $id: 'Error', ...errorBody });
  for (const { name, schema } of resources) app.addSchema({ $id: name, ...schema });
  await app.register(swagger, {
    refResolver: {
      buildLocalReference: (json, _base, _fragment, index) => String(json['$id'] ?? `schema-${index}`),
    },
    transformObject(made) {
      if (!('openapiObject' in made)) throw new Error('The document is not OpenAPI 3');
      describeDocument(made.openapiObject as object, words);
      return made.openapiObject;
    },
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Causeway API',
        version: '1.0.0',
        description: descriptionOf(sitePath(ctx.config.publicUrl)),
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: ctx.config.publicUrl }],
      tags: [
        { name: 'Payments', description: 'One charge to a customer.' },
        {
          name: 'Invoices',
          description: 'Itemized requests for payment, with a hosted page to pay them.',
        },
        {
          name: 'Buttons',
          description: 'Payment buttons for your website, and the payments made with them.',
        },
        {
          name: 'Payment links',
          description: 'Links that many customers can pay, with a fixed amount or one that they enter.',
        },
        { name: 'Webhooks', description: 'Endpoints that receive events, and the deliveries to them.' },
        {
          name: 'x402',
          description:
            'A facilitator for servers that take x402 payments. Its answers are in the form of x402.',
        },
        { name: 'Events', description: 'All events, whether or not they were delivered.' },
        { name: 'Exports', description: 'Whole lists as CSV files, streamed.' },
      ],
      components: {
        securitySchemes: {
          key: {
            type: 'http',
            scheme: 'bearer',
            description: 'Your API key: `svc_test_…` or `svc_live_…`.',
          },
        },
      },
      security: [{ key: [] }],
    },
  });
}

/** Serves the document. */
export function openApiRoute(ctx: HttpContext) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get('/api/v1/openapi.json', { schema: { hide: true } }, async () => ({
      ...app.swagger(),
      // Read per request: with PORT=0 the port is only known once the service listens.
      servers: [{ url: ctx.config.publicUrl }],
    }));
  };
}

function byStatus(codes: ErrorCode[]): Map<number, ErrorCode[]> {
  const groups = new Map<number, ErrorCode[]>();
  for (const code of new Set(codes)) {
    const { status } = errorCatalogue[code];
    groups.set(status, [...(groups.get(status) ?? []), code]);
  }
  return groups;
}

const errorBody = Type.Object({
  success: Type.Literal(false),
  error: Type.Object({
    code: Type.String({
      description: 'Machine-readable. Each route lists the codes of each status.',
    }),
    message: Type.String({ description: 'Human-readable: what is wrong and what to do.' }),
    status: Type.Integer({ description: 'The HTTP status.' }),
    details: Type.Optional(
      Type.Unsafe<Record<string, unknown>>({
        type: 'object',
        description: 'Can contain `field`, `provided` and the violated constraint.',
        additionalProperties: true,
      }),
    ),
  }),
});
