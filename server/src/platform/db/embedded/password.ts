import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { syncFolder } from './folders.ts';
import { errorCode, SetupError } from './setup-error.ts';

/**
 * The superuser's password, created on first use. It is written before the cluster is initialised, so a cluster without
 * its password file means that the file was removed.
 */
export function clusterPassword(dataDir: string, clusterExists: boolean): string {
  const file = join(dataDir, 'postgres.json');
  const known = readPassword(file);
  if (known !== undefined) return known;
  if (clusterExists) {
    throw new SetupError(
      `${file}, which contains the database password, is missing: restore it from a backup, or move ${join(dataDir, 'postgres')} away to start with an empty database.`,
    );
  }
  createPassword(file);
  const made = readPassword(file);
  if (made === undefined)
    throw new SetupError(`${file} was removed while it was being created: start again.`);
  return made;
}

function readPassword(file: string): string | undefined {
  try {
    const content: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof content === 'object' && content !== null && 'password' in content) {
      if (typeof content.password === 'string') return content.password;
    }
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    if (errorCode(error) !== undefined) {
      throw new SetupError(
        `${file} cannot be read (${errorCode(error)}): run this as the user who started the service, or as root.`,
      );
    }
  }
  throw new SetupError(`${file} does not contain a password: restore it from a backup.`);
}

/** Uses link, not rename: if several processes start at once, the first password wins. */
function createPassword(file: string): void {
  const temporary = `${file}.tmp-${process.pid}-${randomBytes(4).toString('hex')}`;
  const fd = openSync(temporary, 'wx', 0o600);
  try {
    writeSync(fd, `${JSON.stringify({ password: randomBytes(32).toString('hex') })}\n`);
    fsyncSync(fd);
    linkSync(temporary, file);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  } finally {
    closeSync(fd);
    unlinkSync(temporary);
  }
  syncFolder(join(file, '..'));
}
