import { type ChildProcess, fork } from 'node:child_process';
import type { HistoryOptions, Outcome } from './history.ts';
import type { ReleaseFile } from './versions/bundle-release.ts';

/** A history to run, as it is sent to another process: the bug by its name. */
export type Job = Omit<HistoryOptions, 'plant'> & { plant: string | null };

/** What a process sends back. */
export type Answer = { outcome: Outcome } | { failure: string };

/** A process that runs histories. */
export interface HistoryProcess {
  child: ChildProcess;
  run(job: Job): Promise<Outcome>;
}

/** `planted` is a file of another bundle, for a bug in the source. */
export function openProcess(
  url: string,
  planted: string | null,
  release: ReleaseFile | null,
): HistoryProcess {
  // Beside this file in the bundle, too.
  const file = import.meta.url.endsWith('.ts') ? './history-worker.ts' : './history-worker.js';
  return processOf(
    fork(planted ?? new URL(file, import.meta.url), [url, ...(release ? [release.name, release.file] : [])]),
  );
}

/** Once its process has ended, whatever for, every run is rejected with the reason. */
export function processOf(child: ChildProcess): HistoryProcess {
  let ended: string | null = null;
  let under: { job: Job; resolve(outcome: Outcome): void; reject(error: Error): void } | null = null;
  const reject = () => under?.reject(new Error(`Seed ${under.job.seed} was not run to its end: ${ended}`));
  const end = (reason: string) => {
    ended ??= reason;
    reject();
  };
  child.on('message', (answer: Answer) => {
    if ('failure' in answer) end(answer.failure);
    else under?.resolve(answer.outcome);
  });
  child.on('error', (error) => end(error.message));
  child.on('exit', (code, signal) => end(`its process ended with ${signal ?? `code ${code}`}`));
  return {
    child,
    run: (job) =>
      new Promise((resolve, rejectRun) => {
        under = { job, resolve, reject: rejectRun };
        if (ended === null) child.send(job);
        else reject();
      }),
  };
}
