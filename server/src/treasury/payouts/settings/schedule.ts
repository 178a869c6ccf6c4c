import { dayMs, minuteMs } from '../../../lib/durations.ts';

/** The soonest first. */
export const schedules = ['instant', 'daily', 'weekly', 'manual'] as const;
export type Schedule = (typeof schedules)[number];

/** The first of January 1970 was a Thursday. */
const firstMondayMs = 4 * dayMs;

/** When balances are checked next: within a minute, at midnight UTC, on Monday at midnight UTC, or never. */
export function nextLook(schedule: Schedule, now: Date): Date | null {
  switch (schedule) {
    case 'instant':
      return new Date(now.getTime() + minuteMs);
    case 'daily':
      return new Date(nextMultiple(now.getTime(), dayMs));
    case 'weekly':
      return new Date(firstMondayMs + nextMultiple(now.getTime() - firstMondayMs, 7 * dayMs));
    case 'manual':
      return null;
  }
}

function nextMultiple(value: number, of: number): number {
  return (Math.floor(value / of) + 1) * of;
}
