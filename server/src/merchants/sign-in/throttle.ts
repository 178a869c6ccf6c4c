import { createHash } from 'node:crypto';
import type { Context } from '../../app/context.ts';
import { dayMs } from '../../lib/durations.ts';
import { ApiError } from '../../lib/errors.ts';
import type { Sql } from '../../platform/db/client.ts';
import { lockThrottles, pardonThrottles, saveThrottles, type ThrottleRow } from './throttle-store.ts';

/** Whose failed attempts are counted, and how many are allowed before delays start. */
export interface Counter {
  key: Buffer;
  maxFailures: number;
}

const firstDelayMs = 30_000;
const maxDelayMs = 15 * 60_000;
/** Failures older than this are forgotten. */
export const forgetAfterMs = dayMs;

export function counter(maxFailures: number, ...parts: string[]): Counter {
  return { key: createHash('sha256').update(JSON.stringify(parts)).digest(), maxFailures };
}

/** The delay before the next attempt after this many failures. */
export function delayMs(failures: number, maxFailures: number): number {
  return failures < maxFailures ? 0 : Math.min(maxDelayMs, firstDelayMs * 2 ** (failures - maxFailures));
}

/**
 * Counts an attempt as failed before it is made, so that concurrent attempts cannot bypass the limit, also across
 * processes. Rejected attempts are not counted, so a block ends on its own.
 */
export async function takeAttempt(ctx: Context, counters: Counter[]): Promise<void> {
  const now = ctx.clock.now();
  const waitMs = await ctx.db.begin(async (tx) => {
    const rows = await lockThrottles(
      tx,
      counters.map(({ key }) => key),
      now,
    );
    const blockedMs = Math.max(0, ...rows.map((row) => (row.blocked_until?.getTime() ?? 0) - now.getTime()));
    if (blockedMs > 0) return blockedMs;
    await saveThrottles(
      tx,
      rows.map((row) => countedOnce(row, limitOf(counters, row), now)),
    );
    return 0;
  });
  if (waitMs > 0) throw tooMany(waitMs);
}

/** Call after a successful attempt to undo takeAttempt. */
export async function giveBack(sql: Sql, counters: Counter[]): Promise<void> {
  await pardonThrottles(
    sql,
    counters.map(({ key }) => ({ key, clear: false })),
  );
}

function countedOnce(row: ThrottleRow, maxFailures: number, now: Date): ThrottleRow {
  const stale = now.getTime() - row.last_failure_at.getTime() >= forgetAfterMs;
  const failures = (stale ? 0 : row.failures) + 1;
  const wait = delayMs(failures, maxFailures);
  return {
    throttle_key: row.throttle_key,
    failures,
    last_failure_at: now,
    blocked_until: wait > 0 ? new Date(now.getTime() + wait) : null,
  };
}

function limitOf(counters: Counter[], row: ThrottleRow): number {
  const found = counters.find(({ key }) => key.equals(row.throttle_key));
  if (!found) throw new Error('lockThrottles returned an unknown key');
  return found.maxFailures;
}

function tooMany(waitMs: number): ApiError {
  const seconds = Math.ceil(waitMs / 1000);
  const wait =
    seconds < 90 ? `${seconds} second${seconds === 1 ? '' : 's'}` : `${Math.ceil(seconds / 60)} minutes`;
  return new ApiError('RATE_LIMIT_EXCEEDED', {
    message: `Too many failed attempts. Wait ${wait}, or reset your password by e-mail.`,
    details: { retry_after_seconds: seconds },
    headers: { 'retry-after': String(seconds) },
  });
}
