import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { ApiError } from '../errors.ts';
import { isIpInRanges } from '../ip-ranges.ts';
import type { KeyHolder } from '../merchants/store.ts';
import { rateLimitExceeded } from './rate-limit.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once the key was checked; null on routes that take none. */
    caller: KeyHolder | null;
  }
  interface FastifyContextConfig {
    /** True on the few routes a publishable key may use. */
    publishableKeys?: boolean;
  }
}

const bearer = 'Bearer ';

/** Key, suspension, allowlist, rate limit, in the documented order, before the body is read. */
export function authenticateRequest(ctx: Context) {
  return (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void => {
    const header = request.headers.authorization ?? '';
    const holder = header.startsWith(bearer) ? ctx.authenticate(header.slice(bearer.length)) : undefined;
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
  const refusal = refusalOf(holder, request.ip);
  const limited = limitRate(ctx, holder, reply, refusal ? 0 : 1);
  if (refusal ?? limited) return refusal ?? limited;
  const forbidden = holder.kind === 'publishable' && !request.routeOptions.config.publishableKeys;
  return forbidden ? new ApiError('FORBIDDEN') : undefined;
}

function refusalOf(holder: KeyHolder, ip: string): ApiError | undefined {
  if (holder.revoked) return new ApiError('KEY_REVOKED');
  if (holder.suspended) return new ApiError('ACCOUNT_SUSPENDED');
  if (!holder.allowed_ips || isIpInRanges(holder.allowed_ips, ip)) return undefined;
  return new ApiError('IP_NOT_ALLOWED', { details: { ip } });
}

/** The key's holder, on routes behind authenticateRequest. */
export function callerOf(request: FastifyRequest): KeyHolder {
  if (!request.caller)
    throw new Error(`${request.method} ${request.url} has no caller: it is not behind a key`);
  return request.caller;
}

/** A request refused for another reason shows the limit and spends nothing of it. */
function limitRate(ctx: Context, holder: KeyHolder, reply: FastifyReply, cost: 0 | 1): ApiError | undefined {
  const verdict = ctx.takeRateLimit(
    holder.key_id,
    ctx.requestsPerMinute[holder.environment],
    ctx.clock.nowMs(),
    cost,
  );
  reply.header('x-ratelimit-limit', verdict.limit);
  reply.header('x-ratelimit-remaining', verdict.remaining);
  reply.header('x-ratelimit-reset', Math.floor(ctx.clock.nowMs() / 1000) + verdict.resetSeconds);
  return verdict.allowed ? undefined : rateLimitExceeded(verdict, 'with this key');
}
