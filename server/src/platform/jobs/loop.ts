import { setMaxListeners } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import type { Context } from '../../app/context.ts';
import { within } from '../../lib/deadline.ts';
import { minuteMs } from '../../lib/durations.ts';
import type { Task } from './task.ts';

/** The poll interval: without a wake-up, new work is found after this long at most. */
const idleMs = 1000;
const minPauseMs = 20;
const maxBackoffMs = 30_000;
interface LoopLimits {
  batchMs: number;
  /** Of asking when a task is due. */
  dueMs: number;
}

const usualLimits: LoopLimits = {
  // Far longer than any batch takes: its statements, requests and lanes have deadlines of their own.
  batchMs: 10 * minuteMs,
  // A statement by an index. A database host that vanished would hold the loop until TCP gives up.
  dueMs: minuteMs / 2,
};

export interface Jobs {
  /** Stops after the running batches. */
  stop(): Promise<void>;
}

export async function startJobs(ctx: Context, tasks: Task[], limits = usualLimits): Promise<Jobs> {
  const stopping = new AbortController();
  // Every loop adds a listener, and Node warns of a leak above ten.
  setMaxListeners(tasks.length + 1, stopping.signal);
  const loops = tasks.map((task) => createLoop(ctx, task, stopping.signal, limits));
  const listening = await ctx.wake.listen((name, dueAtMs) => {
    for (const loop of loops) if (loop.name === name) loop.wakeAt(dueAtMs);
  });
  const running = loops.map((loop) => loop.run());
  return {
    async stop() {
      stopping.abort();
      await Promise.all(running);
      await Promise.all(tasks.map((task) => drained(ctx, task)));
      await listening
        .stop()
        .catch((error) => ctx.log.debug({ err: error }, 'could not stop listening for wake-ups'));
    },
  };
}

/** A failure must not keep the process from stopping: what was under way is resumed later, as after a kill. */
async function drained({ log }: Context, task: Task): Promise<void> {
  try {
    await task.drain?.();
  } catch (error) {
    log.error({ err: error, task: task.name }, 'task failed while stopping');
  }
}

/** Runs all tasks until nothing is due. For tests with a fake clock, instead of the loops. */
export async function runDueTasks(ctx: Context, tasks: Task[]): Promise<void> {
  let done: number;
  do {
    done = 0;
    for (const task of tasks) done += await task.run(ctx);
    for (const task of tasks) await task.drain?.();
  } while (done > 0);
}

/** No-op while awake. */
function awake(): void {}

function createLoop(ctx: Context, task: Task, stopping: AbortSignal, limits: LoopLimits) {
  let wakeAtMs = Number.POSITIVE_INFINITY;
  let failures = 0;
  /** Wake an idle loop: `reschedule` recomputes its next start, `runNow` starts it. */
  let reschedule = awake;
  let runNow = awake;
  stopping.addEventListener('abort', () => runNow());

  async function runBatches(): Promise<void> {
    try {
      let done: number;
      do {
        done = await timed(() => task.run(ctx));
        ctx.metrics.taskRuns.inc({ task: task.name, result: done > 0 ? 'done' : 'idle' });
        ctx.metrics.taskItems.inc({ task: task.name }, done);
        // A long backlog must not block the event loop.
        await setImmediate();
      } while (done > 0 && !stopping.aborted);
      failures = 0;
    } catch (error) {
      failures++;
      ctx.storage.note(error);
      ctx.metrics.taskRuns.inc({ task: task.name, result: 'failed' });
      ctx.log.error({ err: error, task: task.name, failures }, 'task failed, will retry');
    }
  }

  /**
   * A batch that hangs is given up, so that the task goes on: what it holds is claimed in the database, as by a process that was
   * killed. Until it ends it may do its work beside the next one, as two workers do.
   */
  async function timed(run: () => Promise<number>): Promise<number> {
    const startedMs = ctx.clock.nowMs();
    ctx.metrics.taskSince.set({ task: task.name }, startedMs / 1000);
    const running = run();
    try {
      return await within(
        limits.batchMs,
        running,
        () => new Error(`the batch takes longer than ${limits.batchMs / 1000} s`),
      );
    } catch (error) {
      // What it comes to after it was given up is not waited for.
      running.catch((late: unknown) => ctx.log.debug({ err: late, task: task.name }, 'batch failed'));
      throw error;
    } finally {
      ctx.metrics.taskSince.set({ task: task.name }, 0);
    }
  }

  async function nextStartMs(): Promise<number> {
    const nowMs = ctx.clock.nowMs();
    if (failures > 0) return nowMs + Math.min(maxBackoffMs, 100 * 2 ** failures);
    const late = () => new Error(`no answer within ${limits.dueMs / 1000} s`);
    const planned = await within(limits.dueMs, task.nextDueAt(ctx), late).catch((error: unknown) => {
      ctx.log.warn({ err: error, task: task.name }, 'could not ask when a task is due: looking as usual');
      return null;
    });
    return Math.min(planned?.getTime() ?? Number.POSITIVE_INFINITY, nowMs + (task.everyMs ?? idleMs));
  }

  function pause(plannedMs: number): Promise<void> {
    // The minimum pause avoids spinning on work that is due but cannot run yet. Wake-ups need no minimum.
    const earliestMs = ctx.clock.nowMs() + minPauseMs;
    const leftMs = () => Math.min(Math.max(plannedMs, earliestMs), wakeAtMs) - ctx.clock.nowMs();
    return new Promise((resolve) => {
      let timer: NodeJS.Timeout | undefined;
      runNow = () => {
        clearTimeout(timer);
        reschedule = awake;
        runNow = awake;
        resolve();
      };
      // Timers may fire a millisecond early, so check again.
      reschedule = () => {
        clearTimeout(timer);
        if (leftMs() <= 0) runNow();
        else timer = setTimeout(reschedule, leftMs());
      };
      reschedule();
    });
  }

  return {
    name: task.name,
    wakeAt(dueAtMs: number) {
      if (dueAtMs >= wakeAtMs) return;
      wakeAtMs = dueAtMs;
      reschedule();
    },
    async run() {
      while (!stopping.aborted) {
        if (wakeAtMs <= ctx.clock.nowMs()) wakeAtMs = Number.POSITIVE_INFINITY;
        await runBatches();
        if (stopping.aborted) return;
        const startMs = await nextStartMs();
        if (!stopping.aborted && wakeAtMs > ctx.clock.nowMs()) await pause(startMs);
      }
    },
  };
}
