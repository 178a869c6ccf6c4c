import type { Task } from '../../platform/jobs/task.ts';
import { foldChanges } from './store.ts';

const batchSize = 5000;

/** Keeps balances cheap to read: without it they are right, and ever slower. */
const foldLedger: Task = {
  name: 'fold-ledger',
  run: (ctx) => foldChanges(ctx.db, batchSize),
  nextDueAt: async () => null,
  everyMs: 5000,
};

export const ledgerTasks: Task[] = [foldLedger];
