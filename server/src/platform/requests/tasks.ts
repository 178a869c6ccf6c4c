import { dayMs } from '../../lib/durations.ts';
import { firstIdAt } from '../../lib/ids.ts';
import type { Task } from '../jobs/task.ts';
import { deleteRequestsBefore, deleteRequestsBeyond } from './store.ts';

const keptMs = 7 * dayMs;
/** Per environment, so that test requests do not displace live ones. */
const keptPerMerchant = 100_000;
/** Bodies take up to 16 KiB each: one merchant can fill 320 MB with both environments. */
const keptBodiesPerMerchant = 10_000;
const batchSize = 1000;

const forgetOldRequests: Task = {
  name: 'forget-old-requests',
  async run({ db, clock }) {
    const oldest = firstIdAt('req', clock.nowMs() - keptMs);
    const bodies = await deleteRequestsBefore(db, oldest, batchSize, 'request_bodies');
    return bodies + (await deleteRequestsBefore(db, oldest, batchSize));
  },
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
