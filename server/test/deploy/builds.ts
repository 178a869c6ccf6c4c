import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serverFolder } from '../../src/platform/places.ts';
import { buildVersion } from '../../src/platform/version.ts';

const root = fileURLToPath(new URL('../', serverFolder));
const migrations = 'server/src/platform/db/migrations';
const entryPoints = ['cli=src/cli/cli.ts', 'drawing-thread=src/pages/pdf/drawing-thread.ts'];

/** A version of the service, bundled in a folder of its own. */
export interface Build {
  version: string;
  /** The command to run. */
  cli: string;
  folder: string;
}

/** The sources of this commit, with further migrations by name. */
export function buildHere(version = buildVersion(), further: Record<string, string> = {}): Build {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-build-'));
  mkdirSync(join(folder, 'server/dist'), { recursive: true });
  for (const path of [migrations, 'server/assets'])
    cpSync(join(root, path), join(folder, path), { recursive: true });
  for (const [name, statements] of Object.entries(further))
    writeFileSync(join(folder, migrations, name), statements);
  writeFileSync(join(folder, 'server/package.json'), JSON.stringify({ type: 'module', version }));
  linkPackages(folder);
  bundle(root, folder);
  return { version, cli: join(folder, 'server/dist/cli.js'), folder };
}

/** The sources of a release, with the packages that are installed here. */
export function buildRelease(release: Release): Build {
  const folder = unpackRelease(release);
  bundle(folder, folder);
  return { version: release.version, cli: join(folder, 'server/dist/cli.js'), folder };
}

/** The same, not bundled: its folder. */
export function unpackRelease({ commit }: Release): string {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-build-'));
  const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 1 << 30 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  mkdirSync(join(folder, 'server/dist'), { recursive: true });
  linkPackages(folder);
  return folder;
}

function linkPackages(folder: string): void {
  for (const path of ['node_modules', 'server/node_modules'])
    symlinkSync(join(root, path), join(folder, path));
}

function bundle(sources: string, folder: string): void {
  const script = join(sources, 'server/scripts/bundle.mjs');
  const args = [script, '--outdir', join(folder, 'server/dist'), ...entryPoints];
  execFileSync(process.execPath, args, { stdio: 'inherit' });
}

export interface Release {
  version: string;
  commit: string;
}

/** The last version that was released before this commit, or null if there is none in the history of this clone. */
export function lastRelease(): Release | null {
  const script = join(root, 'server/scripts/release.mjs');
  return JSON.parse(execFileSync(process.execPath, [script, '--last'], { encoding: 'utf8' }));
}
