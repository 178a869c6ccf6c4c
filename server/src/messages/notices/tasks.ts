import { OneByOne } from '../../platform/jobs/one-by-one.ts';
import type { Task } from '../../platform/jobs/task.ts';
import { sendDigest, tellMembers } from './tell-members.ts';

/** Mails notices to members, and on the next day a digest of those above the limit. */
export function noticeTasks(): Task[] {
  const notices = new OneByOne('send-notices');
  const digests = new OneByOne('send-notices');
  return [
    {
      name: 'send-notices',
      async run(ctx) {
        if (ctx.mailer === null) return 0;
        return (await tellMembers(ctx, notices)) + (await sendDigest(ctx, digests));
      },
      nextDueAt: async () => null,
      everyMs: 10_000,
    },
  ];
}
