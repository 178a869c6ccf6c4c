import { Worker, type WorkerOptions } from 'node:worker_threads';

/** A thread of its own for work that would hold up the event loop. It does one job at a time. */
export interface WorkerThread<Job, Result> {
  /** Rejects with a WorkerThreadError when the thread crashed or was stopped. Call it again only when it has settled. */
  run(job: Job): Promise<Result>;
  stop(): Promise<void>;
}

interface ThreadLimits {
  /** For one job, without the time the thread needs to start. */
  deadlineMs: number;
  maxHeapMb: number;
}

/** The job was not done. The next job gets a new thread. */
export class WorkerThreadError extends Error {
  readonly reason: 'deadline' | 'crash' | 'stopped';
  constructor(reason: WorkerThreadError['reason'], message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'WorkerThreadError';
    this.reason = reason;
  }
}

/** What the thread's file sends: that it has loaded, then one answer for each job. */
export type ThreadMessage<Result> = 'ready' | { result: Result } | { error: string };

/** Starts the thread with its first job. `file` is without its ending, which differs between `src` and `dist`. */
export function createWorkerThread<Job, Result>(
  file: URL,
  { deadlineMs, maxHeapMb }: ThreadLimits,
): WorkerThread<Job, Result> {
  let worker: Worker | null = null;
  let ready = false;
  let stopped = false;
  let fail: (error: WorkerThreadError) => void = () => undefined;

  function start(): Worker {
    const started = startWorker(file, { resourceLimits: { maxOldGenerationSizeMb: maxHeapMb } });
    const gone = (message: string, cause?: unknown) => {
      if (worker !== started) return;
      discard();
      fail(new WorkerThreadError('crash', message, cause));
    };
    started.on('error', (error) => gone('the thread crashed', error));
    started.on('exit', (code) => gone(`the thread ended with code ${code}`));
    return started;
  }

  function discard(): Promise<unknown> {
    const old = worker;
    worker = null;
    ready = false;
    return old?.terminate() ?? Promise.resolve();
  }

  async function run(job: Job): Promise<Result> {
    if (stopped) throw stoppedError();
    worker ??= start();
    const current = worker;
    let timer: NodeJS.Timeout | undefined;
    return new Promise<Result>((resolve, reject) => {
      fail = reject;
      const startClock = () => {
        timer = setTimeout(() => {
          discard();
          reject(new WorkerThreadError('deadline', `not done within ${deadlineMs} ms`));
        }, deadlineMs);
      };
      current.removeAllListeners('message').on('message', (message: ThreadMessage<Result>) => {
        if (message === 'ready') {
          ready = true;
          startClock();
        } else if ('result' in message) resolve(message.result);
        else reject(new Error(message.error));
      });
      if (ready) startClock();
      current.ref();
      current.postMessage(job);
    }).finally(() => {
      clearTimeout(timer);
      // An idle thread must not keep the process alive.
      current.unref();
    });
  }

  return {
    run,
    async stop() {
      stopped = true;
      fail(stoppedError());
      await discard();
    },
  };
}

function stoppedError(): WorkerThreadError {
  return new WorkerThreadError('stopped', 'the service is stopping');
}

/** Tests run the TypeScript sources, which a thread can only load by way of tsx. */
function startWorker(file: URL, options: WorkerOptions): Worker {
  if (!import.meta.url.endsWith('.ts')) return new Worker(new URL(`${file.href}.js`), options);
  const source = JSON.stringify(`${file.href}.ts`);
  const load = `import('tsx/esm/api').then(({ register }) => { register(); return import(${source}); })`;
  return new Worker(load, { ...options, eval: true, execArgv: [] });
}
