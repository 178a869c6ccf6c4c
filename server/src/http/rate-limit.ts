import { ApiError } from '../errors.ts';

export const windowMs = 60_000;
const maxKeys = 100_000;

export interface RateLimitVerdict {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** Seconds until the whole allowance is there again. */
  resetSeconds: number;
  /** Seconds until the next request is let through; 0 when this one was. */
  retryAfterSeconds: number;
}

/** `cost` 0 tells how things stand and takes nothing. */
type Take<Result> = (keyId: string, perMinute: number, nowMs: number, cost?: 0 | 1) => Result;
/** Counts in this process alone, and so never has to wait. */
export type TakeOwnRateLimit = Take<RateLimitVerdict>;

export interface RateLimits {
  take: Take<RateLimitVerdict | Promise<RateLimitVerdict>>;
  /** Before the first request, so that it does not pay for the beginning, and the log says what is missing. */
  open(): Promise<void>;
  close(): Promise<void>;
}

/**
 * GCRA: one number per key, the moment at which the key's allowance is whole again. A minute's allowance can be spent
 * in one burst and comes back smoothly, one request every 60/limit seconds. Time is counted in parts of a millisecond,
 * as many as there are requests in a minute, so that the sums are of whole numbers.
 */
export function createRateLimit(): TakeOwnRateLimit {
  const wholeAt = new Map<string, { part: number; ms: number }>();
  return (keyId, perMinute, nowMs, cost = 1) => {
    const { next, verdict } = judge(wholeAt.get(keyId)?.part ?? 0, perMinute, nowMs, cost);
    if (verdict.allowed) {
      if (wholeAt.size >= maxKeys) forgetWhole(wholeAt, nowMs);
      wholeAt.set(keyId, { part: next, ms: next / perMinute });
    }
    return verdict;
  };
}

/** What follows for a request from the moment, in parts, at which the allowance is whole again; 0 when it is. */
export function judge(
  wholeAtPart: number,
  perMinute: number,
  nowMs: number,
  cost: 0 | 1,
): { next: number; verdict: RateLimitVerdict } {
  const now = nowMs * perMinute;
  const window = windowMs * perMinute;
  // Further ahead than a whole window cannot be: the clock was set back, and nobody shall wait for it to catch up.
  const start = wholeAtPart - now > window ? now : Math.max(wholeAtPart, now);
  const next = start + cost * windowMs;
  const wait = next - window - now;
  const allowed = wait <= 0;
  const spent = (allowed ? next : start) - now;
  const verdict = {
    allowed,
    limit: perMinute,
    remaining: Math.floor((window - spent) / windowMs),
    resetSeconds: Math.ceil(spent / perMinute / 1000),
    retryAfterSeconds: allowed ? 0 : Math.max(1, Math.ceil(wait / perMinute / 1000)),
  };
  return { next, verdict };
}

/** The refusal. `who` ends the sentence "Too many requests …". */
export function rateLimitExceeded(verdict: RateLimitVerdict, who: string): ApiError {
  const seconds = verdict.retryAfterSeconds;
  return new ApiError('RATE_LIMIT_EXCEEDED', {
    message: `Too many requests ${who}. Wait ${seconds} second${seconds === 1 ? '' : 's'} and try again.`,
    details: { limit_per_minute: verdict.limit, retry_after_seconds: seconds },
    headers: { 'retry-after': String(seconds) },
  });
}

function forgetWhole(wholeAt: Map<string, { ms: number }>, nowMs: number): void {
  for (const [keyId, { ms }] of wholeAt) if (ms <= nowMs) wholeAt.delete(keyId);
}
