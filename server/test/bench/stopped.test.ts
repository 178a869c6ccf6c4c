import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { isAlive } from '../../src/platform/db/embedded/scratch.ts';
import { makeDataDir, until } from '../support/process.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const bench = ['--import', 'tsx', 'server/bench/main.ts', 'solana', '--tiny'];
/** As npm does it: a process that starts the bench, and is killed without a word to it. */
const starter = `require('node:child_process').spawn(process.execPath, ${JSON.stringify(bench)}, { stdio: 'inherit' }); setInterval(() => {}, 1000)`;

const ends = [
  { how: 'Ctrl-C', args: bench, signal: 'SIGINT' },
  { how: 'SIGTERM', args: bench, signal: 'SIGTERM' },
  { how: 'SIGKILL', args: bench, signal: 'SIGKILL' },
  { how: 'SIGKILL of what started it', args: ['-e', starter], signal: 'SIGKILL' },
] as const;

it.each(ends)(
  'leaves no Postgres and no data behind when it is ended by $how',
  async ({ args, signal }) => {
    const temp = makeDataDir();
    mkdirSync(temp.path, { recursive: true });
    const env = { ...process.env, TMPDIR: temp.path };
    const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] });
    let printed = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
    await until(() => printed.includes('solana …'), 120_000);
    const [pid] = postmasters(temp.path);
    expect(pid, readdirSync(temp.path).join()).toBeGreaterThan(0);
    child.kill(signal);
    await until(
      () => !isAlive(pid ?? 0) && left(temp.path).length === 0,
      60_000,
      () => left(temp.path),
    );
    temp.remove();
  },
  240_000,
);

function left(temp: string): string[] {
  return readdirSync(temp).filter((name) => name.startsWith('causeway-'));
}

/** Process ids of the servers whose data is in this folder. */
function postmasters(temp: string): number[] {
  return left(temp)
    .flatMap((name) => [join(temp, name, 'postgres'), join(temp, name)])
    .map((folder) => join(folder, 'postmaster.pid'))
    .filter((file) => existsSync(file))
    .map((file) => Number.parseInt(readFileSync(file, 'utf8'), 10));
}
