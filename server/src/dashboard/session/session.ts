import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SessionCaller } from '../../lib/caller.ts';
import type { Environment } from '../../lib/environment.ts';
import { ApiError } from '../../lib/errors.ts';
import { clientNetwork } from '../../lib/ip-ranges.ts';
import type { ReadPermission } from '../../lib/key-permissions.ts';
import { isAllowed, type Permission, type Role } from '../../lib/roles.ts';
import type { Session } from '../../merchants/sign-in/sessions.ts';
import { limitRate } from '../../platform/http/limits/limits.ts';
import { isRead } from '../../platform/http/methods.ts';
import type { DashboardContext } from '../context.ts';
import { readSessionCookie } from './cookie.ts';
import { crossSiteRefusal } from './same-origin.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Null if the request was not authenticated by a session. */
    session: Session | null;
  }
  interface FastifyContextConfig {
    /** Permission to use the route. Defaults to `read` for GET; other methods without one are refused. */
    permission?: Permission | ReadPermission;
    /** True for dashboard routes that need no session. */
    public?: boolean;
    /** True for changes that members of a suspended merchant may still make, to their own account. */
    whileSuspended?: boolean;
    /** True for downloads: the browser cannot send custom headers, so the environment is in the query. */
    environmentInQuery?: boolean;
    /** True if the path contains a secret. Logs show the route pattern instead. */
    secretPath?: boolean;
  }
}

/** High, since pages send several requests at once and poll every few seconds. */
const requestsPerMinute = 600;
/** For routes without a session, per client network. */
const publicRequestsPerMinute = 60;

type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** Authenticates /api/v1 requests that have a session cookie instead of a key. */
export function admitSessionToApi(ctx: DashboardContext): Hook {
  const admitMember = admitting(ctx, () => false);
  return async (request, reply) => {
    // The request has cookies, but no session cookie: ask for an API key.
    if (sessionTokenOf(ctx, request) === undefined) throw new ApiError('UNAUTHORIZED');
    await admitMember(request, reply);
  };
}

/** Guards /dashboard/api: checks session and permission, and sets what `sessionOf` and `callerOf` return. */
export function guardDashboard(ctx: DashboardContext): Hook {
  const worksSuspended = (request: FastifyRequest) =>
    isRead(request) || request.routeOptions.config.whileSuspended === true;
  const admitMember = admitting(ctx, worksSuspended);
  return async (request, reply) => {
    reply.header('cache-control', 'no-store');
    if (request.routeOptions.config.public) await admitPublic(ctx, request, reply);
    else await admitMember(request, reply);
  };
}

/** The request's session. Throws on public routes. */
export function sessionOf(request: FastifyRequest): Session {
  if (!request.session) throw new Error(`${request.method} ${request.url} has no session`);
  return request.session;
}

export function sessionTokenOf(ctx: DashboardContext, request: FastifyRequest): string | undefined {
  return readSessionCookie(request.headers.cookie, ctx.config.publicUrl);
}

function sessionMissing(hadOne: boolean): ApiError {
  const message = hadOne
    ? 'Your session has expired. Sign in again.'
    : 'You are not signed in. Sign in first.';
  return new ApiError('UNAUTHORIZED', { message });
}

function admitting(ctx: DashboardContext, worksSuspended: (request: FastifyRequest) => boolean): Hook {
  return async (request, reply) => {
    const token = sessionTokenOf(ctx, request);
    const session = token === undefined ? undefined : await ctx.sessions.find(token);
    if (!session) throw sessionMissing(token !== undefined);
    await admitMember(ctx, request, reply, session, worksSuspended(request));
  };
}

/** Checks suspension, rate limit, CSRF, role and environment, in this order. */
async function admitMember(
  ctx: DashboardContext,
  request: FastifyRequest,
  reply: FastifyReply,
  session: Session,
  worksSuspended: boolean,
): Promise<void> {
  reply.header('cache-control', 'no-store');
  const environment = environmentOf(request);
  request.session = session;
  request.caller = callerFrom(session, environment ?? 'test');
  const suspended = session.suspended && !worksSuspended;
  const allowance = { id: session.session_id, perMinute: requestsPerMinute, of: 'in this session' };
  await limitRate(ctx, reply, allowance, suspended ? 0 : 1);
  if (suspended) throw new ApiError('ACCOUNT_SUSPENDED');
  const crossSite = isRead(request)
    ? undefined
    : crossSiteRefusal(request.headers, ctx.config.publicUrl, { ridesOnSession: true });
  const refusal =
    crossSite ?? roleRefusal(request, session) ?? (environment ? undefined : unknownEnvironment(request));
  if (refusal) throw refusal;
}

async function admitPublic(
  ctx: DashboardContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const id = `public ${clientNetwork(request.ip)}`;
  await limitRate(ctx, reply, { id, perMinute: publicRequestsPerMinute, of: 'from this address' }, 1);
  if (isRead(request)) return;
  const refusal = crossSiteRefusal(request.headers, ctx.config.publicUrl, { ridesOnSession: false });
  if (refusal) throw refusal;
}

function roleRefusal(request: FastifyRequest, { role }: Session): ApiError | undefined {
  const declared = request.routeOptions.config.permission;
  const permission = declared ?? (isRead(request) ? 'read' : undefined);
  return permission && isAllowed(role, permission) ? undefined : roleForbids(role, permission);
}

function roleForbids(role: Role, permission: Permission | ReadPermission | undefined): ApiError {
  return new ApiError('FORBIDDEN', {
    message: `Your role (${role}) does not allow this. Ask an owner of the account to do it, or to change your role.`,
    details: { permission: permission ?? null, role },
  });
}

function callerFrom(session: Session, environment: Environment): SessionCaller {
  return {
    kind: 'session',
    session_id: session.session_id,
    member: { id: session.member_id, email: session.email },
    merchant_id: session.merchant_id,
    environment,
    suspended: session.suspended,
    default_accepted_chains: session.default_accepted_chains,
    default_accepted_tokens: session.default_accepted_tokens,
    max_usd_minor: session.max_usd_minor,
  };
}

function environmentOf(request: FastifyRequest): Environment | undefined {
  const given = givenEnvironment(request) ?? 'test';
  return given === 'test' || given === 'live' ? given : undefined;
}

function givenEnvironment(request: FastifyRequest): unknown {
  const { query } = request;
  const named = request.routeOptions.config.environmentInQuery && typeof query === 'object' && query;
  return named && 'environment' in query ? query.environment : request.headers['x-causeway-environment'];
}

function unknownEnvironment(request: FastifyRequest): ApiError {
  const provided = String(givenEnvironment(request)).slice(0, 100);
  const field = request.routeOptions.config.environmentInQuery ? 'environment' : 'X-Causeway-Environment';
  return new ApiError('INVALID_PARAMETER', {
    message: `${field} must be test or live.`,
    details: { field, provided, allowed: ['test', 'live'] },
  });
}
