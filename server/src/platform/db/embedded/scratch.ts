import { mkdtempSync, readdirSync, statSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isFilled, syncFolder } from './folders.ts';
import { errorCode } from './setup-error.ts';

/** How long to wait for another builder: its pid may have been reused by an unrelated process. */
const PATIENCE_MS = 15_000;
const ABANDONED_MS = 600_000;

/**
 * Creates the folder `target` atomically, even if the process is killed. `build` gets a temporary folder and returns the
 * folder inside it that becomes `target`. Other processes wait for the first; if several do build, the first to finish
 * wins.
 */
export async function buildOnce(target: string, build: (scratch: string) => Promise<string>): Promise<void> {
  while (!isFilled(target)) {
    // No await between the check and mkdtemp, so that one process never builds twice.
    if (someoneBuilds(target)) {
      await sleep(50);
      continue;
    }
    const scratch = mkdtempSync(`${target}.tmp-${process.pid}-`);
    try {
      await promote(await build(scratch), target);
    } finally {
      await remove(scratch);
    }
  }
  await sweep(target);
}

async function promote(built: string, target: string): Promise<void> {
  try {
    await rename(built, target);
  } catch (error) {
    if (isFilled(target) && ['ENOTEMPTY', 'EEXIST', 'EPERM'].includes(errorCode(error) ?? '')) return;
    throw error;
  }
  syncFolder(dirname(target));
}

interface Leftover {
  path: string;
  ageMs: number;
  alive: boolean;
}

function leftovers(target: string): Leftover[] {
  const prefix = `${basename(target)}.tmp-`;
  return readdirSync(dirname(target)).flatMap((name) => {
    if (!name.startsWith(prefix)) return [];
    const path = join(dirname(target), name);
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat === undefined) return [];
    const pid = Number.parseInt(name.slice(prefix.length), 10);
    return [{ path, ageMs: Date.now() - stat.mtimeMs, alive: isAlive(pid) }];
  });
}

function someoneBuilds(target: string): boolean {
  return leftovers(target).some((other) => other.alive && other.ageMs < PATIENCE_MS);
}

/** Removes what killed builders left behind. */
async function sweep(target: string): Promise<void> {
  const dead = leftovers(target).filter((other) => !other.alive || other.ageMs > ABANDONED_MS);
  await Promise.all(dead.map((other) => remove(other.path)));
}

/** Ignores errors: initdb of a killed builder may still write. The next sweep removes the rest. */
async function remove(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
}

export function isAlive(pid: number): boolean {
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}
