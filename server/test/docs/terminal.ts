import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../support/process.ts';

const patienceMs = 90_000;

/** The reader's shell: what one block sets, the next one finds. */
export interface Terminal {
  /** Gives what the block printed; fails when one of its commands does. */
  run(code: string): Promise<string>;
  /** Runs the block beside the others, in place of the one that had the name before. */
  runBeside(name: string, code: string, isReady: (printed: string) => Promise<boolean>): Promise<void>;
  /** What those that ran beside have printed. */
  printedBeside(): string;
  close(): Promise<void>;
}

/** `notes` is a folder for the terminal's own files. */
export function openTerminal(cwd: string, notes: string, env: Record<string, string>): Terminal {
  mkdirSync(notes, { recursive: true });
  const shell = spawn('bash', ['--norc', '--noprofile'], { cwd, env, stdio: ['pipe', 'ignore', 'ignore'] });
  const ended = new Promise<void>((resolve) => shell.once('close', () => resolve()));
  // With job control each block that runs beside is a group of its own, and can be ended as a whole.
  shell.stdin.write('set -e -o pipefail -m\n');
  const beside = new Map<string, number>();
  const outs: string[] = [];
  let count = 0;

  function write(code: string) {
    const at = join(notes, String(++count));
    writeFileSync(`${at}.sh`, code);
    return { at, printed: () => read(`${at}.out`) + read(`${at}.err`) };
  }

  async function end(name: string): Promise<void> {
    const pid = beside.get(name);
    if (!pid) return;
    beside.delete(name);
    signal(pid, 'SIGTERM');
    await until(() => !signal(pid, 0), patienceMs);
  }

  return {
    async run(code) {
      const { at, printed } = write(code);
      shell.stdin.write(`. '${at}.sh' </dev/null >'${at}.out' 2>'${at}.err'; touch '${at}.done'\n`);
      const isOver = () => existsSync(`${at}.done`) || shell.exitCode !== null;
      await until(isOver, patienceMs, () => `${code}\n${printed()}`);
      if (!existsSync(`${at}.done`)) throw new Error(`A command failed in\n${code}\n${printed()}`);
      return read(`${at}.out`);
    },
    async runBeside(name, code, isReady) {
      await end(name);
      const { at, printed } = write(code);
      shell.stdin.write(`(. '${at}.sh') </dev/null >'${at}.out' 2>'${at}.err' & echo $! >'${at}.pid'\n`);
      await until(() => /\n/.test(read(`${at}.pid`)), patienceMs, printed);
      beside.set(name, Number(read(`${at}.pid`)));
      outs.push(`${at}.out`);
      await until(
        () => isReady(read(`${at}.out`)),
        patienceMs,
        () => `${code}\n${printed()}`,
      );
    },
    printedBeside: () => outs.map(read).join('\n'),
    async close() {
      for (const name of [...beside.keys()]) await end(name);
      shell.stdin.end();
      await ended;
    },
  };
}

/** Whether the group was there to get it. */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-pid, name);
  } catch {
    return false;
  }
}

function read(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}
