import type { Task } from '../jobs/task.ts';
import { sendDigest, tellMembers } from './telling.ts';

/** Mails members what they want to be told, and on the next day what was above the limit. */
const sendNotices: Task = {
  name: 'send-notices',
  async run(ctx) {
    if (ctx.mailer === null) return 0;
    return (await tellMembers(ctx)) + (await sendDigest(ctx));
  },
  nextDueAt: async () => null,
  everyMs: 10_000,
};

export const noticeTasks: Task[] = [sendNotices];
