import { existsSync, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Check, Outside } from './check.ts';

/** Room for a payment with its events, deliveries and attempts, several times over, and for Postgres' own files. */
const bytesPerWrite = 100_000;
const firstBytes = 150_000_000;
/** `max_wal_size` is 1 GB, and a checkpoint under way can exceed it. */
const maxWalBytes = 1_500_000_000;

/** Finds processes that nobody is responsible for any more, files that kills left, and a disk that fills up. */
export const checkMachine: Check = async ({ processes, folder, databaseFolder, book }: Outside) => {
  const problems: string[] = [];
  const own = new Set(processes.pids());
  for (const { pid, parent, name } of processesIn(folder))
    if (!own.has(pid) && !own.has(parent)) problems.push(`machine: process ${pid} (${name}) is an orphan`);
  const temporary = join(databaseFolder, 'base', 'pgsql_tmp');
  if (existsSync(temporary) && readdirSync(temporary).length > 0)
    problems.push('machine: temporary files of Postgres are left');
  const walBytes = bytesIn(join(databaseFolder, 'pg_wal'));
  if (walBytes > maxWalBytes) problems.push(`machine: the write-ahead log has ${walBytes} bytes`);
  const bytes = bytesIn(folder) - walBytes;
  const limit = firstBytes + bytesPerWrite * book.acknowledged.length;
  if (bytes > limit) problems.push(`machine: files have ${bytes} bytes, more than ${limit}`);
  return problems;
};

/** What is left once everything has been stopped. */
export function leftBehind(folder: string, databaseFolder: string): string[] {
  const left = processesIn(folder).map(({ pid, name }) => `machine: process ${pid} (${name}) is left`);
  if (existsSync(join(databaseFolder, 'postmaster.pid'))) left.push('machine: postmaster.pid is left');
  return left;
}

/** Processes that run in the folder or have it in their settings. Linux only: elsewhere none. */
function processesIn(folder: string): { pid: number; parent: number; name: string }[] {
  if (!existsSync('/proc/self/environ')) return [];
  return readdirSync('/proc').flatMap((entry) => {
    const pid = Number(entry);
    if (!pid || pid === process.pid) return [];
    try {
      const isOurs =
        readlinkSync(`/proc/${pid}/cwd`).startsWith(folder) ||
        readFileSync(`/proc/${pid}/environ`, 'utf8').includes(folder);
      if (!isOurs) return [];
      const [, name = '', parent = ''] =
        /\((.*)\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
      return [{ pid, parent: Number(parent), name }];
    } catch {
      // It ended meanwhile, or belongs to somebody else.
      return [];
    }
  });
}

function bytesIn(folder: string): number {
  let bytes = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) bytes += bytesIn(path);
    else if (entry.isFile()) bytes += statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  }
  return bytes;
}
