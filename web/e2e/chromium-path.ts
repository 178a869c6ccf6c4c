import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

const usualPaths = [
  // First, because it takes half the processor time of the whole browser.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:/Program Files/Google/Chrome/Application/chrome.exe',
];

/** CHROMIUM_PATH, an installed browser, or one that Playwright has downloaded. */
export function findChromium(): string | undefined {
  const named = process.env['CHROMIUM_PATH'];
  return [...(named ? [named] : []), ...usualPaths, chromium.executablePath()].find((path) =>
    existsSync(path),
  );
}

export function chromiumPath(): string {
  const found = findChromium();
  if (!found) throw new Error(`The browser tests need Chromium or Chrome. ${whatToDo}`);
  return found;
}

export const whatToDo =
  '"npm test" installs one. Or install it yourself (on Debian: apt-get install chromium), or set ' +
  'CHROMIUM_PATH to its executable.';
