import { ApiError } from '../../../lib/errors.ts';

export const windowMs = 60_000;
const maxKeys = 100_000;

export interface RateLimitVerdict {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** Seconds until the full limit is available again. */
  resetSeconds: number;
  /** Seconds until the next request is allowed; 0 when this one was. */
  retryAfterSeconds: number;
}

/** `cost` 0 reads the state without counting a request. */
type Take<Result> = (keyId: string, perMinute: number, nowMs: number, cost?: 0 | 1) => Result;
/** Counts in this process only, so it is synchronous. */
export type TakeOwnRateLimit = Take<RateLimitVerdict>;

export interface RateLimits {
  take: Take<RateLimitVerdict | Promise<RateLimitVerdict>>;
  /** Connects before the first request, so that problems are logged at start-up. */
  open(): Promise<void>;
  close(): Promise<void>;
}

/**
 * GCRA: stores one number per key, the time at which its full limit is available again. A minute's limit can be used in
 * one burst and refills smoothly, one request every 60/limit seconds. The unit of time is 1/limit of a millisecond (a
 * "part"), which keeps the arithmetic in integers.
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

/** Decides one request. `wholeAtPart` is when the full limit is available again, in parts; 0 for an unknown key. */
export function judge(
  wholeAtPart: number,
  perMinute: number,
  nowMs: number,
  cost: 0 | 1,
): { next: number; verdict: RateLimitVerdict } {
  const now = nowMs * perMinute;
  const window = windowMs * perMinute;
  // More than a window ahead means that the clock was set back. Start over instead of waiting for it to catch up.
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

/** `who` completes the message "Too many requests …". */
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
