import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { admitSessionToApi } from '../dashboard/session.ts';
import { ApiError } from '../errors.ts';
import { isIpInRanges } from '../ip-ranges.ts';
import type { KeyHolder } from '../merchants/store.ts';
import { limitRate } from './limits.ts';
import { limitAddress } from './public.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once the key or the session was checked; null on routes that take none. */
    caller: KeyHolder | null;
  }
  interface FastifyContextConfig {
    /** True on the few routes a publishable key may use. Pages of any site can call them. */
    publishableKeys?: boolean;
  }
}

const bearer = 'Bearer ';

/** Key, suspension, allowlist, rate limit, in the documented order, before the body is read. */
export function authenticateRequest(ctx: Context) {
  const admitSession = admitSessionToApi(ctx);
  return (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void => {
    const header = request.headers.authorization;
    // A key always wins: nobody reads cookies where there is one.
    if (header === undefined && request.headers.cookie !== undefined) {
      admitSession(request, reply, done);
      return;
    }
    const holder = header?.startsWith(bearer) ? ctx.authenticate(header.slice(bearer.length)) : undefined;
    // A key that was just asked about is answered without waiting, which is nearly always.
    if (holder instanceof Promise) holder.then((found) => done(admit(ctx, request, reply, found)), done);
    else done(admit(ctx, request, reply, holder));
  };
}

/** Lets the request in, or says why not. */
function admit(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  holder: KeyHolder | undefined,
): ApiError | undefined {
  if (!holder) return new ApiError('UNAUTHORIZED');
  request.caller = holder;
  const forbidden = holder.kind === 'publishable' && !request.routeOptions.config.publishableKeys;
  // Anybody can have a publishable key: what one address does too often costs the key nothing.
  const crowded = () =>
    holder.kind === 'publishable' && !forbidden ? limitAddress(ctx, request, 'button') : undefined;
  const refusal = refusalOf(holder, request.ip) ?? crowded();
  const perMinute = ctx.requestsPerMinute[holder.environment];
  const allowance = { id: holder.key_id, perMinute, of: 'with this key' };
  const limited = limitRate(ctx, reply, allowance, refusal ? 0 : 1);
  if (refusal ?? limited) return refusal ?? limited;
  return forbidden ? new ApiError('FORBIDDEN') : undefined;
}

function refusalOf(holder: KeyHolder, ip: string): ApiError | undefined {
  if (holder.revoked) return new ApiError('KEY_REVOKED');
  if (holder.suspended) return new ApiError('ACCOUNT_SUSPENDED');
  if (!holder.allowed_ips || isIpInRanges(holder.allowed_ips, ip)) return undefined;
  return new ApiError('IP_NOT_ALLOWED', { details: { ip } });
}

/** Who makes the request, on routes behind a key or a session. */
export function callerOf(request: FastifyRequest): KeyHolder {
  if (!request.caller)
    throw new Error(`${request.method} ${request.url} has no caller: it is not behind a key`);
  return request.caller;
}
