import { alarmTasks } from '../alarms/tasks.ts';
import type { Context } from '../context.ts';
import { deleteExpiredAnswers } from '../db/idempotency.ts';
import { emailTasks } from '../email/tasks.ts';
import { forgetStaleIdentity } from '../identity/tasks.ts';
import { invoiceTasks } from '../invoices/tasks.ts';
import { ledgerTasks } from '../ledger/tasks.ts';
import { liveModeTasks } from '../live-mode/tasks.ts';
import { noticeTasks } from '../notices/tasks.ts';
import { paymentTasks } from '../payments/tasks.ts';
import { pricingTasks } from '../pricing/tasks.ts';
import { refundTasks } from '../refunds/tasks.ts';
import { requestTasks } from '../requests/tasks.ts';
import { settlementTasks } from '../settlement/tasks.ts';
import { testModeTasks } from '../test-mode/tasks.ts';
import { webhookTasks } from '../webhooks/tasks.ts';
import type { Task } from './task.ts';

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
  ];
}
