import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { SetupError } from './setup-error.ts';

const USER_NAME = 'causeway';

/** The home of the Postgres user, and where root puts files that this user must reach. */
export const SYSTEM_DIR = '/var/lib/causeway';

export interface PostgresUser {
  readonly uid: number;
  readonly gid: number;
}

/**
 * The user Postgres runs as; undefined means the current user. Postgres does not run as root, so root runs it as the
 * owner of the cluster, or as a system user that is created on first use.
 */
export function postgresUser(clusterDir: string): PostgresUser | undefined {
  const self = process.getuid?.();
  if (self === undefined) return undefined;
  const owner = statSync(clusterDir, { throwIfNoEntry: false });
  if (owner === undefined) return self === 0 ? systemUser() : undefined;
  if (self === 0) {
    if (owner.uid === 0) throw new SetupError(ownedByRoot(clusterDir));
    return { uid: owner.uid, gid: owner.gid };
  }
  if (owner.uid !== self) {
    throw new SetupError(
      `${clusterDir} belongs to user id ${owner.uid}, not to you: run this as that user or as root, or set DATA_DIR to a folder of your own.`,
    );
  }
  return undefined;
}

function ownedByRoot(clusterDir: string): string {
  return `${clusterDir} belongs to root and Postgres does not run as root: run "chown -R ${USER_NAME} ${clusterDir}" (create that user first if it does not exist).`;
}

function systemUser(): PostgresUser {
  let problem = '';
  // Retry: another process may be adding the same user, or hold the lock on /etc/passwd.
  for (let attempt = 0; attempt < 5; attempt++) {
    const found = findUser();
    if (found !== undefined) return found;
    problem = addUser();
    if (problem !== '') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  }
  const found = findUser();
  if (found !== undefined) return found;
  throw new SetupError(
    `Postgres does not run as root and the system user "${USER_NAME}" could not be created (${problem}): create it, run this as an ordinary user, or set DATABASE_URL.`,
  );
}

function findUser(): PostgresUser | undefined {
  const [uid, gid] = ['-u', '-g'].map((flag) => Number.parseInt(systemTool('id', [flag, USER_NAME]).out, 10));
  if (uid === undefined || gid === undefined || Number.isNaN(uid) || Number.isNaN(gid)) return undefined;
  return { uid, gid };
}

/** Returns the problem, or an empty string. */
function addUser(): string {
  const useradd = systemTool('useradd', [
    ...['--system', '--user-group', '--no-create-home', '--home-dir', SYSTEM_DIR],
    ...['--shell', '/usr/sbin/nologin', USER_NAME],
  ]);
  if (!useradd.missing) return useradd.problem;
  // busybox, as on Alpine
  systemTool('addgroup', ['-S', USER_NAME]);
  const adduser = systemTool('adduser', [
    ...['-S', '-D', '-H', '-h', SYSTEM_DIR, '-s', '/sbin/nologin', '-G', USER_NAME, USER_NAME],
  ]);
  return adduser.missing ? 'neither useradd nor adduser is installed' : adduser.problem;
}

function systemTool(name: string, args: string[]): { out: string; problem: string; missing: boolean } {
  // PATH has no sbin folders in a root shell from plain `su`.
  const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' };
  const run = spawnSync(name, args, { env, encoding: 'utf8', timeout: 10_000 });
  if (run.error !== undefined) return { out: '', problem: run.error.message, missing: true };
  const problem = run.status === 0 ? '' : run.stderr.trim().replaceAll('\n', ' ') || `${name} failed`;
  return { out: run.stdout, problem, missing: false };
}
