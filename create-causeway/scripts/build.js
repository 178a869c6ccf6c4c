import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Packs the SDK into this package: a new shop installs it from a file, since it is not published. */
const dist = fileURLToPath(new URL('../dist/', import.meta.url));
const sdk = fileURLToPath(new URL('../../sdk/', import.meta.url));
execFileSync(
  process.execPath,
  [fileURLToPath(new URL('../../server/scripts/compile.mjs', import.meta.url)), 'sdk'],
  {
    stdio: ['ignore', 'ignore', 'inherit'],
  },
);
rmSync(dist, { recursive: true, force: true });
mkdirSync(dist);
// Silent: npm prints the name of the file, and this runs inside of another npm.
const printed = execFileSync('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', dist], {
  cwd: sdk,
  encoding: 'utf8',
});
renameSync(dist + printed.trim(), `${dist}causeway-sdk.tgz`);
