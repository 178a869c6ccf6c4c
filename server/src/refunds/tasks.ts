import type { Context } from '../context.ts';
import type { Task } from '../jobs/task.ts';
import { advanceRefund } from './sending.ts';
import { nextRefundCheck, type RefundRow, takeDueRefunds } from './store.ts';

const batchSize = 50;
/** Longer than a chain may take to answer; a killed worker's refunds are taken up again after this. */
const leaseMs = 30_000;

/** Sends refunds and asks the chains what became of them. */
const sendRefunds: Task = {
  name: 'send-refunds',
  async run(ctx) {
    const now = ctx.clock.now();
    const due = await takeDueRefunds(ctx.db, now, new Date(now.getTime() + leaseMs), batchSize);
    await Promise.all(due.map((refund) => step(ctx, refund)));
    return due.length;
  },
  nextDueAt: (ctx) => nextRefundCheck(ctx.db),
};

export const refundTasks: Task[] = [sendRefunds];

/** One chain that does not answer holds up only its own refunds: their lease runs out and they are tried again. */
async function step(ctx: Context, refund: RefundRow): Promise<void> {
  try {
    await advanceRefund(ctx, refund);
  } catch (error) {
    const { refund_id, chain, environment } = refund;
    ctx.log.error({ err: error, refund_id, chain, environment }, 'refund not sent yet, will be tried again');
  }
}
