import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

export interface RunningService {
  child: ChildProcess;
  url: string;
  testKey: string;
  /** Everything printed so far. */
  output(): string;
  /** Sends the signal and waits for the end: exit code, or the signal's name. */
  end(signal: NodeJS.Signals): Promise<number | string | null>;
}

/** A folder the service may use as DATA_DIR, under any user. */
export function makeDataDir(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'causeway-data-'));
  chmodSync(path, 0o755);
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

export interface RunningCommand {
  child: ChildProcess;
  /** Everything printed so far. */
  stdout(): string;
  stderr(): string;
  output(): string;
  /** Exit code, or the signal's name. */
  ended: Promise<number | string | null>;
  /** Sends the signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<number | string | null>;
}

/** Starts a command that goes on until it is ended. */
export function start(
  args: string[],
  env: Record<string, string>,
  cwd: string = process.cwd(),
): RunningCommand {
  const child = spawn(process.execPath, [cli, ...args], { env: cleanEnv(env), stdio: 'pipe', cwd });
  const printed = { stdout: '', stderr: '', both: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      printed[name] += text;
      printed.both += text;
    });
  }
  const ended = new Promise<number | string | null>((resolve) =>
    child.once('close', (code, signal) => resolve(signal ?? code)),
  );
  return {
    child,
    stdout: () => printed.stdout,
    stderr: () => printed.stderr,
    output: () => printed.both,
    ended,
    end(signal) {
      child.kill(signal);
      return ended;
    },
  };
}

/** `causeway serve` as an operator runs it, in a process of its own. */
export async function serve(
  env: Record<string, string>,
  args: string[] = [],
  cwd: string = process.cwd(),
): Promise<RunningService> {
  const { child, output, stdout, end } = start(['serve', '--json', ...args], env, cwd);
  const announced = () => /^\{"base_url":.*\}$/m.exec(stdout())?.[0];
  await until(() => announced() !== undefined || child.exitCode !== null, 170_000, output);
  if (child.exitCode !== null) throw new Error(`serve ended with ${child.exitCode}:\n${output()}`);
  const { base_url, data_dir } = JSON.parse(announced() ?? '{}');
  return {
    child,
    url: base_url.replace('/api/v1', ''),
    testKey: data_dir === null ? '' : testKeyIn(data_dir),
    output,
    end,
  };
}

/** Empty if the database has another merchant than the demo merchant. */
function testKeyIn(dataDir: string): string {
  const file = join(dataDir, 'dev-credentials.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).test_key : '';
}

export interface Finished {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs a command to its end. */
export function causeway(args: string[], env: Record<string, string>): Promise<Finished> {
  return new Promise((resolve) => {
    execFile(process.execPath, [cli, ...args], { env: cleanEnv(env) }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr });
    });
  });
}

/** Waits until it is so, looking every few milliseconds; says what it saw when it gives up. */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  withinMs = 60_000,
  seen: () => unknown = () => '',
): Promise<void> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const lookedAt = Date.now();
    if (await isSo()) return;
    const now = Date.now();
    if (now > deadline) throw new Error(`not so within ${withinMs} ms. ${seen()}`);
    // A look that asks the database would otherwise keep a core busy, which what it waits for needs.
    const pauseMs = Math.min(Math.max(10, 5 * (now - lookedAt)), 250);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

/** The tests' own settings must not reach the process under test. */
export function cleanEnv(env: Record<string, string>): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env };
}
