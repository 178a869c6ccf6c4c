import { dayMs } from '../durations.ts';
import { firstIdAt } from '../ids.ts';
import type { Task } from '../jobs/task.ts';
import { deleteRequestsBefore, deleteRequestsBeyond } from './store.ts';

const keptMs = 7 * dayMs;
/** Per environment, so that test requests do not displace live ones. */
const keptPerMerchant = 100_000;
const batchSize = 1000;

const forgetOldRequests: Task = {
  name: 'forget-old-requests',
  run: (ctx) => deleteRequestsBefore(ctx.db, firstIdAt('req', ctx.clock.nowMs() - keptMs), batchSize),
  nextDueAt: async () => null,
  everyMs: 60_000,
};

/** Runs rarely, because it has to count the requests of each merchant. */
const forgetManyRequests: Task = {
  name: 'forget-many-requests',
  run: (ctx) => deleteRequestsBeyond(ctx.db, keptPerMerchant, batchSize),
  nextDueAt: async () => null,
  everyMs: 600_000,
};

export const requestTasks: Task[] = [forgetOldRequests, forgetManyRequests];
