import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { createServer } from 'vite';
import { chromiumPath } from '../e2e/chromium-path.ts';
import { fixtures } from './fixtures.ts';

/**
 * Takes screenshots of the gallery: screenshots.ts <folder> [states] [locales] [widths] [schemes], each comma-separated;
 * states can be `all`.
 */
const [
  folder = 'screenshots',
  states = 'all',
  locales = 'en',
  widths = '320,375,1280',
  schemes = 'light,dark',
] = process.argv.slice(2);
const chosenStates = states === 'all' ? Object.keys(fixtures) : states.split(',');

await mkdir(folder, { recursive: true });
const server = await createServer({
  root: fileURLToPath(new URL('..', import.meta.url)),
  configFile: fileURLToPath(new URL('../vite.config.ts', import.meta.url)),
  server: { port: 0, host: '127.0.0.1' },
  logLevel: 'error',
});
await server.listen();
const url = server.resolvedUrls?.local[0] ?? '';
const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox'] });
for (const scheme of schemes.split(',')) {
  for (const width of widths.split(',').map(Number)) {
    const context = await browser.newContext({
      viewport: { width, height: width < 900 ? 720 : 800 },
      colorScheme: scheme === 'dark' ? 'dark' : 'light',
      deviceScaleFactor: 1,
    });
    const page = await context.newPage();
    for (const locale of locales.split(',')) {
      for (const state of chosenStates) {
        await page.goto(`${url}gallery/?state=${state}&locale=${locale}`);
        await page.locator('.panel h2').waitFor();
        await page.waitForTimeout(150);
        await page.screenshot({
          path: `${folder}/${state}-${locale}-${width}-${scheme}.png`,
          fullPage: true,
        });
      }
    }
    await context.close();
  }
}
await browser.close();
await server.close();
