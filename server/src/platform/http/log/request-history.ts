import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorCode } from '../../../lib/errors.ts';
import type { RequestDetail } from '../../requests/requests.ts';
import type { HttpContext } from '../context.ts';
import { isRead } from '../methods.ts';
import { redactedBody } from './redaction.ts';
import { pathOf } from './request-log.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set when the response is an error. */
    errorCode: ErrorCode | null;
    /** The response, for the merchant's request log. */
    sentBody: string | null;
  }
}

const maxPathLength = 300;

/** Logs API requests for the merchant: redacted bodies, no queries, no secrets. */
export function rememberRequests(api: FastifyInstance, ctx: HttpContext): void {
  api.addHook('onSend', (request, _reply, payload, done) => {
    if (typeof payload === 'string') request.sentBody = payload;
    done(null, payload);
  });
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
): RequestDetail {
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
    ignored_fields: request.ignoredFields,
    resource_id: resourceOf(request),
    request_body: request.body === undefined ? null : redactedBody(JSON.stringify(request.body)),
    response_body: request.sentBody === null ? null : redactedBody(request.sentBody),
  };
}

/** Every resource begins with its own id. */
const firstId = /^\{"success":true,"data":\{"[a-z]+_id":"([a-z]{2,6}_[0-9a-z]{26})"/;
const id = /^[a-z]{2,6}_[0-9a-z]{26}$/;

/** What the response is about, else what the path names last. */
function resourceOf({ sentBody, params }: FastifyRequest): string | null {
  const answered = sentBody === null ? null : firstId.exec(sentBody);
  if (answered?.[1]) return answered[1];
  const named = Object.values(params ?? {}).filter((value) => typeof value === 'string' && id.test(value));
  return named.at(-1) ?? null;
}
