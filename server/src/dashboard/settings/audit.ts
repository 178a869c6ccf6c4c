import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onSendHookHandler,
  preHandlerHookHandler,
} from 'fastify';
import type { Environment } from '../../lib/environment.ts';
import { type Actor, recordAudit, updateAuditOutcome } from '../../platform/audit.ts';
import { callerOf } from '../../platform/http/authentication.ts';
import type { DashboardContext } from '../context.ts';
import { sessionOf } from '../session/session.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The audit log entry to update with the outcome of the request. */
    auditId: string | null;
  }
}

/** The request's actor for `recordAudit`. Pass the environment if the changed resource belongs to one. */
export function actorOf(request: FastifyRequest, environment: Environment | null = null): Actor {
  const session = sessionOf(request);
  return {
    merchantId: session.merchant_id,
    memberId: session.member_id,
    memberEmail: session.email,
    environment,
    requestId: request.id,
    ip: request.ip,
  };
}

/**
 * Logs changes that sessions make through /api/v1. Those operations run in their own transactions, so the entry is
 * committed before the operation and updated with the outcome afterwards. Every change has an entry; after a crash in
 * between, it stays `attempted`.
 */
export function auditSessions(api: FastifyInstance, ctx: DashboardContext): void {
  const attempted: preHandlerHookHandler = (request, _reply, done) => {
    if (request.session === null) done();
    else noteAttempt(ctx, request).then(() => done(), done);
  };
  const ended: onSendHookHandler = (request, reply, payload, done) => {
    if (request.auditId === null) done(null, payload);
    else noteOutcome(ctx, request, reply, payload).then(() => done(null, payload), done);
  };
  api.addHook('onRoute', (route) => {
    // Reads change nothing and are most of the traffic.
    if (['GET', 'HEAD'].includes(String(route.method))) return;
    route.preHandler = [attempted, ...[route.preHandler ?? []].flat()];
    route.onSend = [...[route.onSend ?? []].flat(), ended];
  });
}

async function noteAttempt(ctx: DashboardContext, request: FastifyRequest): Promise<void> {
  const { operationId } = request.routeOptions.schema ?? {};
  const deed = {
    action: operationId ?? `${request.method} ${request.routeOptions.url}`,
    resourceId: idIn(request.params),
  };
  const actor = actorOf(request, callerOf(request).environment);
  request.auditId = await recordAudit(ctx, ctx.db, actor, deed, 'attempted');
}

async function noteOutcome(
  ctx: DashboardContext,
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<void> {
  if (request.auditId === null) return;
  const key = { audit_id: request.auditId, merchant_id: sessionOf(request).merchant_id };
  request.auditId = null;
  // A 5xx may have happened after the change was committed, so the entry stays `attempted`.
  if (request.failedUnexpectedly) return;
  const outcome = reply.statusCode < 400 ? 'done' : 'refused';
  try {
    await updateAuditOutcome(ctx.db, key, outcome, outcome === 'done' ? resourceIdIn(payload) : null);
  } catch (error) {
    // The change is committed. An error response would make the client repeat it.
    ctx.log.error({ err: error, request_id: request.id }, 'updating the audit log failed');
  }
}

/** The id of the resource in a response body. */
function resourceIdIn(payload: unknown): string | null {
  if (typeof payload !== 'string') return null;
  const body: { data?: unknown } = JSON.parse(payload);
  return idIn(body.data);
}

/** The first `_id` field: resources and path parameters start with their own id. */
function idIn(fields: unknown): string | null {
  if (typeof fields !== 'object' || fields === null) return null;
  const [, id] = Object.entries(fields).find(([name]) => name.endsWith('_id')) ?? [];
  return typeof id === 'string' ? id.slice(0, 100) : null;
}
