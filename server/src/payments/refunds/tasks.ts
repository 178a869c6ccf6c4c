import type { Task } from '../../platform/jobs/task.ts';
import { forgetClaims } from './claims.ts';
import { coverWaiting } from './coverage.ts';
import { failUncovered, failWithoutAddress } from './end-refunds.ts';
import { releaseAboveZero } from './hold-refunds.ts';
import { nextWithoutAddress } from './store.ts';

const batchSize = 50;

/** Fails refunds whose wait for an address or the balance has timed out. Others end with their transfers. */
const expireRefunds: Task = {
  name: 'expire-refunds',
  run: async (ctx) => (await failWithoutAddress(ctx, batchSize)) + (await failUncovered(ctx, batchSize)),
  nextDueAt: (ctx) => nextWithoutAddress(ctx.db),
  everyMs: 60_000,
};

/** Polls every second, since balances grow in many ways. Few refunds wait. */
const coverRefunds: Task = {
  name: 'cover-refunds',
  run: async (ctx) => (await coverWaiting(ctx)) + (await releaseAboveZero(ctx)),
  nextDueAt: async () => null,
};

const forgetClaimLinks: Task = {
  name: 'forget-claim-links',
  run: (ctx) => forgetClaims(ctx, batchSize),
  // Not urgent: the refunds of old links have ended.
  nextDueAt: async () => null,
  everyMs: 60 * 60_000,
};

export const refundTasks: Task[] = [coverRefunds, expireRefunds, forgetClaimLinks];
