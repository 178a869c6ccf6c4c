import type { FastifyReply } from 'fastify';
import type { Context } from '../context.ts';
import type { ApiError } from '../errors.ts';
import { rateLimitExceeded } from './rate-limit.ts';

interface Allowance {
  /** Who it is counted for. */
  id: string;
  perMinute: number;
  /** Ends the sentence "Too many requests". */
  of: string;
}

/** A request refused for another reason shows the limit and spends nothing of it. */
export function limitRate(
  ctx: Context,
  reply: FastifyReply,
  allowance: Allowance,
  cost: 0 | 1,
): ApiError | undefined {
  const verdict = ctx.takeRateLimit(allowance.id, allowance.perMinute, ctx.clock.nowMs(), cost);
  reply.header('x-ratelimit-limit', verdict.limit);
  reply.header('x-ratelimit-remaining', verdict.remaining);
  reply.header('x-ratelimit-reset', Math.floor(ctx.clock.nowMs() / 1000) + verdict.resetSeconds);
  return verdict.allowed ? undefined : rateLimitExceeded(verdict, allowance.of);
}
