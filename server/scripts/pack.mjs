// `npm run pack [-- FOLDER]`: one file with the built service and its pages, to be installed by npm. It has no sources, no tests
// and no local chains; packages that are in the bundle are not installed again. Plain JavaScript, as the other scripts of the build.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const { version, license, engines, description } = manifestIn('package.json');
const { name, dependencies, optionalDependencies } = manifestIn('server/package.json');
const folder = mkdtempSync(join(tmpdir(), 'causeway-pack-'));

function manifestIn(path) {
  return JSON.parse(readFileSync(join(root, path), 'utf8'));
}

function write(path, manifest) {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** As in the repository, without what only a build needs. */
function copy(path) {
  cpSync(join(root, path), join(folder, path), {
    recursive: true,
    filter: (from) => !/^\.built-from$|\.map$/.test(basename(from)),
  });
}

try {
  write('package.json', {
    name,
    version,
    description,
    license,
    type: 'module',
    engines,
    bin: { causeway: 'server/dist/cli.js' },
    files: ['server', 'web'],
    dependencies,
    optionalDependencies,
  });
  write('server/package.json', { name, version, type: 'module', private: true });
  for (const path of [
    'web/dist',
    'server/assets',
    'server/src/platform/db/migrations',
    'LICENSE',
    'CHANGELOG.md',
  ])
    copy(path);
  cpSync(join(root, 'server/scripts/package-readme.md'), join(folder, 'README.md'));
  const entryPoints = ['cli=src/cli/cli.ts', 'drawing-thread=src/pages/pdf/drawing-thread.ts'];
  mkdirSync(join(folder, 'server/dist'));
  const bundle = [
    join(root, 'server/scripts/bundle.mjs'),
    '--outdir',
    join(folder, 'server/dist'),
    ...entryPoints,
  ];
  execFileSync(process.execPath, bundle, { stdio: 'inherit' });
  const to = process.argv[2] ?? root;
  const args = ['pack', '--silent', '--pack-destination', to];
  const file = execFileSync('npm', args, {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  process.stdout.write(`${join(to, file.trim())}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
