import { type Browser, chromium } from 'playwright-core';
import { chromiumPath } from './chromium-path.ts';
import { serveMerchantSite } from './merchant-site.ts';

let running: Promise<Browser> | undefined;

/**
 * The worker's Chromium: started by the first file that needs it and shared by the next ones, since starting one per file
 * takes longer than many of the tests. Files close their contexts, never the browser; it ends with the worker.
 */
export async function sharedBrowser(): Promise<Browser> {
  if (running && !(await running).isConnected()) running = undefined;
  running ??= launch();
  return running;
}

async function launch(): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: [
      // Chromium has no sandbox as root, and containers have little shared memory.
      '--no-sandbox',
      '--disable-dev-shm-usage',
      // No page lives long enough to gain from optimized code: compiling it takes a quarter of the renderers' time.
      '--js-flags=--no-opt,--no-maglev',
      ...(await serveMerchantSite()),
    ],
    handleSIGTERM: false,
  });
  // Vitest ends its workers with SIGTERM. If it has to kill one, Chromium notices the closed pipe and exits.
  process.once('SIGTERM', () => void browser.close().finally(() => process.exit()));
  return browser;
}
