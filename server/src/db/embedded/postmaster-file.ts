import { spawnSync } from 'node:child_process';
import { linkSync, readFileSync, readlinkSync, renameSync, unlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isAlive } from './scratch.ts';
import { errorCode } from './setup-error.ts';

type PostmasterState =
  /** Nothing runs. `lastPort` is what a postmaster that died without tidying up was listening on. */
  | { kind: 'none'; lastPort: number | undefined }
  /** The file names a living process that is not our postmaster: Postgres would refuse to start. */
  | { kind: 'impostor'; text: string; lastPort: number | undefined }
  /** Runs, and is on its way up or down. */
  | { kind: 'busy'; pid: number }
  | { kind: 'ready'; pid: number; port: number };

/** What postmaster.pid says, checked against the processes there are. `clusterDir` holds no symbolic links. */
export function postmasterState(clusterDir: string): PostmasterState {
  const text = readIfThere(join(clusterDir, 'postmaster.pid'));
  // Lines: pid, data folder, start time, port, socket folder, address, shared memory, status
  const [pidLine = '', , , portLine = '', , , , status = ''] = text.split('\n');
  const pid = Number.parseInt(pidLine, 10);
  const port = Number.parseInt(portLine, 10) || undefined;
  if (!isAlive(pid)) return { kind: 'none', lastPort: port };
  if (!isPostmaster(pid, clusterDir)) return { kind: 'impostor', text, lastPort: port };
  return status.trim() === 'ready' && port !== undefined
    ? { kind: 'ready', pid, port }
    : { kind: 'busy', pid };
}

export function isPostmaster(pid: number, clusterDir: string): boolean {
  if (process.platform === 'linux') return isPostmasterOnLinux(pid, clusterDir);
  if (process.platform === 'win32') return isAlive(pid);
  const ps = spawnSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' });
  return basename(ps.stdout.trim()) === 'postgres';
}

/** A zombie has neither a command line nor a folder, so one that nobody reaps counts as gone. */
function isPostmasterOnLinux(pid: number, clusterDir: string): boolean {
  const args = readIfThere(`/proc/${pid}/cmdline`).split('\0');
  if (basename(args[0] ?? '') !== 'postgres') return false;
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === clusterDir;
  } catch (error) {
    return errorCode(error) === 'EACCES' && args.includes(clusterDir);
  }
}

/**
 * Takes away a postmaster.pid that names a stranger. Moved aside and compared first, and put back when another
 * process has meanwhile started a postmaster: without its file a postmaster shuts itself down.
 */
export function removeStaleFile(clusterDir: string, staleText: string): void {
  const file = join(clusterDir, 'postmaster.pid');
  const aside = `${file}.stale-${process.pid}`;
  try {
    renameSync(file, aside);
    if (readFileSync(aside, 'utf8') !== staleText) linkSync(aside, file);
    unlinkSync(aside);
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes(errorCode(error) ?? '')) throw error;
  }
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes(errorCode(error) ?? '')) return '';
    throw error;
  }
}
