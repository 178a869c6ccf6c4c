import { OneByOne } from '../jobs/one-by-one.ts';
import type { Task } from '../jobs/task.ts';
import { announcing, isSome } from '../webhooks/events.ts';
import { moveAndAnnounce } from './paying.ts';
import { lockExpirable, nextExpiry } from './store.ts';
import { createWatchTask } from './watching.ts';

const batchSize = 500;

function createExpiryTask(): Task {
  const oneByOne = new OneByOne('expire-payments');
  return {
    name: 'expire-payments',
    run: (ctx) =>
      oneByOne.run(ctx, (claim, claimed) =>
        announcing(
          ctx,
          async (tx) => {
            const due = await lockExpirable(tx, ctx.clock.now(), batchSize, claim);
            claimed(due.map(({ payment_id }) => payment_id));
            return (await moveAndAnnounce(ctx, tx, 'expire', due)).length;
          },
          isSome,
        ),
      ),
    nextDueAt: (ctx) => nextExpiry(ctx.db, ctx.clock.now(), oneByOne.claim(ctx)),
  };
}

export function paymentTasks(): Task[] {
  return [createWatchTask(), createExpiryTask()];
}
