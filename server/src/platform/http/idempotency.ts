import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { ApiError } from '../../lib/errors.ts';
import { AnswerKept, type IdempotencyClaim, selectAnswer } from '../db/idempotency.ts';
import { isSealedText, sealedFrom, sealedText } from '../secrets.ts';
import { callerOf } from './authentication.ts';
import type { HttpContext } from './context.ts';
import { ok } from './envelope.ts';
import { checkValue } from './schema/validation.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on POST requests with an Idempotency-Key, after the body is parsed. */
    idempotency: IdempotencyClaim | null;
  }
}

/**
 * Prefix for requests with a publishable key, so that their keys cannot collide with those of the merchant's server. No
 * header can contain it.
 */
const publicMark = '\n';

export const idempotencyHeaders = Type.Object({
  'Idempotency-Key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'Makes retries safe: for 24 hours, the same key and body return the first response again.',
    }),
  ),
});

/** Reads the header of a POST, after the body is parsed and before its fields are validated. */
export function readIdempotencyKey(ctx: HttpContext) {
  return (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void => {
    const key = request.headers['idempotency-key'];
    try {
      if (request.method === 'POST' && key !== undefined) {
        checkValue(idempotencyHeaders.properties['Idempotency-Key'], key, 'Idempotency-Key');
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
      throw new Error(`${request.url} did not set a response status for its idempotency claim`);
    },
  };
}

/** The request's claim, with the status of its success response; null without an Idempotency-Key. */
export function claimOf(request: FastifyRequest, status: 200 | 201): IdempotencyClaim | null {
  return request.idempotency
    ? { ...request.idempotency, answer: (data) => ({ status, body: JSON.stringify(ok(data)) }) }
    : null;
}

/** Like `claimOf`, for responses whose form others define: they have no envelope. */
export function bareClaimOf(request: FastifyRequest): IdempotencyClaim | null {
  return request.idempotency
    ? { ...request.idempotency, answer: (data) => ({ status: 200, body: JSON.stringify(data) }) }
    : null;
}

/** Like `claimOf`, for responses that contain a secret: the response is stored encrypted. */
export function sealedClaimOf(
  ctx: HttpContext,
  request: FastifyRequest,
  status: 200 | 201,
): IdempotencyClaim | null {
  const claim = claimOf(request, status);
  if (!claim) return null;
  const seal = (body: string) => sealedText(ctx.secrets.seal(body, claim.key));
  return { ...claim, answer: (data) => ({ status, body: seal(claim.answer(data).body) }) };
}

function unsealed(ctx: HttpContext, claim: IdempotencyClaim, body: string): string {
  if (!isSealedText(body)) return body;
  const sealed = sealedFrom(body);
  if (ctx.secrets.keyIds.includes(sealed.keyId)) return ctx.secrets.open(sealed, claim.key);
  throw new ApiError('IDEMPOTENCY_CONFLICT', {
    message:
      'The first request with this Idempotency-Key succeeded, but its response contained a secret that can no longer be read. Use a new key to send another request.',
    details: { field: 'Idempotency-Key' },
  });
}

/**
 * Replays the stored response for the request's Idempotency-Key; returns true if it sent one. It runs only when a
 * request fails: a request that succeeds has claimed its key in its own transaction. So the usual case costs no extra
 * round trip, and the key still takes precedence over errors in fields or state, as documented.
 */
export async function replayKept(
  ctx: HttpContext,
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: unknown,
): Promise<boolean> {
  const claim = request.idempotency;
  if (!claim || !(refusal instanceof ApiError || refusal instanceof AnswerKept)) return false;
  // INVALID_JSON takes precedence over the key.
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

/** A hash of method, path and body. The order of the body's keys does not matter. */
function fingerprint(request: FastifyRequest): Buffer {
  const body = request.body === undefined ? '' : JSON.stringify(sorted(request.body));
  return hash('sha256', `${request.method} ${request.url}\n${body}`, 'buffer');
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  // Not `Object.entries`, which takes twice as long for an object with thousands of fields.
  const names = Object.keys(value).sort();
  // Tagged, so that an object never equals an array of its entries.
  return { entries: names.map((name) => [name, sorted(value[name])]) };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
