import { hourMs, minuteMs } from './durations.ts';
import type { Random } from './random.ts';

/** The documented delays between attempts; seven attempts in total. */
export const retryDelaysMs = [
  minuteMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  8 * hourMs,
  24 * hourMs,
] as const;
export const maxAttempts = retryDelaysMs.length + 1;

/** When to retry after `attempts` failures, with up to 10% jitter; null after the last attempt. */
export function nextAttemptAt(attempts: number, failedAt: Date, random: Random): Date | null {
  const delayMs = retryDelaysMs[attempts - 1];
  if (delayMs === undefined) return null;
  return new Date(failedAt.getTime() + delayMs + random.between(0, delayMs / 10));
}
