import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort, isListening } from './free-port.ts';
import { until } from './process.ts';
import { findProgram } from './programs.ts';

export const findRedis = () => findProgram('valkey-server', 'redis-server');

export interface Redis {
  url: string;
  /** Answers nothing until it goes on. */
  freeze(): void;
  thaw(): void;
  kill(): Promise<void>;
  /** Empty, on the port it had. */
  startAgain(): Promise<void>;
}

/** A real one, which keeps nothing on disk. */
export async function startRedis(program: string, password: string): Promise<Redis> {
  const port = await freePort();
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--requirepass', password];
  let child: ChildProcess;
  const startAgain = async () => {
    child = spawn(program, args, { stdio: 'ignore', cwd: '/' });
    await until(() => isListening(port), 60_000);
  };
  await startAgain();
  return {
    url: `redis://:${password}@127.0.0.1:${port}/1`,
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    async kill() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
    startAgain,
  };
}
