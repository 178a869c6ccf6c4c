import type { Context } from '../context.ts';
import { within } from '../deadline.ts';
import { createLanes } from '../jobs/lanes.ts';
import type { Task } from '../jobs/task.ts';
import { advanceRefund } from './sending.ts';
import { nextRefundCheck, type RefundRow, takeDueRefunds } from './store.ts';

const batchSize = 50;
/** Must be longer than a step may take. If the worker is killed, its refunds become due again after this. */
const leaseMs = 30_000;
const stepTimeoutMs = 10_000;

/**
 * Sends refunds and checks their status. A chain that hangs gets no new refunds until its steps time out; the others go
 * on.
 */
function createRefundTask(): Task {
  const chains = createLanes(chainOf);
  return {
    name: 'send-refunds',
    async run(ctx) {
      chains.rethrow();
      const now = ctx.clock.now();
      const leaseUntil = new Date(now.getTime() + leaseMs);
      const due = await takeDueRefunds(ctx.db, now, leaseUntil, batchSize, chains.busy());
      chains.start(
        due,
        async (refunds) => void (await Promise.all(refunds.map((refund) => step(ctx, refund)))),
        () => ctx.wake.at('send-refunds', ctx.clock.now()),
      );
      return due.length;
    },
    nextDueAt: (ctx) => nextRefundCheck(ctx.db, chains.busy()),
    drain: chains.drain,
  };
}

function chainOf({ environment, chain }: RefundRow): string {
  return `${environment} ${chain}`;
}

export function refundTasks(): Task[] {
  return [createRefundTask()];
}

/** Never rejects: on failure the lease ends and the refund is retried. */
async function step(ctx: Context, refund: RefundRow): Promise<void> {
  try {
    const late = () => new Error(`no answer within ${stepTimeoutMs / 1000} seconds`);
    await within(stepTimeoutMs, advanceRefund(ctx, refund), late);
  } catch (error) {
    const { refund_id, chain, environment } = refund;
    ctx.log.error({ err: error, refund_id, chain, environment }, 'refund not sent yet, will be tried again');
  }
}
