import { announcing, isSome } from '../messages/webhooks/events.ts';
import type { Task } from '../platform/jobs/task.ts';
import { creditEach } from './credit/credit.ts';
import { lockDue, nextLook } from './payment/payments.ts';

const batchSize = 500;

/** What needs time alone: deadlines, what test mode's clock makes final, and payments that could not be written before. */
const creditPayments: Task = {
  name: 'credit-payments',
  run: (ctx) =>
    announcing(
      ctx,
      async (tx) => {
        const due = await lockDue(tx, ctx.clock.now(), batchSize);
        await creditEach(ctx, tx, due);
        return due.length;
      },
      isSome,
    ),
  nextDueAt: (ctx) => nextLook(ctx.db),
};

export function paymentTasks(): Task[] {
  return [creditPayments];
}
