import type { Task } from '../../platform/jobs/task.ts';
import { historyMs } from './history.ts';
import { pollRates } from './poll-sources.ts';
import { deleteHistoryBefore, nextRoundAt } from './store.ts';

const purgeBatchSize = 1000;

/** Fetches live prices, in one worker at a time. Idle until a live chain is configured. */
const pollLiveRates: Task = {
  name: 'poll-rates',
  run: async (ctx) => (ctx.prices && (await pollRates(ctx, ctx.prices)) ? 1 : 0),
  nextDueAt: async (ctx) => (ctx.prices ? nextRoundAt(ctx.db) : null),
  everyMs: 30_000,
};

const forgetOldRates: Task = {
  name: 'forget-old-rates',
  run: (ctx) => deleteHistoryBefore(ctx.db, new Date(ctx.clock.nowMs() - historyMs), purgeBatchSize),
  nextDueAt: async () => null,
  everyMs: 60_000,
};

export const pricingTasks: Task[] = [pollLiveRates, forgetOldRates];
