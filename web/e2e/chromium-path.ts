import { existsSync } from 'node:fs';

const usualPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:/Program Files/Google/Chrome/Application/chrome.exe',
];

/** The browser of the machine: downloading one would make the tests depend on the network. */
export function chromiumPath(): string {
  const named = process.env['CHROMIUM_PATH'];
  const found = [...(named ? [named] : []), ...usualPaths].find((path) => existsSync(path));
  if (!found) {
    throw new Error(
      'The browser tests need Chromium or Chrome. Install it (on Debian and Ubuntu: apt-get install chromium), ' +
        'or set CHROMIUM_PATH to its executable.',
    );
  }
  return found;
}
