import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorCode } from '../errors.ts';
import type { HttpContext, ServedRequest } from './context.ts';
import { isRead } from './methods.ts';
import { pathOf } from './request-log.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set when the response is an error. */
    errorCode: ErrorCode | null;
  }
}

const maxPathLength = 300;

/** Logs API requests for the merchant: no bodies, no queries, no secrets. */
export function rememberRequests(api: FastifyInstance, ctx: HttpContext): void {
  api.addHook('onResponse', (request, reply, done) => {
    const { caller } = request;
    // Reads from the dashboard are left out: they would bury the requests of the merchant's own code.
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
