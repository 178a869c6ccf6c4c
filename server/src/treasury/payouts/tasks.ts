import type { Task } from '../../platform/jobs/task.ts';
import { releasePayouts } from './release-payouts.ts';
import { makeDuePayouts } from './settings/make-due-payouts.ts';
import { nextSettlement } from './settings/settings-store.ts';

const requestPayouts: Task = {
  name: 'request-payouts',
  run: makeDuePayouts,
  nextDueAt: (ctx) => nextSettlement(ctx.db),
  everyMs: 60_000,
};

/** Polls every second for a comparison, which any worker may make. */
const releaseHeld: Task = {
  name: 'release-payouts',
  run: releasePayouts,
  nextDueAt: async () => null,
};

export const settlementTasks: Task[] = [requestPayouts, releaseHeld];
