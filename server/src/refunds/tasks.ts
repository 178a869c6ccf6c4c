import type { Task } from '../jobs/task.ts';
import { forgetClaims } from './claims.ts';
import { failWithoutAddress } from './ending.ts';
import { nextWithoutAddress } from './store.ts';

const batchSize = 50;

/** Fails live refunds that wait for an address in vain. All others end with their transfers. */
const expireRefunds: Task = {
  name: 'expire-refunds',
  run: (ctx) => failWithoutAddress(ctx, batchSize),
  nextDueAt: (ctx) => nextWithoutAddress(ctx.db),
  everyMs: 60_000,
};

const forgetClaimLinks: Task = {
  name: 'forget-claim-links',
  run: (ctx) => forgetClaims(ctx, batchSize),
  // Not urgent: what an old link shows has ended.
  nextDueAt: async () => null,
  everyMs: 60 * 60_000,
};

export const refundTasks: Task[] = [expireRefunds, forgetClaimLinks];
