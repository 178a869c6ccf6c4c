import { endChildren, startChild } from './child.ts';

/** A Postgres, and the parts that run on it one after the other, each in a process of its own. */
interface Run {
  part(name: string): Promise<Record<string, string>>;
  stop(): Promise<void>;
}

const lookEveryMs = 500;

/** However this process ends, nothing that it started goes on. */
export async function startRun(): Promise<Run> {
  const starter = process.ppid;
  const keeper = await startChild('postgres-keeper.ts', {}, process.execArgv, { detached: true });
  const { url: postgresUrl = '', folder = '' } = keeper.message;
  let stopped = false;
  const stopEarly = async () => {
    if (stopped) return;
    stopped = true;
    endChildren();
    await keeper.ended;
    process.exit(1);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stopEarly);
  // Whoever started the bench may be killed without a word to it.
  const look = setInterval(() => {
    if (process.ppid !== starter) void stopEarly();
  }, lookEveryMs).unref();
  return {
    async part(name) {
      const env = { BENCH_PART: name, BENCH_POSTGRES_URL: postgresUrl, BENCH_FOLDER: folder };
      const args = process.argv.slice(2);
      const started = startChild('part.ts', env, process.execArgv, { args });
      // Ended by the stop: this process ends too, as soon as Postgres has.
      const part = await started.catch((error) =>
        stopped ? keeper.ended.then(() => process.exit(1)) : Promise.reject(error),
      );
      await part.ended;
      return part.message;
    },
    async stop() {
      stopped = true;
      clearInterval(look);
      await keeper.stop();
    },
  };
}
