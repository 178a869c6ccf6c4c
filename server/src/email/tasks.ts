import { dayMs } from '../durations.ts';
import type { Task } from '../jobs/task.ts';
import { deleteOldEmails } from './store.ts';
import { createEmailTask } from './worker.ts';

const purgeBatchSize = 1000;

/** Deletes e-mails after RETENTION_DAYS, sent or not. */
const forgetOldEmails: Task = {
  name: 'forget-old-emails',
  run: (ctx) =>
    deleteOldEmails(ctx.db, new Date(ctx.clock.nowMs() - ctx.config.retentionDays * dayMs), purgeBatchSize),
  nextDueAt: async () => null,
  everyMs: 60_000,
};

export function emailTasks(): Task[] {
  return [createEmailTask(), forgetOldEmails];
}
