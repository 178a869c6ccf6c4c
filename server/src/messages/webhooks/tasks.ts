import { turnPartitions } from '../../platform/db/partitions.ts';
import { OneByOne } from '../../platform/jobs/one-by-one.ts';
import type { Task } from '../../platform/jobs/task.ts';
import { noteFailingEndpoints } from './endpoints/failing-endpoints.ts';
import { deleteForgottenEndpoints, eventTables } from './event-store.ts';
import { createDeliveryTasks } from './worker.ts';

/** Events, deliveries and attempts are kept for RETENTION_DAYS. */
const forgetOldEvents: Task = {
  name: 'forget-old-events',
  run: async (ctx) =>
    (await turnPartitions(ctx, eventTables, ctx.config.retentionDays)) +
    (await deleteForgottenEndpoints(ctx.db)),
  nextDueAt: async () => null,
  everyMs: 60_000,
};

function createFailingTask(): Task {
  const oneByOne = new OneByOne('note-failing-endpoints');
  return {
    name: 'note-failing-endpoints',
    run: (ctx) => noteFailingEndpoints(ctx, oneByOne),
    nextDueAt: async () => null,
    everyMs: 60_000,
  };
}

export function webhookTasks(): Task[] {
  return [...createDeliveryTasks(), forgetOldEvents, createFailingTask()];
}
