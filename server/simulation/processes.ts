import type { FastifyInstance } from 'fastify';
import type { Db } from '../src/platform/db/client.ts';
import type { Task } from '../src/platform/jobs/task.ts';
import type { ServiceProcess } from './service-process.ts';
import type { Release } from './versions/open-release.ts';
import { serviceCode } from './versions/service-code.ts';
import { Versions } from './versions/versions.ts';
import type { World } from './world.ts';

export interface Worker extends ServiceProcess {
  tasks: Task[];
  /** Statements of its own code that nobody waits for. */
  direct: Db;
  /** Tasks whose run has not ended. What a run starts in the background may go on after it. */
  running: Set<Task>;
}

const workerNames = ['worker-1', 'worker-2'] as const;
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
  /** Null where all run this commit. */
  readonly #versions: Versions | null;
  /** Errors of tasks, by name. The loop would log them and go on. */
  readonly failures: string[] = [];
  /** Items that tasks have processed and that may lead to more. */
  processed = 0;

  constructor(world: World, release: Release | null) {
    this.#world = world;
    this.#versions = release && new Versions(release, world, ['api', ...workerNames]);
  }

  /** Returns whether the API was started anew. */
  async startDead(): Promise<boolean> {
    for (const [index, name] of workerNames.entries())
      if (this.workers[index]?.caller.isDead ?? true) this.workers[index] = await this.#startWorker(name);
    if (this.api && !this.api.caller.isDead) return false;
    const { code, world, isReleased } = this.#versionOf('api');
    const started = await this.#start(code.createServiceProcess(world, 'api'), isReleased);
    // People who call functions, as the dashboard does, call those of this commit: its API may be another process.
    const besides =
      isReleased && (await this.#start(serviceCode.createServiceProcess(world, 'api', started.caller)));
    this.api = { ...(besides || started), app: await code.buildApi(started.ctx) };
    return true;
  }

  async #startWorker(name: string): Promise<Worker> {
    const { code, world, direct, isReleased } = this.#versionOf(name);
    const started = await this.#start(code.createServiceProcess(world, name), isReleased);
    const tasks = code.createWorkerTasks(world, started.caller);
    return { ...started, tasks, direct, running: new Set() };
  }

  #versionOf(name: string) {
    if (!this.#versions?.startsReleased(name))
      return {
        code: serviceCode,
        world: this.#world,
        direct: this.#world.database.direct,
        isReleased: false,
      };
    const { release, world } = this.#versions;
    return { code: release.code, world, direct: release.direct, isReleased: true };
  }

  /** At a quiet point. The operator upgrades the process that runs the release, and another one goes back to it. */
  async swapVersions(): Promise<void> {
    const names = this.#versions?.swap() ?? [];
    for (const { caller } of this.#all())
      if (names.some((name) => caller.name.startsWith(`${name}#`)) && !caller.isDead)
        await this.#world.scheduler.kill(caller);
  }

  /** Nothing happens meanwhile: a process that is killed at its start has done nothing. */
  async #start(process: ServiceProcess, isReleased = false): Promise<ServiceProcess> {
    const { ctx, caller } = process;
    const { scheduler, trace } = this.#world;
    if (isReleased) trace.add(`${caller.name} runs the release`);
    const started = ctx.liveChains.refresh();
    await scheduler.settle();
    for (let op = own(); op; op = own()) await scheduler.perform(op, 'done');
    await started;
    return process;
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
    for (const { caller } of this.#all()) if (!caller.isDead) await this.#world.scheduler.kill(caller);
    await this.api?.app.close();
  }

  #all(): ServiceProcess[] {
    return [...this.workers, ...(this.api ? [this.api] : [])];
  }
}
