import { fork } from 'node:child_process';
import { openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface Child {
  message: Record<string, string>;
  /** Sends a message and waits for the reply. */
  ask(): Promise<Record<string, string>>;
  stop(): Promise<void>;
}

/** Starts a script of this folder and waits for its ready message. Discards its stdout. */
export async function startChild(
  script: string,
  env: Record<string, string>,
  nodeOptions: string[] = [],
): Promise<Child> {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const child = fork(path, {
    execArgv: nodeOptions,
    env: { ...process.env, ...env },
    stdio: ['ignore', openSync('/dev/null', 'w'), 'inherit', 'ipc'],
  });
  const message = await new Promise<Record<string, string>>((resolve, reject) => {
    child.once('message', (value) => resolve(value as Record<string, string>));
    child.once('exit', (code) => reject(new Error(`${script} exited with code ${code} before it was ready`)));
  });
  return {
    message,
    ask: () =>
      new Promise((resolve) => {
        child.once('message', (value) => resolve(value as Record<string, string>));
        child.send('go');
      }),
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.kill('SIGTERM');
      }),
  };
}
