import { mkdtempSync, readdirSync, statSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isFilled, syncFolder } from './folders.ts';
import { errorCode } from './setup-error.ts';

/** How long others wait for a builder before they build beside it: it may be a stranger with a recycled pid. */
const PATIENCE_MS = 15_000;
const ABANDONED_MS = 600_000;

/**
 * Makes the folder `target`, whole or not at all, whoever is killed when. `build` gets a folder of its own and
 * returns the folder inside it that becomes `target`. Of several at once the first to finish wins; mostly there
 * is one, since the others see its folder and wait.
 */
export async function buildOnce(target: string, build: (scratch: string) => Promise<string>): Promise<void> {
  while (!isFilled(target)) {
    // Nothing is awaited between looking and making, so openers in one process never build twice.
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

/** Takes away what killed builders left behind. */
async function sweep(target: string): Promise<void> {
  const dead = leftovers(target).filter((other) => !other.alive || other.ageMs > ABANDONED_MS);
  await Promise.all(dead.map((other) => remove(other.path)));
}

/** A killed builder's initdb may write on for a moment; what that leaves is swept the next time. */
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
