import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const aptGet = '/usr/bin/apt-get';

/** Installs a package for the tests. Returns false if that is not possible: it takes root and apt-get. */
export function aptInstall(name: string): boolean {
  if (process.getuid?.() !== 0 || !existsSync(aptGet)) return false;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', name]]) {
    spawnSync(aptGet, ['-qq', ...args], { stdio: ['ignore', 'ignore', 'inherit'], env });
  }
  return true;
}
