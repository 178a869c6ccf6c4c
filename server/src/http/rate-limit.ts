const windowMs = 60_000;
const maxKeys = 100_000;

interface RateLimitVerdict {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** Seconds until the whole allowance is there again. */
  resetSeconds: number;
  /** Seconds until the next request is let through; 0 when this one was. */
  retryAfterSeconds: number;
}

/** `cost` 0 tells how things stand and takes nothing. */
export type TakeRateLimit = (
  keyId: string,
  perMinute: number,
  nowMs: number,
  cost?: 0 | 1,
) => RateLimitVerdict;

/**
 * GCRA: one number per key, the moment at which the key's allowance is whole again. A minute's allowance can be spent
 * in one burst and comes back smoothly, one request every 60/limit seconds.
 */
export function createRateLimit(): TakeRateLimit {
  const wholeAtMs = new Map<string, number>();
  return (keyId, perMinute, nowMs, cost = 1) => {
    const intervalMs = windowMs / perMinute;
    const known = wholeAtMs.get(keyId) ?? nowMs;
    // Further ahead than a whole window cannot be: the clock was set back, and nobody shall wait for it to catch up.
    const startMs = known - nowMs > windowMs ? nowMs : Math.max(known, nowMs);
    const nextMs = startMs + cost * intervalMs;
    const waitMs = nextMs - windowMs - nowMs;
    // Half a microsecond of tolerance absorbs the rounding of repeated additions.
    const allowed = waitMs <= 0.0005;
    if (allowed) {
      if (wholeAtMs.size >= maxKeys) forgetWhole(wholeAtMs, nowMs);
      wholeAtMs.set(keyId, nextMs);
    }
    const spentMs = (allowed ? nextMs : startMs) - nowMs;
    return {
      allowed,
      limit: perMinute,
      remaining: Math.max(0, Math.floor((windowMs - spentMs) / intervalMs + 1e-6)),
      resetSeconds: Math.ceil(spentMs / 1000),
      retryAfterSeconds: allowed ? 0 : Math.max(1, Math.ceil(waitMs / 1000)),
    };
  };
}

function forgetWhole(wholeAtMs: Map<string, number>, nowMs: number): void {
  for (const [keyId, atMs] of wholeAtMs) if (atMs <= nowMs) wholeAtMs.delete(keyId);
}
