import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { findChromium, whatToDo } from '../e2e/chromium-path.ts';

/** Before the tests: a machine with nothing but Node gets a browser. One that has a browser is left as it is. */
function install(): void {
  const isRoot = process.getuid?.() === 0;
  if (isRoot && existsSync('/usr/bin/apt-get')) {
    run('apt-get', ['update', '-qq']);
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium']);
    return;
  }
  const playwright = dirname(createRequire(import.meta.url).resolve('playwright-core/package.json'));
  run(process.execPath, [join(playwright, 'cli.js'), 'install', 'chromium']);
}

function run(command: string, args: string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'], env });
}

if (!findChromium()) {
  console.log('Installing Chromium for the tests of the pages …');
  install();
  if (!findChromium()) {
    console.error(`No Chromium could be installed, and the tests of the pages need one. ${whatToDo}`);
    process.exitCode = 1;
  }
}
