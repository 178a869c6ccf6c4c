import { setTimeout as sleep } from 'node:timers/promises';
import type { OwnPostgres } from '../test/support/own-postgres.ts';
import { type RunningCommand, start, until } from '../test/support/process.ts';

/** All that can be killed. */
export const members = ['serve-1', 'serve-2', 'work-1', 'work-2', 'postgres'] as const;
export type Member = (typeof members)[number];

const startLimitMs = 180_000;

interface Running {
  command: RunningCommand;
  isKilled: boolean;
}

export interface Processes {
  /** Where the two `serve` listen, also while they are dead. */
  urls: readonly string[];
  start(member: Member): Promise<void>;
  /** SIGKILL. */
  kill(member: Member): Promise<void>;
  /** Whether it has started and goes on. */
  isUp(member: Member): Promise<boolean>;
  /** Waits until these are up: all of them, unless named. */
  ready(which?: readonly Member[]): Promise<void>;
  pids(): number[];
  /** Starts that ended by themselves, for want of a database, and were repeated as a supervisor does. */
  restarts(): number;
  /** Stops all but Postgres as an operator does. Returns what did not end well. */
  stop(): Promise<string[]>;
}

/** Two `serve`, two `work` and their Postgres. None is running yet. */
export function createProcesses(
  postgres: OwnPostgres,
  ports: readonly number[],
  env: Record<string, string>,
  problem: (text: string) => void,
): Processes {
  const running = new Map<Member, Running>();
  const urls = ports.map((port) => `http://127.0.0.1:${port}`);
  let restarts = 0;

  function launch(member: Member): void {
    const port = String(ports[member === 'serve-1' ? 0 : 1]);
    const command = member.startsWith('serve')
      ? start(['serve', '--json', '--no-workers'], { ...env, PORT: port, LOG_LEVEL: 'warn' })
      : start(['work'], env);
    const one: Running = { command, isKilled: false };
    running.set(member, one);
    void command.ended.then(async (end) => {
      if (one.isKilled) return;
      if (hasStarted(member, command))
        problem(`${member} ended by itself with ${end}: ${command.output().slice(-2000)}`);
      restarts++;
      await sleep(200);
      if (running.get(member) === one && !one.isKilled) launch(member);
    });
  }

  async function isUp(member: Member): Promise<boolean> {
    if (member === 'postgres') return postgres.answers();
    const one = running.get(member);
    return one !== undefined && hasStarted(member, one.command) && one.command.child.exitCode === null;
  }

  return {
    urls,
    async start(member) {
      if (member === 'postgres') await postgres.start();
      else launch(member);
    },
    async kill(member) {
      if (member === 'postgres') return postgres.kill();
      const one = running.get(member);
      if (!one) return;
      one.isKilled = true;
      await one.command.end('SIGKILL');
    },
    isUp,
    async ready(which = members) {
      for (const member of which)
        await until(
          () => isUp(member),
          startLimitMs,
          () => `${member} is not ready: ${running.get(member)?.command.output().slice(-2000)}`,
        );
    },
    pids: () => [
      postgres.pid(),
      ...[...running.values()].flatMap(({ command, isKilled }) =>
        isKilled ? [] : (command.child.pid ?? []),
      ),
    ],
    restarts: () => restarts,
    async stop() {
      const wrong: string[] = [];
      for (const [member, one] of running) {
        if (one.isKilled) continue;
        one.isKilled = true;
        const end = await one.command.end('SIGTERM');
        if (end !== 0) wrong.push(`${member} ended with ${end}: ${one.command.output().slice(-2000)}`);
      }
      return wrong;
    },
  };
}

/** Whether it said that it takes work. */
function hasStarted(member: Member, { output }: RunningCommand): boolean {
  return output().includes(member.startsWith('serve') ? '"base_url"' : 'workers started');
}
