import type { Task } from '../jobs/task.ts';
import { announcing } from '../webhooks/events.ts';
import { moveAndAnnounce } from './paying.ts';
import { lockExpirable, nextExpiry } from './store.ts';
import { createWatchTask } from './watching.ts';

const batchSize = 500;

const expirePayments: Task = {
  name: 'expire-payments',
  async run(ctx) {
    return announcing(ctx, async (tx) => {
      const due = await lockExpirable(tx, ctx.clock.now(), batchSize);
      return (await moveAndAnnounce(ctx, tx, 'expire', due)).length;
    });
  },
  nextDueAt: (ctx) => nextExpiry(ctx.db),
};

export function paymentTasks(): Task[] {
  return [createWatchTask(), expirePayments];
}
