import { spawnSync } from 'node:child_process';
import { linkSync, readFileSync, readlinkSync, renameSync, unlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isAlive } from './scratch.ts';
import { errorCode } from './setup-error.ts';

type PostmasterState =
  /** Not running. `lastPort` is the port of a postmaster that was killed. */
  | { kind: 'none'; lastPort: number | undefined }
  /** The pid in the file belongs to another process, so Postgres would refuse to start. */
  | { kind: 'impostor'; text: string; lastPort: number | undefined }
  /** Starting or stopping. */
  | { kind: 'busy'; pid: number }
  | { kind: 'ready'; pid: number; port: number };

/** Reads postmaster.pid and checks that the process exists. `clusterDir` must not contain symbolic links. */
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

/** A zombie has no command line and no working folder, so it counts as gone. */
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
 * Removes a postmaster.pid that names an unrelated process. Moves it aside and compares it first, and puts it back if a
 * postmaster has started meanwhile: a postmaster shuts down when its file is gone.
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
