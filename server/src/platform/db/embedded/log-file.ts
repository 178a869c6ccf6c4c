import { closeSync, copyFileSync, fchownSync, openSync, readSync, statSync, truncateSync } from 'node:fs';
import type { PostgresUser } from './postgres-user.ts';

const MAX_LOG_BYTES = 10 * 1024 * 1024;
const TAIL_BYTES = 4096;

/** Opens the log for a new postmaster. The caller closes the descriptor after spawning it. */
export function openLog(path: string, user: PostgresUser | undefined): number {
  boundLog(path);
  const fd = openSync(path, 'a', 0o600);
  if (user !== undefined) fchownSync(fd, user.uid, user.gid);
  return fd;
}

/** Rotates by copy and truncate, not rename: a running postmaster keeps its descriptor open. */
export function boundLog(path: string, maxBytes = MAX_LOG_BYTES): void {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size <= maxBytes) return;
  try {
    copyFileSync(path, `${path}.1`);
  } finally {
    // Also if the copy fails because the disk is full.
    truncateSync(path);
  }
}

/** The last lines of the log as one line, for an error message. */
export function logTail(path: string, lines = 3): string {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size === 0) return '';
  const fd = openSync(path, 'r');
  try {
    const buffer = Buffer.alloc(Math.min(size, TAIL_BYTES));
    readSync(fd, buffer, 0, buffer.length, size - buffer.length);
    return buffer.toString('utf8').trim().split('\n').slice(-lines).join(' | ');
  } finally {
    closeSync(fd);
  }
}
