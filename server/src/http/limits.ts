import type { FastifyReply } from 'fastify';
import type { Context } from '../context.ts';
import { ApiError } from '../errors.ts';

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
  if (verdict.allowed) return undefined;
  const seconds = verdict.retryAfterSeconds;
  return new ApiError('RATE_LIMIT_EXCEEDED', {
    message: `Too many requests ${allowance.of}. Wait ${seconds} second${seconds === 1 ? '' : 's'} and try again.`,
    details: { limit_per_minute: verdict.limit, retry_after_seconds: seconds },
    headers: { 'retry-after': String(seconds) },
  });
}
