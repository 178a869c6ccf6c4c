import { dayMs } from '../../lib/durations.ts';
import { firstIdAt } from '../../lib/ids.ts';
import type { Task } from '../../platform/jobs/task.ts';
import { toldForMs } from '../members/tell-owners.ts';
import { deleteStale } from './reset-store.ts';
import { forgetAfterMs } from './throttle.ts';

const batchSize = 1000;

/** Frees space only: expired rows are ignored everywhere. */
export const forgetStaleIdentity: Task = {
  name: 'forget-stale-sessions',
  run: (ctx) => {
    const now = ctx.clock.now();
    const failures = new Date(now.getTime() - forgetAfterMs);
    const formerMembers = new Date(now.getTime() - toldForMs);
    const refused = firstIdAt('aud', now.getTime() - ctx.config.retentionDays * dayMs);
    return deleteStale(ctx.db, { now, formerMembers, failures, refused }, batchSize);
  },
  nextDueAt: async () => null,
  everyMs: 60_000,
};
