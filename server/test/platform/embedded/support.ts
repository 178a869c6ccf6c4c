import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach } from 'vitest';
import { connect } from '../../../src/platform/db/client.ts';
import { type BinarySource, installedBinaries } from '../../../src/platform/db/embedded/binaries.ts';
import {
  type EmbeddedPostgres,
  openEmbeddedPostgres,
} from '../../../src/platform/db/embedded/embedded-postgres.ts';
import { until } from '../../support/process.ts';

export const isRoot = process.getuid?.() === 0;
const REPOSITORY = join(import.meta.dirname, '../../../..');

const folders: string[] = [];
const children: ChildProcess[] = [];
const opened: EmbeddedPostgres[] = [];
let template: Promise<string> | undefined;

/**
 * Ends and removes what tests leave. Each test file calls it: a hook at the top of this module would be one of the first
 * file alone, since files share modules.
 */
export function cleanUpAfterwards(): void {
  afterEach(cleanUp);
  afterAll(async () => {
    if (template !== undefined) rmSync(await template, { recursive: true });
    template = undefined;
  });
}

async function cleanUp(): Promise<void> {
  await Promise.all(opened.splice(0).map((server) => server.close()));
  for (const child of children.splice(0)) {
    child.kill('SIGKILL');
    await exitOf(child);
  }
  for (const folder of folders.splice(0)) {
    const pid = postmasterPid(folder);
    if (pid !== undefined && isRunning(pid)) {
      process.kill(pid, 'SIGQUIT');
      await until(() => !isRunning(pid));
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** A folder that is gone after the test, together with a server that runs in it. */
export function temporaryFolder(mode = 0o755): string {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-embedded-'));
  chmodSync(folder, mode);
  return removedAfterwards(folder);
}

/** A data folder that has been used before. Copied, since making one takes about a second. */
export async function usedDataDir(): Promise<string> {
  template ??= makeTemplate();
  const folder = temporaryFolder();
  execFileSync('cp', ['-a', `${await template}/.`, folder]);
  return folder;
}

async function makeTemplate(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-template-'));
  chmodSync(folder, 0o755);
  await (await openEmbeddedPostgres({ dataDir: folder, owner: true, log: () => undefined })).close();
  return folder;
}

export function removedAfterwards(folder: string): string {
  folders.push(folder);
  return folder;
}

export async function open(
  dataDir: string,
  owner: boolean,
  messages: string[] = [],
): Promise<EmbeddedPostgres> {
  const log = (level: string, message: string) => messages.push(`${level}: ${message}`);
  return closedAfterwards(await openEmbeddedPostgres({ dataDir, owner, log }));
}

export function closedAfterwards(server: EmbeddedPostgres): EmbeddedPostgres {
  opened.push(server);
  return server;
}

interface Opener {
  child: ChildProcess;
  url: string;
}

interface OpenerOptions {
  source?: BinarySource;
  user?: { uid: number; gid: number };
}

/** A process that has opened the server and stays. */
export async function openInProcess(dataDir: string, role: 'owner' | 'command', options: OpenerOptions = {}) {
  const child = startOpener(dataDir, role, options);
  let complaint = '';
  child.stderr?.on('data', (chunk) => {
    complaint += chunk;
  });
  if (child.stdout === null) throw new Error('no stdout');
  for await (const url of createInterface({ input: child.stdout })) return { child, url } satisfies Opener;
  throw new Error(complaint);
}

export function startOpener(dataDir: string, role: 'owner' | 'command', options: OpenerOptions = {}) {
  const { source, user } = options;
  const args = [join(import.meta.dirname, 'fixture.mjs'), dataDir, role];
  if (source !== undefined) args.push(source.nativeDir, source.version);
  // A group of its own, so that a test can kill it together with an initdb it runs.
  const child = spawn(process.execPath, args, { cwd: REPOSITORY, detached: true, stdio: 'pipe', ...user });
  children.push(child);
  return child;
}

export async function exitOf(child: ChildProcess): Promise<void> {
  await until(() => child.exitCode !== null || child.signalCode !== null);
}

export async function query(url: string, text: string): Promise<unknown[]> {
  const sql = connect(url, { poolSize: 1 });
  try {
    return [...(await sql.unsafe(text))];
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** Leaves a row to be found again. */
export async function writeNote(url: string, note: string): Promise<void> {
  await query(url, `create table if not exists notes (note text); insert into notes values ('${note}')`);
}

export async function readNotes(url: string): Promise<unknown[]> {
  return query(url, 'select note from notes order by note');
}

export function postmasterPid(dataDir: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10);
  } catch {
    return undefined;
  }
}

export function runningPostmaster(dataDir: string): number {
  const pid = postmasterPid(dataDir);
  if (pid === undefined || !isRunning(pid)) throw new Error(`no server runs in ${dataDir}`);
  return pid;
}

/** A zombie that its parent has not looked at yet does not count. */
export function isRunning(pid: number): boolean {
  // Without a process of its own for each look, where the system allows it.
  if (existsSync('/proc/self/stat')) return /\) [^ZX]/.test(statOf(pid));
  const ps = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return /^[^ZX]/.test(ps.stdout);
}

function statOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'latin1');
  } catch {
    return '';
  }
}

/** The installed binaries as npm leaves them when install scripts are off: without the library links. */
export function binariesWithoutLinks(folder: string): BinarySource {
  const nativeDir = join(folder, 'native');
  const filter = (path: string) => !lstatSync(path).isSymbolicLink();
  cpSync(installedBinaries().nativeDir, nativeDir, { recursive: true, filter });
  return { nativeDir, version: `18.0.0-test-${process.pid}-${Date.now()}` };
}

/** An unprivileged user to run an opener as. Without root that is ourselves. */
export function ordinaryUser(dataDir: string): { uid: number; gid: number } {
  const [uid = 0, gid = 0] = ['-u', '-g'].map((flag) => {
    const args = isRoot ? [flag, 'nobody'] : [flag];
    return Number.parseInt(spawnSync('id', args, { encoding: 'utf8' }).stdout, 10);
  });
  chownSync(dataDir, uid, gid);
  return { uid, gid };
}
