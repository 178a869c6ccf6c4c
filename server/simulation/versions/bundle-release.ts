import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serverFolder } from '../../src/platform/places.ts';
import { lastRelease, type Release, unpackRelease } from '../../test/deploy/builds.ts';
import type { SourcePlant } from '../plants/plant.ts';

/** The last release, so that processes of a history can run it. */
export interface ReleaseFile {
  name: string;
  /** One file, which exports `serviceCode`. */
  file: string;
}

interface BundledRelease extends ReleaseFile {
  remove(): void;
}

/** What the release needs of this commit: what to bundle, and how. */
const ours = [
  'simulation/versions/open-line.ts',
  'simulation/versions/service-code.ts',
  'scripts/bundle.mjs',
] as const;

/** Null if nothing was released before this commit. With a bug in it, if one is given. */
export function bundleRelease(planted: SourcePlant | null = null): BundledRelease | null {
  const release = lastRelease();
  return release && bundle(release, planted);
}

function bundle(release: Release, planted: SourcePlant | null): BundledRelease {
  const folder = unpackRelease(release);
  const server = join(folder, 'server');
  mkdirSync(join(server, 'simulation/versions'), { recursive: true });
  for (const path of ours) copyFileSync(fileURLToPath(new URL(path, serverFolder)), join(server, path));
  const replace = planted && ['--replace', JSON.stringify(planted)];
  // What is loaded on demand takes an unknown number of turns of the event loop, and would change the order of things.
  const args = ['--one-file', '--outdir', join(server, 'dist'), ...(replace ?? [])];
  execFileSync(
    process.execPath,
    [join(server, 'scripts/bundle.mjs'), 'service-code=simulation/versions/service-code.ts', ...args],
    { stdio: 'inherit' },
  );
  const remove = () => rmSync(folder, { recursive: true, force: true });
  // Also when somebody ends the run.
  process.once('exit', remove);
  return {
    name: `${release.version} (${release.commit.slice(0, 8)})`,
    file: join(server, 'dist/service-code.js'),
    remove,
  };
}
