import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { AnswerKept, type IdempotencyClaim, selectAnswer } from '../db/idempotency.ts';
import { ApiError } from '../errors.ts';
import { callerOf } from './authentication.ts';
import type { HttpContext } from './context.ts';
import { ok } from './envelope.ts';
import { checkValue } from './validation.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on POST requests that carry an Idempotency-Key, once their body was read. */
    idempotency: IdempotencyClaim | null;
  }
}

/** No header holds it. Anybody can have a publishable key, and must not take the names that the merchant's server uses. */
const publicMark = '\n';

/** No JSON begins like this. */
const sealedMark = 'sealed ';

export const idempotencyHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'Makes a retry safe: within 24 hours the same key and body get the first answer again.',
    }),
  ),
});

/** Reads the header of a POST. It runs after the body is parsed and before anything looks at its fields. */
export function readIdempotencyKey(ctx: HttpContext) {
  return (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void => {
    const key = request.headers['idempotency-key'];
    try {
      if (request.method === 'POST' && key !== undefined) {
        checkValue(idempotencyHeaders.properties['idempotency-key'], key, 'Idempotency-Key');
        request.idempotency = unansweredClaim(ctx, request, String(key));
      }
      done();
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
    }
  };
}

function unansweredClaim(ctx: HttpContext, request: FastifyRequest, key: string): IdempotencyClaim {
  const caller = callerOf(request);
  return {
    merchantId: caller.merchant_id,
    environment: caller.environment,
    key: caller.kind === 'publishable' ? publicMark + key : key,
    fingerprint: fingerprint(request),
    now: ctx.clock.now(),
    answer: () => {
      throw new Error(`${request.url} did not say which status it answers with`);
    },
  };
}

/** The request's claim, for an operation whose answer has this status; null when it carries no key. */
export function claimOf(request: FastifyRequest, status: 200 | 201): IdempotencyClaim | null {
  return request.idempotency
    ? { ...request.idempotency, answer: (data) => ({ status, body: JSON.stringify(ok(data)) }) }
    : null;
}

/** As claimOf, for an answer that shows a secret: it is kept encrypted, like the secret itself. */
export function sealedClaimOf(
  ctx: HttpContext,
  request: FastifyRequest,
  status: 200 | 201,
): IdempotencyClaim | null {
  const claim = claimOf(request, status);
  if (!claim) return null;
  const seal = (body: string) => {
    const { sealed, keyId } = ctx.secrets.seal(body, claim.key);
    return `${sealedMark}${keyId} ${sealed.toString('base64')}`;
  };
  return { ...claim, answer: (data) => ({ status, body: seal(claim.answer(data).body) }) };
}

function unsealed(ctx: HttpContext, claim: IdempotencyClaim, body: string): string {
  if (!body.startsWith(sealedMark)) return body;
  const [keyId = '', sealed = ''] = body.slice(sealedMark.length).split(' ');
  return ctx.secrets.open({ sealed: Buffer.from(sealed, 'base64'), keyId }, claim.key);
}

/**
 * The check that comes before every check of fields and state, made only when it matters: a request that succeeds has
 * claimed its key in its own transaction, and one that is refused looks here first. So the usual case costs no round
 * trip, and the order is as documented all the same. True when an answer was sent.
 */
export async function replayKept(
  ctx: HttpContext,
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: unknown,
): Promise<boolean> {
  const claim = request.idempotency;
  if (!claim || !(refusal instanceof ApiError || refusal instanceof AnswerKept)) return false;
  // A body that is no JSON object is refused before anyone asks about its key.
  if (refusal instanceof ApiError && refusal.code === 'INVALID_JSON') return false;
  const kept = await selectAnswer(ctx.db, claim);
  if (!kept) return false;
  if (!kept.fingerprint.equals(claim.fingerprint)) {
    throw new ApiError('IDEMPOTENCY_CONFLICT', {
      details: { field: 'Idempotency-Key', provided: request.headers['idempotency-key'] },
    });
  }
  await reply
    .code(kept.status)
    .header('idempotent-replayed', 'true')
    .type('application/json; charset=utf-8')
    .send(unsealed(ctx, claim, kept.body));
  return true;
}

/** Method, path and body, whatever order the body's keys come in. */
function fingerprint(request: FastifyRequest): Buffer {
  const body = request.body === undefined ? '' : JSON.stringify(sorted(request.body));
  return hash('sha256', `${request.method} ${request.url}\n${body}`, 'buffer');
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  // Tagged, so that an object never looks like the list of its entries.
  return { entries: entries.map(([name, item]) => [name, sorted(item)]) };
}
