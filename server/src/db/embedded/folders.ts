import { chmodSync, closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorCode, SetupError } from './setup-error.ts';

/** Root's folders are open to passers-by whatever the umask; what is secret in them has its own mode. */
export function makeFolder(folder: string): void {
  const isRoot = process.getuid?.() === 0;
  try {
    const made = mkdirSync(folder, { recursive: true, mode: isRoot ? 0o755 : 0o700 });
    if (made === undefined || !isRoot) return;
    for (let at = folder; at.length >= made.length; at = dirname(at)) chmodSync(at, 0o755);
  } catch (error) {
    throw new SetupError(
      `The data folder ${folder} cannot be made (${errorCode(error)}): make it yourself, or set DATA_DIR to a folder you can write to.`,
    );
  }
}

export function isFilled(folder: string): boolean {
  return existsSync(folder) && readdirSync(folder).length > 0;
}

/** A rename outlives a power cut only once its folder is on disk. Windows has no such call. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const fd = openSync(folder, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
