import { announcing, isSome } from '../messages/webhooks/events.ts';
import { OneByOne } from '../platform/jobs/one-by-one.ts';
import type { Task } from '../platform/jobs/task.ts';
import { moveAndAnnounce } from './credit/apply-reports.ts';
import { createWatchTask } from './credit/ask-chains.ts';
import { lockExpirable, nextExpiry } from './payment/store.ts';

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
