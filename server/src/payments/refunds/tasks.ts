import type { Task } from '../../platform/jobs/task.ts';
import { forgetClaims } from './claims.ts';
import { coverWaiting } from './coverage.ts';
import { failUncovered, failWithoutAddress } from './end-refunds.ts';
import { releaseAboveZero } from './hold-refunds.ts';
import { nextWithoutAddress } from './store.ts';

const batchSize = 50;

/** Fails refunds that wait for an address or for the balance in vain. All others end with their transfers. */
const expireRefunds: Task = {
  name: 'expire-refunds',
  run: async (ctx) => (await failWithoutAddress(ctx, batchSize)) + (await failUncovered(ctx, batchSize)),
  nextDueAt: (ctx) => nextWithoutAddress(ctx.db),
  everyMs: 60_000,
};

/** Looks every second: what it waits for is money, which comes in many ways. Few refunds wait. */
const coverRefunds: Task = {
  name: 'cover-refunds',
  run: async (ctx) => (await coverWaiting(ctx)) + (await releaseAboveZero(ctx)),
  nextDueAt: async () => null,
};

const forgetClaimLinks: Task = {
  name: 'forget-claim-links',
  run: (ctx) => forgetClaims(ctx, batchSize),
  // Not urgent: what an old link shows has ended.
  nextDueAt: async () => null,
  everyMs: 60 * 60_000,
};

export const refundTasks: Task[] = [coverRefunds, expireRefunds, forgetClaimLinks];
