import { turnPartitions } from '../db/partitions.ts';
import type { Task } from '../jobs/task.ts';
import { deleteRequestsBeyond, requestTables } from './store.ts';

const keptDays = 7;
/** Per environment, so that test requests do not displace live ones. */
const keptPerMerchant = 100_000;
/** Bodies take up to 16 KiB each: one merchant can fill 320 MB with both environments. */
const keptBodiesPerMerchant = 10_000;
const batchSize = 1000;

const forgetOldRequests: Task = {
  name: 'forget-old-requests',
  run: (ctx) => turnPartitions(ctx, requestTables, keptDays),
  nextDueAt: async () => null,
  everyMs: 60_000,
};

/** Runs rarely, because it has to count the requests of each merchant. */
const forgetManyRequests: Task = {
  name: 'forget-many-requests',
  async run({ db }) {
    const bodies = await deleteRequestsBeyond(db, keptBodiesPerMerchant, batchSize, 'request_bodies');
    return bodies + (await deleteRequestsBeyond(db, keptPerMerchant, batchSize));
  },
  nextDueAt: async () => null,
  everyMs: 600_000,
};

export const requestTasks: Task[] = [forgetOldRequests, forgetManyRequests];
