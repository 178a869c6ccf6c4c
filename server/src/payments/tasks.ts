import type { Sql } from '../db/client.ts';
import type { Task } from '../jobs/task.ts';
import { announcing, isSome } from '../webhooks/events.ts';
import { moveAndAnnounce } from './paying.ts';
import { lockExpirable, nextExpiry } from './store.ts';
import { createWatchTask } from './watching.ts';

const batchSize = 500;

const expirePayments: Task = {
  name: 'expire-payments',
  async run(ctx) {
    const expire = async (tx: Sql) => {
      const due = await lockExpirable(tx, ctx.clock.now(), batchSize);
      return (await moveAndAnnounce(ctx, tx, 'expire', due)).length;
    };
    return announcing(ctx, expire, isSome);
  },
  nextDueAt: (ctx) => nextExpiry(ctx.db, ctx.clock.now()),
};

export function paymentTasks(): Task[] {
  return [createWatchTask(), expirePayments];
}
