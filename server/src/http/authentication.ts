import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller, KeyCaller } from '../caller.ts';
import { ApiError } from '../errors.ts';
import { clientNetwork, isIpInRanges } from '../ip-ranges.ts';
import { andThen, finish, type MaybePromise } from '../maybe-promise.ts';
import type { HttpContext } from './context.ts';
import { limitRate } from './limits.ts';
import { limitAddress } from './public.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once the key or session is verified; null on public routes. */
    caller: Caller | null;
  }
  interface FastifyContextConfig {
    /** True on routes that accept publishable keys. They can be called from any site (CORS). */
    publishableKeys?: boolean;
  }
}

const bearer = 'Bearer ';

type Hook = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => void;

/** Checks key, suspension, allowlist and rate limit, in the documented order, before the body is read. */
export function authenticateRequest(ctx: HttpContext, admitSession: Hook) {
  return (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void => {
    const header = request.headers.authorization;
    // With an Authorization header, cookies are ignored.
    if (header === undefined && request.headers.cookie !== undefined) {
      admitSession(request, reply, done);
      return;
    }
    const holder = header?.startsWith(bearer) ? ctx.authenticate(header.slice(bearer.length)) : undefined;
    const refusal = andThen(holder, (found) => admit(ctx, request, reply, found));
    finish(refusal, done);
  };
}

/** Returns the error when the request is not allowed. */
function admit(
  ctx: HttpContext,
  request: FastifyRequest,
  reply: FastifyReply,
  holder: KeyCaller | undefined,
): MaybePromise<ApiError | undefined> {
  if (!holder) return new ApiError('UNAUTHORIZED');
  request.caller = holder;
  const forbidden = holder.kind === 'publishable' && !request.routeOptions.config.publishableKeys;
  // Publishable keys are public, so requests over the limit of one address do not count against the key.
  const addressLimit = () =>
    holder.kind === 'publishable' && !forbidden ? limitAddress(ctx, request, 'button') : undefined;
  const perMinute = ctx.requestsPerMinute[holder.environment];
  const allowance = { id: allowanceOf(holder, request.ip), perMinute, of: 'with this key' };
  return andThen(refusalOf(holder, request.ip) ?? addressLimit(), (refusal) =>
    andThen(
      limitRate(ctx, reply, allowance, refusal ? 0 : 1),
      (limited) => refusal ?? limited ?? (forbidden ? new ApiError('FORBIDDEN') : undefined),
    ),
  );
}

/** All visitors of a page share its publishable key, so its limit is per key and client network. */
function allowanceOf({ kind, key_id }: KeyCaller, ip: string): string {
  return kind === 'publishable' ? `${key_id} ${clientNetwork(ip)}` : key_id;
}

function refusalOf(holder: KeyCaller, ip: string): ApiError | undefined {
  if (holder.revoked) return new ApiError('KEY_REVOKED');
  if (holder.suspended) return new ApiError('ACCOUNT_SUSPENDED');
  if (!holder.allowed_ips || isIpInRanges(holder.allowed_ips, ip)) return undefined;
  return new ApiError('IP_NOT_ALLOWED', { details: { ip } });
}

/** The caller of an authenticated route. */
export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller)
    throw new Error(`${request.method} ${request.url} has no caller: the route is not authenticated`);
  return request.caller;
}
