import type { FastifyReply } from 'fastify';
import type { ApiError } from '../errors.ts';
import { andThen, type MaybePromise } from '../maybe-promise.ts';
import type { HttpContext } from './context.ts';
import { rateLimitExceeded } from './rate-limit.ts';

interface Allowance {
  /** What requests are counted by. */
  id: string;
  perMinute: number;
  /** Completes "Too many requests …" in the error message. */
  of: string;
}

/** Sets the rate limit headers. Requests that fail for another reason pass `cost` 0 and use none of the limit. */
export function limitRate(
  ctx: HttpContext,
  reply: FastifyReply,
  allowance: Allowance,
  cost: 0 | 1,
): MaybePromise<ApiError | undefined> {
  const nowMs = ctx.clock.nowMs();
  return andThen(ctx.rateLimits.take(allowance.id, allowance.perMinute, nowMs, cost), (verdict) => {
    reply.header('x-ratelimit-limit', verdict.limit);
    reply.header('x-ratelimit-remaining', verdict.remaining);
    reply.header('x-ratelimit-reset', Math.floor(nowMs / 1000) + verdict.resetSeconds);
    return verdict.allowed ? undefined : rateLimitExceeded(verdict, allowance.of);
  });
}
