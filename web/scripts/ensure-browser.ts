import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { aptInstall } from '../../server/scripts/apt-install.ts';
import { findChromium, whatToDo } from '../e2e/chromium-path.ts';

/** Installs Chromium with apt, or else with Playwright. Not every distribution has the headless shell, which is lighter. */
function install(): void {
  for (const name of ['chromium-headless-shell', 'chromium']) if (aptInstall(name) && findChromium()) return;
  const playwright = dirname(createRequire(import.meta.url).resolve('playwright-core/package.json'));
  const args = [join(playwright, 'cli.js'), 'install', 'chromium'];
  spawnSync(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
}

if (!findChromium()) {
  console.log('Installing Chromium for the browser tests…');
  install();
  if (!findChromium()) {
    console.error(`Could not install Chromium, which the browser tests need. ${whatToDo}`);
    process.exitCode = 1;
  }
}
