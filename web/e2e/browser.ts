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
    // Chromium has no sandbox as root, and containers have little shared memory.
    args: ['--no-sandbox', '--disable-dev-shm-usage', ...(await serveMerchantSite())],
    handleSIGTERM: false,
  });
  // Vitest ends its workers with SIGTERM. If it has to kill one, Chromium notices the closed pipe and exits.
  process.once('SIGTERM', () => void browser.close().finally(() => process.exit()));
  return browser;
}
