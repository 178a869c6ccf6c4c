import { execFile } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { chown, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type BinarySource, usableBinaries } from './binaries.ts';
import { prepareDataDir } from './data-dir.ts';
import { isFilled } from './folders.ts';
import { clusterPassword } from './password.ts';
import { type PostgresUser, postgresUser } from './postgres-user.ts';
import { asUser, POSTGRES_ENV } from './reach.ts';
import { buildOnce } from './scratch.ts';
import { SetupError } from './setup-error.ts';

export const SUPERUSER = 'causeway';

/** Everything needed to start and connect to the server of one data folder. Paths contain no symbolic links. */
export interface Cluster {
  readonly dir: string;
  readonly binDir: string;
  readonly logFile: string;
  readonly password: string;
  readonly user: PostgresUser | undefined;
}

/** Creates what is missing: the folder, the user, runnable binaries, the password, the cluster. */
export async function prepareCluster(source: BinarySource, dataDirAsGiven: string): Promise<Cluster> {
  const user = postgresUser(join(dataDirAsGiven, 'postgres'));
  const dataDir = prepareDataDir(dataDirAsGiven, user);
  const dir = join(dataDir, 'postgres');
  const binDir = join(await usableBinaries(source, user, dataDir), 'bin');
  const password = clusterPassword(dataDir, isFilled(dir));
  await buildOnce(dir, (scratch) => initialise(scratch, binDir, user, password));
  checkVersion(dir, source);
  return { dir: realpathSync(dir), binDir, logFile: join(dataDir, 'postgres.log'), password, user };
}

async function initialise(
  scratch: string,
  binDir: string,
  user: PostgresUser | undefined,
  password: string,
): Promise<string> {
  const cluster = join(scratch, 'cluster');
  const passwordFile = join(scratch, 'password');
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  if (user !== undefined) {
    for (const path of [scratch, passwordFile]) await chown(path, user.uid, user.gid);
  }
  // The builtin provider sorts by code point and is the same on every machine and C library.
  const args = [
    ...[
      '-D',
      cluster,
      '-U',
      SUPERUSER,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
    ],
    ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'],
    ...['--data-checksums', '--no-instructions'],
  ];
  const options = { cwd: scratch, env: POSTGRES_ENV, timeout: 300_000, windowsHide: true, ...asUser(user) };
  await promisify(execFile)(join(binDir, 'initdb'), args, options).catch((error: unknown) => {
    const output = error instanceof Error ? error.message.trim().split('\n').slice(1).join(' ') : '';
    throw new SetupError(`Postgres could not create its data folder: ${output || String(error)}`);
  });
  return cluster;
}

function checkVersion(dir: string, source: BinarySource): void {
  const file = join(dir, 'PG_VERSION');
  if (!existsSync(file)) {
    throw new SetupError(
      `${dir} is not a Postgres data folder: move it away, or set DATA_DIR to another one.`,
    );
  }
  const major = readFileSync(file, 'utf8').trim();
  if (source.version.split('.')[0] === major) return;
  throw new SetupError(
    `${dir} was created by Postgres ${major}, and this release contains ${source.version}: export it with the release that created it. See docs/operating.md, "Move the database".`,
  );
}
