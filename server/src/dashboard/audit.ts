import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onSendHookHandler,
  preHandlerHookHandler,
} from 'fastify';
import type { Environment } from '../environment.ts';
import { callerOf } from '../http/authentication.ts';
import { type Actor, recordAudit, settleAudit } from '../merchants/audit.ts';
import type { DashboardContext } from './context.ts';
import { sessionOf } from './session.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The line of the audit log that waits for the request's outcome. */
    auditId: string | null;
  }
}

/** Who makes the request, for `recordAudit`. Name the environment where what changes belongs to one. */
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
 * Writes down what sessions change by way of /api/v1. Its operations know keys and sessions as one caller and run in
 * transactions of their own, so the line is committed before the operation begins and marked once it is known how it
 * went: no change is ever without its line, and a kill in between leaves the line as an attempt.
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
    // Reading changes nothing, and is most of what there is.
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
  // It may have failed after the change was made: then it stays an attempt.
  if (request.failedUnexpectedly) return;
  const outcome = reply.statusCode < 400 ? 'done' : 'refused';
  try {
    await settleAudit(ctx.db, key, outcome, outcome === 'done' ? madeBy(payload) : null);
  } catch (error) {
    // What was done is done: an error in place of its answer would have it done twice.
    ctx.log.error({ err: error, request_id: request.id }, 'outcome not noted in the audit log');
  }
}

/** The id of what an answer is about. */
function madeBy(payload: unknown): string | null {
  if (typeof payload !== 'string') return null;
  const body: { data?: unknown } = JSON.parse(payload);
  return idIn(body.data);
}

/** Resources and paths begin with their own id. */
function idIn(fields: unknown): string | null {
  if (typeof fields !== 'object' || fields === null) return null;
  const [, id] = Object.entries(fields).find(([name]) => name.endsWith('_id')) ?? [];
  return typeof id === 'string' ? id.slice(0, 100) : null;
}
