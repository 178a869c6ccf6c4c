import type { Context } from '../../app/context.ts';
import { createLanes } from '../../platform/jobs/lanes.ts';
import type { Task } from '../../platform/jobs/task.ts';
import { selectLanesAtWork } from './evm/batch-store.ts';
import type { SendingLane } from './sending-lane.ts';

/** On shutdown, running steps get this long before their requests are aborted. */
const drainMs = 10_000;

/** Sends transfers on live chains, one lane per chain, and another for payments by signature. */
export function createSendTask(openLanes: (ctx: Context) => SendingLane[]): Task {
  const lanes = createLanes<SendingLane>(({ name }) => name);
  let all: SendingLane[] | null = null;
  let stopping = new AbortController();

  const started = (ctx: Context) => {
    all ??= openLanes(ctx);
    return all;
  };

  return {
    name: 'send-transfers',
    async run(ctx) {
      if (stopping.signal.aborted) stopping = new AbortController();
      const nowMs = ctx.clock.nowMs();
      const busy = new Set(lanes.busy());
      const atWork = new Set(await selectLanesAtWork(ctx.db, ctx.clock.now()));
      const due = started(ctx).filter(
        (lane) =>
          !busy.has(lane.name) &&
          (lane.nextLookMs <= nowMs || (atWork.has(lane.name) && lane.nextPollMs <= nowMs)),
      );
      const { signal } = stopping;
      for (const lane of due)
        lanes.start(
          [lane],
          () => lane.run(signal),
          () => ctx.wake.at('send-transfers', new Date(lane.nextPollMs)),
        );
      return due.length;
    },
    // No polling: new transfers wake this task, and so does the end of a lane's step.
    nextDueAt: async () => null,
    async drain() {
      const timer = setTimeout(() => stopping.abort(), drainMs);
      try {
        await lanes.drain();
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
