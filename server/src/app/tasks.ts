import { approvalTasks } from '../merchants/approvals/tasks.ts';
import { forgetStaleIdentity } from '../merchants/sign-in/tasks.ts';
import { alarmTasks } from '../messages/alarms/tasks.ts';
import { emailTasks } from '../messages/email/tasks.ts';
import { noticeTasks } from '../messages/notices/tasks.ts';
import { webhookTasks } from '../messages/webhooks/tasks.ts';
import { invoiceTasks } from '../payments/invoices/tasks.ts';
import { refundTasks } from '../payments/refunds/tasks.ts';
import { screeningTasks } from '../payments/screening/tasks.ts';
import { paymentTasks } from '../payments/tasks.ts';
import { testModeTasks } from '../payments/test-mode/tasks.ts';
import { deleteExpiredAnswers } from '../platform/db/idempotency.ts';
import type { Task } from '../platform/jobs/task.ts';
import { requestTasks } from '../platform/requests/tasks.ts';
import { ledgerTasks } from '../treasury/ledger/tasks.ts';
import { settlementTasks } from '../treasury/payouts/tasks.ts';
import { pricingTasks } from '../treasury/prices/tasks.ts';
import type { Context } from './context.ts';
import { liveModeTasks } from './live-tasks.ts';

const purgeBatchSize = 1000;

const forgetIdempotencyKeys: Task = {
  name: 'forget-idempotency-keys',
  run: (ctx) => deleteExpiredAnswers(ctx.db, ctx.clock.now(), purgeBatchSize),
  // Not urgent: expired responses are never used.
  nextDueAt: async () => null,
  everyMs: 60_000,
};

/** All background tasks. Created per process: some hold state about work in progress. */
export async function createTasks(ctx: Context): Promise<Task[]> {
  return [
    ...testModeTasks(),
    ...(await liveModeTasks(ctx)),
    ...pricingTasks,
    ...paymentTasks(),
    ...screeningTasks(),
    ...refundTasks,
    ...settlementTasks,
    ...ledgerTasks,
    ...alarmTasks,
    ...invoiceTasks(),
    ...webhookTasks(),
    ...noticeTasks(),
    ...emailTasks(),
    ...requestTasks,
    forgetIdempotencyKeys,
    forgetStaleIdentity,
    ...approvalTasks,
  ];
}
