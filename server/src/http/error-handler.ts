import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { isConnectionError } from '../db/errors.ts';
import { AnswerKept } from '../db/idempotency.ts';
import { ApiError } from '../errors.ts';
import { failure } from './envelope.ts';
import { replayKept } from './idempotency.ts';

/** Everything that goes wrong comes through here and leaves as the envelope. */
export function handleErrors(app: FastifyInstance, ctx: Context): void {
  app.setErrorHandler(async (thrown, request, reply) => {
    let refusal: unknown = thrown;
    try {
      if (await replayKept(ctx, request, reply, thrown)) return reply;
    } catch (error) {
      refusal = error;
    }
    const error = toApiError(refusal);
    request.errorCode = error.code;
    if (refusal !== error && error.status >= 500) {
      ctx.log.error({ err: refusal, request_id: request.id }, error.code);
    }
    return reply.code(error.status).headers(error.headers).send(failure(error));
  });
}

export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const statusCode = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new ApiError('PAYLOAD_TOO_LARGE');
  if (code === 'FST_ERR_BAD_URL' || code === 'FST_ERR_MAX_PARAM_LENGTH') return new ApiError('NOT_FOUND');
  // What is left of the framework's own refusals is about a body or headers it could not read.
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500)
    return new ApiError('INVALID_JSON');
  return isTemporary(error, code)
    ? new ApiError('SERVICE_UNAVAILABLE', { headers: { 'retry-after': '1' } })
    : new ApiError('INTERNAL_ERROR');
}

function isTemporary(error: unknown, code: unknown): boolean {
  return (
    isConnectionError(error) ||
    // Another transaction held a row, or the statement took, longer than anybody should wait.
    code === '55P03' ||
    code === '57014' ||
    // The answer under the key ended its 24 hours between two looks at it: a retry will be carried out.
    error instanceof AnswerKept
  );
}
