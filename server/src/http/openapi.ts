import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { type TSchema, Type } from 'typebox';
import type { Context } from '../context.ts';
import { type ErrorCode, errorCatalogue } from '../errors.ts';

const description = `Crypto payments in nine tokens on eight chains.

Every answer is \`{success: true, data}\` or \`{success: false, error}\` and carries \`X-Request-Id\`. Amounts are decimal
strings, timestamps ISO 8601 in UTC. Unknown body fields are ignored; \`null\` means not supplied. Lengths count Unicode
characters.`;

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

const headers = {
  'X-Request-Id': { schema: { type: 'string' }, description: 'Names this request in logs and to support.' },
  'X-RateLimit-Limit': { schema: { type: 'integer' }, description: 'Requests per minute for this key.' },
  'X-RateLimit-Remaining': { schema: { type: 'integer' }, description: 'Requests left right now.' },
  'X-RateLimit-Reset': {
    schema: { type: 'integer' },
    description: 'Unix time when the whole allowance is back.',
  },
};

/** The `response` part of a route's schema: its success, and its errors grouped by status. */
export function answers(success: { status: 200 | 201; data: TSchema; list?: true }, errors: ErrorCode[]) {
  const body = success.list
    ? Type.Object({ success: Type.Literal(true), data: Type.Array(success.data), has_more: Type.Boolean() })
    : Type.Object({ success: Type.Literal(true), data: success.data });
  const response: Record<number, unknown> = {
    [success.status]: { description: success.status === 201 ? 'Created.' : 'Success.', headers, ...body },
  };
  for (const [status, codes] of byStatus([...commonErrors, ...errors])) {
    response[status] = { description: codes.join(', '), headers, ...errorBody(status, codes) };
  }
  return response;
}

/** Collects the routes that follow into the document. Called before they are registered. */
export async function documentRoutes(app: FastifyInstance, ctx: Context): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Causeway API', version: '1.0.0', description },
      servers: [{ url: ctx.config.publicUrl }],
      tags: [{ name: 'Payments', description: 'One charge to a customer.' }],
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

function errorBody(status: number, codes: ErrorCode[]) {
  return Type.Object({
    success: Type.Literal(false),
    error: Type.Object({
      code: Type.Unsafe<ErrorCode>({ type: 'string', enum: codes }),
      message: Type.String({ description: 'For people: what is wrong and what to do.' }),
      status: Type.Literal(status),
      details: Type.Optional(
        Type.Unsafe<Record<string, unknown>>({
          type: 'object',
          description: 'May carry `field`, `provided` and the constraint.',
          additionalProperties: true,
        }),
      ),
    }),
  });
}
