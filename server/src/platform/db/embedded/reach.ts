import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { PostgresUser } from './postgres-user.ts';
import { SetupError } from './setup-error.ts';

/** Nothing of our own environment: it keeps our secrets out, and PG* variables or a missing locale have no effect. */
export const POSTGRES_ENV = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/** Spawn options that run a program as the Postgres user. */
export function asUser(user: PostgresUser | undefined): { uid?: number; gid?: number } {
  return user === undefined ? {} : { uid: user.uid, gid: user.gid };
}

/**
 * Runs `cd` as that user, because mode bits do not cover ACLs, idmapped mounts and namespaces. Uses a shell, because
 * the node binary itself may be below /root.
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

/** The first folder on the path to `folder` that the user cannot enter. Ignores folders that do not exist. */
export function blockingFolder(user: PostgresUser | undefined, folder: string): string | undefined {
  if (user === undefined) return undefined;
  const path = [folder];
  for (let at = folder; dirname(at) !== at; at = dirname(at)) path.unshift(dirname(at));
  return path.filter((at) => existsSync(at)).find((at) => !canEnter(user, at));
}

/** Why the user cannot run `bin/postgres` in `nativeDir`; undefined if they can. */
export function whyNotRunnable(user: PostgresUser | undefined, nativeDir: string): string | undefined {
  const postgres = join(nativeDir, 'bin', 'postgres');
  const run = spawnSync(postgres, ['--version'], {
    ...{ cwd: '/', env: POSTGRES_ENV, encoding: 'utf8', timeout: 30_000, windowsHide: true },
    ...asUser(user),
  });
  if (run.error === undefined) return run.status === 0 ? undefined : run.stderr.trim().split('\n')[0];
  // ENOENT for a file that exists means that its dynamic loader is missing.
  const needsGlibc =
    process.platform === 'linux' && run.error.message.includes('ENOENT') && existsSync(postgres);
  return needsGlibc ? 'it needs glibc, which this system does not have' : run.error.message;
}
