import type { FastifyReply } from 'fastify';
import type { HttpContext } from '../context.ts';
import { rateLimitExceeded } from './rate-limit.ts';

interface Allowance {
  /** What requests are counted by. */
  id: string;
  perMinute: number;
  /** Completes "Too many requests …" in the error message. */
  of: string;
}

/** Throws when the limit is exceeded. Requests that fail for another reason pass `cost` 0 and use none of the limit. */
export async function limitRate(
  ctx: HttpContext,
  reply: FastifyReply,
  allowance: Allowance,
  cost: 0 | 1,
): Promise<void> {
  const nowMs = ctx.clock.nowMs();
  const verdict = await ctx.rateLimits.take(allowance.id, allowance.perMinute, nowMs, cost);
  reply.header('x-ratelimit-limit', verdict.limit);
  reply.header('x-ratelimit-remaining', verdict.remaining);
  reply.header('x-ratelimit-reset', Math.floor(nowMs / 1000) + verdict.resetSeconds);
  if (!verdict.allowed) throw rateLimitExceeded(verdict, allowance.of);
}
