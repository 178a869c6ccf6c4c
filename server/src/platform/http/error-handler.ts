import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '../../lib/errors.ts';
import { isConnectionError, isStalePlan, isStorageError } from '../db/errors.ts';
import { AnswerKept } from '../db/idempotency.ts';
import type { HttpContext } from './context.ts';
import { failure } from './envelope.ts';
import { replayKept } from './idempotency.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** True when an unexpected error became a 5xx: it is unknown whether the request changed anything. */
    failedUnexpectedly: boolean;
  }
}

/** Turns every error into the error envelope, or into the page that `pageOf` has for people. */
export function handleErrors(
  app: FastifyInstance,
  ctx: HttpContext,
  pageOf: (request: FastifyRequest, error: ApiError) => string | null = () => null,
): void {
  app.setErrorHandler(async (thrown, request, reply) => {
    let refusal: unknown = thrown;
    try {
      if (await replayKept(ctx, request, reply, thrown)) return reply;
    } catch (error) {
      refusal = error;
    }
    ctx.storage.note(refusal);
    const error = toApiError(refusal);
    request.errorCode = error.code;
    if (refusal !== error && error.status >= 500) {
      request.failedUnexpectedly = true;
      ctx.log.error({ err: refusal, request_id: request.id }, error.code);
    }
    reply.code(error.status).headers(error.headers);
    const page = pageOf(request, error);
    return page === null ? reply.send(failure(error)) : reply.type('text/html; charset=utf-8').send(page);
  });
}

export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const statusCode = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new ApiError('PAYLOAD_TOO_LARGE');
  if (code === 'FST_ERR_BAD_URL' || code === 'FST_ERR_MAX_PARAM_LENGTH') return new ApiError('NOT_FOUND');
  // The other 4xx errors of Fastify are about bodies or headers it cannot parse.
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500)
    return new ApiError('INVALID_JSON');
  return isTemporary(error, code)
    ? new ApiError('SERVICE_UNAVAILABLE', { headers: { 'retry-after': '1' } })
    : new ApiError('INTERNAL_ERROR');
}

function isTemporary(error: unknown, code: unknown): boolean {
  return (
    isConnectionError(error) ||
    isStorageError(error) ||
    // A migration ran beside the request. A retry prepares the statement again.
    isStalePlan(error) ||
    // Lock timeout, statement timeout, deadlock, and a lack of memory or another resource.
    (typeof code === 'string' && /^(55P03|57014|40P01|53...)$/.test(code)) ||
    // The stored response expired between the claim and the lookup. A retry will run the operation.
    error instanceof AnswerKept
  );
}
