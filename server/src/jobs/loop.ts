import { setMaxListeners } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import type { Context } from '../context.ts';
import type { Task } from './task.ts';

/** Without any call to wake, new work is found this late. */
const idleMs = 1000;
const minPauseMs = 20;
const maxBackoffMs = 30_000;

export interface Jobs {
  /** Lets the batches under way finish, then stops. */
  stop(): Promise<void>;
}

export async function startJobs(ctx: Context, tasks: Task[]): Promise<Jobs> {
  const stopping = new AbortController();
  // Every loop listens for the end. Node takes more than ten listeners for a leak, unless told.
  setMaxListeners(tasks.length + 1, stopping.signal);
  const loops = tasks.map((task) => createLoop(ctx, task, stopping.signal));
  const listening = await ctx.wake.listen((name, dueAtMs) => {
    for (const loop of loops) if (loop.name === name) loop.wakeAt(dueAtMs);
  });
  const running = loops.map((loop) => loop.run());
  return {
    async stop() {
      stopping.abort();
      await Promise.all(running);
      await Promise.all(tasks.map((task) => task.drain?.()));
      await listening.stop().catch((error) => ctx.log.debug({ err: error }, 'could not stop listening'));
    },
  };
}

/** Runs everything that is due until nothing is left: what tests with a clock of their own call instead of the loops. */
export async function runDueTasks(ctx: Context, tasks: Task[]): Promise<void> {
  let done: number;
  do {
    done = 0;
    for (const task of tasks) done += await task.run(ctx);
    for (const task of tasks) await task.drain?.();
  } while (done > 0);
}

/** There is no rest to end. */
function awake(): void {}

function createLoop(ctx: Context, task: Task, stopping: AbortSignal) {
  let wakeAtMs = Number.POSITIVE_INFINITY;
  let failures = 0;
  /** While it rests: looks again at when to go on, or goes on at once. */
  let reconsider = awake;
  let goOn = awake;
  stopping.addEventListener('abort', () => goOn());

  async function runBatches(): Promise<void> {
    try {
      let done: number;
      do {
        done = await task.run(ctx);
        ctx.metrics.taskRuns.inc({ task: task.name, result: done > 0 ? 'done' : 'idle' });
        ctx.metrics.taskItems.inc({ task: task.name }, done);
        // A long backlog must not keep the process from anything else.
        await setImmediate();
      } while (done > 0 && !stopping.aborted);
      failures = 0;
    } catch (error) {
      failures++;
      ctx.metrics.taskRuns.inc({ task: task.name, result: 'failed' });
      ctx.log.error({ err: error, task: task.name, failures }, 'task failed, will try again');
    }
  }

  async function nextStartMs(): Promise<number> {
    const nowMs = ctx.clock.nowMs();
    if (failures > 0) return nowMs + Math.min(maxBackoffMs, 100 * 2 ** failures);
    const planned = await task.nextDueAt(ctx).catch(() => null);
    return Math.min(planned?.getTime() ?? Number.POSITIVE_INFINITY, nowMs + (task.everyMs ?? idleMs));
  }

  function pause(plannedMs: number): Promise<void> {
    // Work that is due but cannot be done yet must not spin. A call is for new work and need not wait.
    const restedMs = ctx.clock.nowMs() + minPauseMs;
    const leftMs = () => Math.min(Math.max(plannedMs, restedMs), wakeAtMs) - ctx.clock.nowMs();
    return new Promise((resolve) => {
      let timer: NodeJS.Timeout | undefined;
      goOn = () => {
        clearTimeout(timer);
        reconsider = awake;
        goOn = awake;
        resolve();
      };
      // Timers may fire a millisecond early: then it rests for that millisecond more.
      reconsider = () => {
        clearTimeout(timer);
        if (leftMs() <= 0) goOn();
        else timer = setTimeout(reconsider, leftMs());
      };
      reconsider();
    });
  }

  return {
    name: task.name,
    wakeAt(dueAtMs: number) {
      if (dueAtMs >= wakeAtMs) return;
      wakeAtMs = dueAtMs;
      reconsider();
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
