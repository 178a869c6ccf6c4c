import { CausewayApiError, CausewayConnectionError, CausewayUnexpectedResponseError } from './errors.ts';

const firstDelayMs = 500;
const longestDelayMs = 8000;
/** The rate limit's window is a minute, so the service never asks for more. Longer values are not waited for. */
const longestRetryAfterSeconds = 60;

/** Delay before the next attempt; null when a retry would not help. */
export function retryDelayMs(error: unknown, attempt: number, random: () => number): number | null {
  const backoffMs = Math.min(longestDelayMs, firstDelayMs * 2 ** (attempt - 1));
  // Jitter keeps many clients from retrying at the same moment; at least half, so that a retry is never immediate.
  const jitteredMs = backoffMs * (0.5 + random() / 2);
  if (error instanceof CausewayConnectionError) return jitteredMs;
  if (!(error instanceof CausewayApiError || error instanceof CausewayUnexpectedResponseError)) return null;
  const { status, retryAfterSeconds } = error;
  if (!isPassing(status, retryAfterSeconds)) return null;
  if (retryAfterSeconds === null) return jitteredMs;
  return retryAfterSeconds > longestRetryAfterSeconds ? null : retryAfterSeconds * 1000 + jitteredMs / 4;
}

/** A 409 with `Retry-After` means that a request with the same idempotency key is in flight; other conflicts are final. */
function isPassing(status: number, retryAfterSeconds: number | null): boolean {
  return status === 408 || status === 429 || status >= 500 || (status === 409 && retryAfterSeconds !== null);
}

/** Parses both forms of the header: seconds and HTTP date. */
export function parseRetryAfter(header: string | null, nowMs: number): number | null {
  if (header === null) return null;
  if (/^\d+$/.test(header)) return Number(header);
  const seconds = Math.ceil((Date.parse(header) - nowMs) / 1000);
  return Number.isNaN(seconds) ? null : Math.max(0, seconds);
}

/** Rejects with the signal's reason when it is aborted. */
export function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
