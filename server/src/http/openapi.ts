import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { type TSchema, Type } from 'typebox';
import { type ErrorCode, errorCatalogue } from '../errors.ts';
import { sitePath } from '../public-urls.ts';
import type { HttpContext } from './context.ts';

/** `site` is the path of the service's pages. */
const descriptionOf = (site: string) => `Crypto payments in nine tokens on eight chains.

Every answer is \`{success: true, data}\` or \`{success: false, error}\` and carries \`X-Request-Id\`; answers to a valid key
also carry \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\`. Amounts are decimal
strings, timestamps ISO 8601 in UTC. Unknown body fields are ignored; \`null\` means not supplied. Lengths count Unicode
characters.

[Changelog](${site}/docs/changelog): what changed, and what will.`;

/** Errors any route behind a key can answer with. */
const commonErrors: ErrorCode[] = [
  'UNAUTHORIZED',
  'KEY_REVOKED',
  'ACCOUNT_SUSPENDED',
  'IP_NOT_ALLOWED',
  'FORBIDDEN',
  'RATE_LIMIT_EXCEEDED',
  'INTERNAL_ERROR',
  'SERVICE_UNAVAILABLE',
];

/** Errors any route with a JSON body can answer with, beside the common ones. */
export const bodyErrors: ErrorCode[] = [
  'INVALID_JSON',
  'PAYLOAD_TOO_LARGE',
  'IDEMPOTENCY_CONFLICT',
  'MISSING_REQUIRED_FIELD',
  'INVALID_PARAMETER',
];

const successHeaders = {
  'X-Request-Id': { type: 'string', description: 'Names this request in logs and to support.' },
  'X-RateLimit-Limit': { type: 'integer', description: 'Requests per minute for this key.' },
  'X-RateLimit-Remaining': { type: 'integer', description: 'Requests left right now.' },
  'X-RateLimit-Reset': {
    type: 'integer',
    description: 'Unix time, in seconds, when the whole allowance is back.',
  },
};
const retryHeaders = { 'Retry-After': { type: 'integer', description: 'Seconds to wait.' } };

/** A resource that has a name in the document: registered once, referred to everywhere. */
interface Named {
  name: string;
  schema: TSchema;
}

/** The `response` part of a route's schema: its success, and its errors by status, each with the codes it can carry. */
export function answers(
  success: { status: 200 | 201; data: Named | Named[]; list?: true },
  errors: ErrorCode[],
) {
  const refs = [success.data].flat().map(({ name }) => ({ $ref: `${name}#` }));
  const data = Type.Unsafe<unknown>(refs.length === 1 ? { ...refs[0] } : { anyOf: refs });
  const body = success.list
    ? Type.Object({ success: Type.Literal(true), data: Type.Array(data), has_more: Type.Boolean() })
    : Type.Object({ success: Type.Literal(true), data });
  const response: Record<number, unknown> = {
    [success.status]: {
      description: success.status === 201 ? 'Created.' : 'Success.',
      headers: successHeaders,
      ...body,
    },
  };
  for (const [status, codes] of byStatus([...commonErrors, ...errors])) {
    response[status] = {
      description: codes.join(', '),
      ...(status === 429 ? { headers: retryHeaders } : {}),
      $ref: 'Error#',
    };
  }
  return response;
}

/** Collects the routes that follow into the document. Called before they are registered. */
export async function documentRoutes(
  app: FastifyInstance,
  ctx: HttpContext,
  resources: Named[],
): Promise<void> {
  app.addSchema({ $id: 'Error', ...errorBody });
  for (const { name, schema } of resources) app.addSchema({ $id: name, ...schema });
  await app.register(swagger, {
    refResolver: {
      buildLocalReference: (json, _base, _fragment, index) => String(json['$id'] ?? `schema-${index}`),
    },
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Causeway API',
        version: '1.0.0',
        description: descriptionOf(sitePath(ctx.config.publicUrl)),
      },
      servers: [{ url: ctx.config.publicUrl }],
      tags: [
        { name: 'Payments', description: 'One charge to a customer.' },
        {
          name: 'Invoices',
          description: 'Itemized requests for payment, with a page where they can be paid.',
        },
        {
          name: 'Buttons',
          description: 'Prices that pages of yours offer, and the payments made from them.',
        },
        { name: 'Webhooks', description: 'Endpoints that events are sent to, and the deliveries made.' },
        { name: 'Events', description: 'What happened, whether or not anybody was told.' },
      ],
      components: {
        securitySchemes: {
          key: {
            type: 'http',
            scheme: 'bearer',
            description: 'A key of yours: `svc_test_…` or `svc_live_…`.',
          },
        },
      },
      security: [{ key: [] }],
    },
  });
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
      description: 'Machine-readable. Each status of each route lists the codes it can carry.',
    }),
    message: Type.String({ description: 'For people: what is wrong and what to do.' }),
    status: Type.Integer({ description: 'The HTTP status.' }),
    details: Type.Optional(
      Type.Unsafe<Record<string, unknown>>({
        type: 'object',
        description: 'May carry `field`, `provided` and the constraint.',
        additionalProperties: true,
      }),
    ),
  }),
});
