import { type ChildProcess, fork } from 'node:child_process';
import { openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface Child {
  pid: number;
  message: Record<string, string>;
  /** Sends a message and waits for the reply. */
  ask(): Promise<Record<string, string>>;
  ended: Promise<void>;
  /** Ends it by SIGTERM, if it has not ended. */
  stop(): Promise<void>;
}

const running = new Set<ChildProcess>();

/** Asks all that were started and have not ended to end. */
export function endChildren(): void {
  for (const child of running) child.kill('SIGTERM');
}

/**
 * Starts a script of this folder and waits for its ready message. Discards its stdout. All scripts end when the process
 * that started them is gone.
 */
export async function startChild(
  script: string,
  env: Record<string, string>,
  nodeOptions: string[] = [],
  { detached = false, args = [] as string[] } = {},
): Promise<Child> {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const child = fork(path, args, {
    execArgv: nodeOptions,
    env: { ...process.env, ...env },
    stdio: ['ignore', openSync('/dev/null', 'w'), 'inherit', 'ipc'],
    detached,
  });
  running.add(child);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  void ended.then(() => running.delete(child));
  const message = await new Promise<Record<string, string>>((resolve, reject) => {
    child.once('message', (value) => resolve(value as Record<string, string>));
    child.once('exit', (code) => reject(new Error(`${script} exited with code ${code} before it was ready`)));
  });
  return {
    pid: child.pid ?? 0,
    message,
    ended,
    ask: () =>
      new Promise((resolve) => {
        child.once('message', (value) => resolve(value as Record<string, string>));
        child.send('go');
      }),
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
