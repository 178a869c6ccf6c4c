import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorCode } from '../errors.ts';
import type { HttpContext, ServedRequest } from './context.ts';
import { isRead } from './methods.ts';
import { pathOf } from './request-log.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set when the request is refused. */
    errorCode: ErrorCode | null;
  }
}

const maxPathLength = 300;

/** Keeps what merchants may look at of their API requests: no body, no query, no secret. */
export function rememberRequests(api: FastifyInstance, ctx: HttpContext): void {
  api.addHook('onResponse', (request, reply, done) => {
    const { caller } = request;
    // What the dashboard reads would bury what the merchant's own programs do.
    const shown = caller !== null && !(caller.kind === 'session' && isRead(request));
    if (shown) ctx.requestLog.add(() => toRow(ctx, request, reply, caller));
    done();
  });
}

function toRow(
  ctx: HttpContext,
  request: FastifyRequest,
  reply: FastifyReply,
  caller: NonNullable<FastifyRequest['caller']>,
): ServedRequest {
  return {
    request_id: request.id,
    merchant_id: caller.merchant_id,
    environment: caller.environment,
    key_id: caller.kind === 'session' ? null : caller.key_id,
    method: request.method,
    path: pathOf(request).slice(0, maxPathLength).toWellFormed(),
    status: reply.statusCode,
    latency_ms: Math.round(reply.elapsedTime),
    error_code: request.errorCode,
    ip: request.ip,
    created_at: ctx.clock.now(),
  };
}
