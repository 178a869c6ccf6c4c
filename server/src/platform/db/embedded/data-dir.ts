import { createHash } from 'node:crypto';
import { chmodSync, lstatSync, readlinkSync, realpathSync, rmdirSync, statSync, symlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isFilled, makeFolder } from './folders.ts';
import { type PostgresUser, postgresUser, SYSTEM_DIR } from './postgres-user.ts';
import { blockingFolder, canEnter } from './reach.ts';
import { errorCode, SetupError } from './setup-error.ts';

/**
 * The default DATA_DIR: ./data in `cwd`. If root starts the service in a folder that only root can enter, such as
 * /root/causeway, the Postgres user cannot reach it: then the data is in /var/lib/causeway, and ./data is a link.
 */
export function resolveDefaultDataDir(cwd: string): string {
  const data = join(cwd, 'data');
  const found = lstatSync(data, { throwIfNoEntry: false });
  if (found?.isSymbolicLink() === true) return followLink(data);
  const user = postgresUser(join(data, 'postgres'));
  const blocker = blockingFolder(user, cwd);
  if (blocker === undefined) return data;
  const elsewhere = join(SYSTEM_DIR, `data-${shortHash(realpathSync(cwd))}`);
  if (found !== undefined && isFilled(data)) {
    throw new SetupError(
      `The Postgres user cannot reach ${data}, because only root can enter ${blocker}: move it with "mkdir -p ${SYSTEM_DIR} && mv ${data} ${elsewhere} && ln -s ${elsewhere} ${data}", or set DATA_DIR.`,
    );
  }
  makeFolder(elsewhere);
  if (found !== undefined) rmdirSync(data);
  return linkTo(data, elsewhere);
}

function followLink(link: string): string {
  try {
    return realpathSync(link);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    return resolve(dirname(link), readlinkSync(link));
  }
}

/** The link is a convenience: in a read-only folder it is skipped, and the target is found by its name. */
function linkTo(link: string, target: string): string {
  try {
    symlinkSync(target, link);
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return followLink(link);
    if (!['EACCES', 'EPERM', 'EROFS'].includes(errorCode(error) ?? '')) throw error;
  }
  return target;
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}

/** Creates the folder if it is missing, lets the Postgres user enter it, and returns its real path. */
export function prepareDataDir(dataDir: string, user: PostgresUser | undefined): string {
  const blockedBefore = blockingFolder(user, dirname(dataDir));
  if (
    blockedBefore !== undefined &&
    lstatSync(dataDir, { throwIfNoEntry: false })?.isSymbolicLink() !== true
  ) {
    throw unreachable(dataDir, blockedBefore);
  }
  makeFolder(dataDir);
  const real = realpathSync(dataDir);
  if (!canEnter(user, real)) {
    chmodSync(real, statSync(real).mode | 0o011);
    const blocker = blockingFolder(user, real);
    if (blocker !== undefined) throw unreachable(dataDir, blocker);
  }
  return real;
}

function unreachable(dataDir: string, blocker: string): SetupError {
  return new SetupError(
    `The Postgres user cannot reach DATA_DIR ${dataDir}, because it cannot enter ${blocker}: run "chmod o+x ${blocker}", or set DATA_DIR to a folder such as ${SYSTEM_DIR}/data.`,
  );
}
