import { dayMs } from '../../lib/durations.ts';
import type { Task } from '../../platform/jobs/task.ts';
import { deleteOldQuotas } from './quota-store.ts';
import { dayOf } from './quotas.ts';
import { deleteOldEmails } from './store.ts';
import { createEmailTask } from './worker.ts';

const purgeBatchSize = 1000;

/** Deletes e-mails after RETENTION_DAYS, sent or not, and what was counted on days that are over. */
const forgetOldEmails: Task = {
  name: 'forget-old-emails',
  async run({ db, clock, config }) {
    const before = new Date(clock.nowMs() - config.retentionDays * dayMs);
    // One more day is kept, since the clocks of processes differ.
    const yesterday = dayOf(new Date(clock.nowMs() - dayMs));
    const emails = await deleteOldEmails(db, before, purgeBatchSize);
    return emails + (await deleteOldQuotas(db, yesterday, purgeBatchSize));
  },
  nextDueAt: async () => null,
  everyMs: 60_000,
};

export function emailTasks(): Task[] {
  return [createEmailTask(), forgetOldEmails];
}
