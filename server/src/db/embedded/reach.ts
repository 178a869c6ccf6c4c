import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { PostgresUser } from './postgres-user.ts';
import { SetupError } from './setup-error.ts';

/**
 * What Postgres' programs see of our environment: nothing. Secrets stay out of its processes, and neither PG*
 * variables nor a locale that is not installed can change what it does.
 */
export const POSTGRES_ENV = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/** Spawn options that run a program as the Postgres user. */
export function asUser(user: PostgresUser | undefined): { uid?: number; gid?: number } {
  return user === undefined ? {} : { uid: user.uid, gid: user.gid };
}

/**
 * Asked of the kernel by a shell that runs as that user: mode bits alone do not tell, with access lists, read-only
 * or idmapped mounts and namespaces about. A shell, since node itself may lie below /root.
 */
export function canEnter(user: PostgresUser | undefined, folder: string): boolean {
  if (user === undefined) return true;
  const run = spawnSync('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], {
    ...{ cwd: '/', env: POSTGRES_ENV, stdio: 'ignore', timeout: 10_000 },
    ...asUser(user),
  });
  if (run.error !== undefined) {
    throw new SetupError(
      `Postgres does not run as root and a program cannot be started as user id ${user.uid} (${run.error.message}): run this as an ordinary user, or set DATABASE_URL.`,
    );
  }
  return run.status === 0;
}

/** The first folder on the way to `folder` that the user may not enter. Folders that do not exist yet block nobody. */
export function blockingFolder(user: PostgresUser | undefined, folder: string): string | undefined {
  if (user === undefined) return undefined;
  const way = [folder];
  for (let at = folder; dirname(at) !== at; at = dirname(at)) way.unshift(dirname(at));
  return way.filter((at) => existsSync(at)).find((at) => !canEnter(user, at));
}

/** Why `bin/postgres` below `nativeDir` does not run as that user, or nothing when it does. */
export function whyNotRunnable(user: PostgresUser | undefined, nativeDir: string): string | undefined {
  const postgres = join(nativeDir, 'bin', 'postgres');
  const run = spawnSync(postgres, ['--version'], {
    ...{ cwd: '/', env: POSTGRES_ENV, encoding: 'utf8', timeout: 30_000, windowsHide: true },
    ...asUser(user),
  });
  if (run.error === undefined) return run.status === 0 ? undefined : run.stderr.trim().split('\n')[0];
  // The kernel says "no such file" of a program whose loader is missing.
  const foreign =
    process.platform === 'linux' && run.error.message.includes('ENOENT') && existsSync(postgres);
  return foreign ? 'it needs glibc, which this system does not have' : run.error.message;
}
