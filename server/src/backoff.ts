import { hourMs, minuteMs } from './durations.ts';
import type { Random } from './random.ts';

/** How long after a failed attempt the next one is made: the contract's table, seven attempts in all. */
export const retryDelaysMs = [
  minuteMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  8 * hourMs,
  24 * hourMs,
] as const;
export const maxAttempts = retryDelaysMs.length + 1;

/** When to try again after `attempts` failures, a little later each so that retries spread; null after the last one. */
export function nextAttemptAt(attempts: number, failedAt: Date, random: Random): Date | null {
  const delayMs = retryDelaysMs[attempts - 1];
  if (delayMs === undefined) return null;
  return new Date(failedAt.getTime() + delayMs + random.between(0, delayMs / 10));
}
