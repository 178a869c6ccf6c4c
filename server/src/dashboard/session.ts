import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SessionCaller } from '../caller.ts';
import type { Environment } from '../environment.ts';
import { ApiError } from '../errors.ts';
import { limitRate } from '../http/limits.ts';
import { isRead } from '../http/methods.ts';
import { isAllowed, type Permission, type Role } from '../identity/permissions.ts';
import type { Session } from '../identity/sessions.ts';
import { clientNetwork } from '../ip-ranges.ts';
import { andThen, finish, type MaybePromise } from '../maybe-promise.ts';
import type { DashboardContext } from './context.ts';
import { readSessionCookie } from './cookie.ts';
import { crossSiteRefusal } from './same-origin.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set when the request rides on a session. */
    session: Session | null;
  }
  interface FastifyContextConfig {
    /** What a member needs to use the route. A GET without one needs `read`; anything else without one is refused. */
    permission?: Permission;
    /** True on the routes of the dashboard that take no session. */
    public?: boolean;
    /** True where a suspended merchant's members may still change something: their own account. */
    whileSuspended?: boolean;
    /** True on downloads, which a browser asks for without headers of ours: the query names the environment. */
    environmentInQuery?: boolean;
    /** True where the path itself is a secret: logs show the route's pattern instead. */
    secretPath?: boolean;
  }
}

/** Pages ask for several things at once and again every few seconds. */
const requestsPerMinute = 600;
/** For what anybody may ask without being signed in, counted by network. */
const publicRequestsPerMinute = 60;

type Hook = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => void;

/** A session stands where a key would, on /api/v1. */
export function admitSessionToApi(ctx: DashboardContext): Hook {
  const admitMember = admitting(ctx, () => false);
  return (request, reply, done) => {
    // Cookies of other pages say nothing about a session: what is missing is a key.
    if (sessionTokenOf(ctx, request) === undefined) done(new ApiError('UNAUTHORIZED'));
    else admitMember(request, reply, done);
  };
}

/** Guards /dashboard/api. Behind it `sessionOf` and `callerOf` answer, and the member may do what the route does. */
export function guardDashboard(ctx: DashboardContext): Hook {
  const worksSuspended = (request: FastifyRequest) =>
    isRead(request) || request.routeOptions.config.whileSuspended === true;
  const admitMember = admitting(ctx, worksSuspended);
  return (request, reply, done) => {
    reply.header('cache-control', 'no-store');
    if (request.routeOptions.config.public) finish(admitStranger(ctx, request, reply), done);
    else admitMember(request, reply, done);
  };
}

/** The session a request rides on, behind the guard. */
export function sessionOf(request: FastifyRequest): Session {
  if (!request.session) throw new Error(`${request.method} ${request.url} has no session: it is public`);
  return request.session;
}

export function sessionTokenOf(ctx: DashboardContext, request: FastifyRequest): string | undefined {
  return readSessionCookie(request.headers.cookie, ctx.config.publicUrl);
}

function sessionMissing(hadOne: boolean): ApiError {
  const message = hadOne ? 'Your session is over. Sign in again.' : 'Nobody is signed in here. Sign in.';
  return new ApiError('UNAUTHORIZED', { message });
}

function admitting(ctx: DashboardContext, worksSuspended: (request: FastifyRequest) => boolean): Hook {
  return (request, reply, done) => {
    const token = sessionTokenOf(ctx, request);
    const found = token === undefined ? undefined : ctx.sessions.find(token);
    const refusal = andThen(found, (session) =>
      session
        ? admitMember(ctx, request, reply, session, worksSuspended(request))
        : sessionMissing(token !== undefined),
    );
    finish(refusal, done);
  };
}

/** Suspension, rate limit, where it comes from, role: the first problem is the answer. */
function admitMember(
  ctx: DashboardContext,
  request: FastifyRequest,
  reply: FastifyReply,
  session: Session,
  worksSuspended: boolean,
): MaybePromise<ApiError | undefined> {
  reply.header('cache-control', 'no-store');
  const environment = environmentOf(request);
  request.session = session;
  request.caller = callerFrom(session, environment ?? 'test');
  const suspended = session.suspended && !worksSuspended ? new ApiError('ACCOUNT_SUSPENDED') : undefined;
  const allowance = { id: session.session_id, perMinute: requestsPerMinute, of: 'in this session' };
  return andThen(limitRate(ctx, reply, allowance, suspended ? 0 : 1), (limited) => {
    if (suspended ?? limited) return suspended ?? limited;
    const crossSite = isRead(request)
      ? undefined
      : crossSiteRefusal(request.headers, ctx.config.publicUrl, { ridesOnSession: true });
    return (
      crossSite ?? roleRefusal(request, session) ?? (environment ? undefined : unknownEnvironment(request))
    );
  });
}

function admitStranger(
  ctx: DashboardContext,
  request: FastifyRequest,
  reply: FastifyReply,
): MaybePromise<ApiError | undefined> {
  const allowance = {
    id: `public ${clientNetwork(request.ip)}`,
    perMinute: publicRequestsPerMinute,
    of: 'from this address',
  };
  return andThen(limitRate(ctx, reply, allowance, 1), (limited) =>
    limited || isRead(request)
      ? limited
      : crossSiteRefusal(request.headers, ctx.config.publicUrl, { ridesOnSession: false }),
  );
}

function roleRefusal(request: FastifyRequest, { role }: Session): ApiError | undefined {
  const declared = request.routeOptions.config.permission;
  const permission = declared ?? (isRead(request) ? 'read' : undefined);
  return permission && isAllowed(role, permission) ? undefined : roleForbids(role, permission);
}

/** For routes whose body says what is needed, beside what the route declares. */
export function assertPermission(request: FastifyRequest, permission: Permission): void {
  const { role } = sessionOf(request);
  if (!isAllowed(role, permission)) throw roleForbids(role, permission);
}

function roleForbids(role: Role, permission: Permission | undefined): ApiError {
  return new ApiError('FORBIDDEN', {
    message: `Your role (${role}) may not do this. Ask an owner of the account to do it, or to change your role.`,
    details: { permission: permission ?? null, role },
  });
}

function callerFrom(session: Session, environment: Environment): SessionCaller {
  return {
    kind: 'session',
    session_id: session.session_id,
    merchant_id: session.merchant_id,
    environment,
    suspended: session.suspended,
    default_accepted_chains: session.default_accepted_chains,
    default_accepted_tokens: session.default_accepted_tokens,
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
