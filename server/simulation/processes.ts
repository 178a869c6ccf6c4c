import type { FastifyInstance } from 'fastify';
import type { Task } from '../src/platform/jobs/task.ts';
import { buildApi } from './api.ts';
import { createServiceProcess, createWorkerTasks, type ServiceProcess } from './service-process.ts';
import type { World } from './world.ts';

export interface Worker extends ServiceProcess {
  tasks: Task[];
  /** Tasks whose run has not ended. What a run starts in the background may go on after it. */
  running: Set<Task>;
}

const workerCount = 2;
/** Tasks that count the chains they look at, or what nothing follows from. */
const looking: readonly string[] = [
  'watch-chains',
  'send-transfers',
  'reconcile',
  'deliver-webhooks',
  'fold-ledger',
];

/** One process that serves the API and two workers. Whoever dies is started again. */
export class Processes {
  api: (ServiceProcess & { app: FastifyInstance }) | null = null;
  readonly workers: Worker[] = [];
  readonly #world: World;
  /** Errors of tasks, by name. The loop would log them and go on. */
  readonly failures: string[] = [];
  /** Items that tasks have processed and that may lead to more. */
  processed = 0;

  constructor(world: World) {
    this.#world = world;
  }

  /** Returns whether the API was started anew. */
  async startDead(): Promise<boolean> {
    for (let index = 0; index < workerCount; index++)
      if (this.workers[index]?.caller.isDead ?? true) this.workers[index] = await this.#startWorker(index);
    if (this.api && !this.api.caller.isDead) return false;
    const started = createServiceProcess(this.#world, 'api');
    await this.#start(started);
    this.api = { ...started, app: await buildApi(started.ctx) };
    return true;
  }

  async #startWorker(index: number): Promise<Worker> {
    const started = createServiceProcess(this.#world, `worker-${index + 1}`);
    await this.#start(started);
    return { ...started, tasks: createWorkerTasks(this.#world, started.caller), running: new Set() };
  }

  /** Nothing happens meanwhile: a process that is killed at its start has done nothing. */
  async #start({ ctx, caller }: ServiceProcess): Promise<void> {
    const { scheduler } = this.#world;
    const started = ctx.liveChains.refresh();
    await scheduler.settle();
    for (let op = own(); op; op = own()) await scheduler.perform(op, 'done');
    await started;
    function own() {
      return scheduler.pending.find((pending) => pending.caller === caller);
    }
  }

  /** The same task of both workers, which then race for its work. */
  runBoth(name: string): void {
    for (const worker of this.workers)
      for (const task of worker.tasks) if (task.name === name) this.run(worker, task);
  }

  run(worker: Worker, task: Task): void {
    if (worker.running.has(task)) return;
    worker.running.add(task);
    const { trace } = this.#world;
    trace.add(`${worker.caller.name} runs ${task.name}`);
    task
      .run(worker.ctx)
      .then((count) => {
        if (!looking.includes(task.name)) this.processed += count;
      })
      .catch((error: unknown) => {
        this.failures.push(`${task.name}: ${error instanceof Error ? error.message : error}`);
        trace.add(`${worker.caller.name} ${task.name} failed: ${error}`);
      })
      .finally(() => worker.running.delete(task));
  }

  /** At the end of a history, and before a backup is restored. */
  async endAll(): Promise<void> {
    for (const { caller } of [...this.workers, ...(this.api ? [this.api] : [])])
      if (!caller.isDead) await this.#world.scheduler.kill(caller);
    await this.api?.app.close();
  }
}
