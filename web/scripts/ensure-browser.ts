import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { aptInstall } from '../../server/scripts/apt-install.ts';
import { findChromium, whatToDo } from '../e2e/chromium-path.ts';

/** Before the tests: a machine with nothing but Node gets a browser. One that has a browser is left as it is. */
function install(): void {
  if (aptInstall('chromium')) return;
  const playwright = dirname(createRequire(import.meta.url).resolve('playwright-core/package.json'));
  const args = [join(playwright, 'cli.js'), 'install', 'chromium'];
  spawnSync(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
}

if (!findChromium()) {
  console.log('Installing Chromium for the tests of the pages …');
  install();
  if (!findChromium()) {
    console.error(`No Chromium could be installed, and the tests of the pages need one. ${whatToDo}`);
    process.exitCode = 1;
  }
}
