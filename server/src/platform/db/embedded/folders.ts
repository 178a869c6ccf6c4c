import { chmodSync, closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorCode, SetupError } from './setup-error.ts';

/** Folders created by root are readable by all, whatever the umask; secret files have their own mode. */
export function makeFolder(folder: string): void {
  const isRoot = process.getuid?.() === 0;
  try {
    const made = mkdirSync(folder, { recursive: true, mode: isRoot ? 0o755 : 0o700 });
    if (made === undefined || !isRoot) return;
    for (let at = folder; at.length >= made.length; at = dirname(at)) chmodSync(at, 0o755);
  } catch (error) {
    throw new SetupError(
      `The data folder ${folder} cannot be created (${errorCode(error)}): create it, or set DATA_DIR to a folder you can write to.`,
    );
  }
}

export function isFilled(folder: string): boolean {
  return existsSync(folder) && readdirSync(folder).length > 0;
}

/** Makes a rename in the folder survive a power loss. Windows has no such call. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const fd = openSync(folder, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
