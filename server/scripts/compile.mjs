// Builds the parts that are named (server, web, sdk, cli), at the same time, and skips those whose sources have not changed
// since their last build. Plain JavaScript, because it runs before anything is built.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const dependencies = ['package-lock.json', 'package.json'];

/** What each part is built from, and how. The web pages import types and texts of the server. */
const parts = {
  server: {
    sources: ['server/src', 'server/tsconfig.json', 'server/scripts/bundle.mjs'],
    commands: [['server/scripts/bundle.mjs']],
  },
  web: {
    sources: [
      'web',
      'server/src',
      'docs',
      'README.md',
      'CHANGELOG.md',
      'CONTRIBUTING.md',
      'SECURITY.md',
      'sdk/README.md',
      'cli/README.md',
      'create-causeway/README.md',
      'examples/node-shop/README.md',
    ],
    commands: [
      ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'],
      ...['dashboard/sign-in', 'button'].map((folder) => [
        'node_modules/vite/bin/vite.js',
        'build',
        '--logLevel',
        'warn',
        '--config',
        `${folder}/vite.config.ts`,
      ]),
      ['--import', 'tsx', 'scripts/docs/build.ts'],
    ],
    folder: 'web',
  },
  sdk: {
    sources: [
      'sdk/src',
      'sdk/scripts',
      'sdk/tsconfig.json',
      'sdk/tsconfig.esm.json',
      'sdk/tsconfig.cjs.json',
    ],
    commands: [['--import', 'tsx', 'sdk/scripts/build.ts']],
  },
  cli: {
    sources: ['cli/src', 'cli/scripts', 'server/src', 'sdk/src', 'docs/openapi.json'],
    commands: [['cli/scripts/build.mjs']],
  },
};

const notSources = new Set(['node_modules', 'dist', 'e2e']);

function* filesIn(path) {
  if (statSync(path).isFile()) {
    yield path;
    return;
  }
  for (const name of readdirSync(path).sort()) if (!notSources.has(name)) yield* filesIn(join(path, name));
}

function fingerprint(sources) {
  const hash = createHash('sha256').update(process.version);
  for (const source of [...sources, ...dependencies]) {
    for (const path of filesIn(join(root, source)))
      hash.update(`${relative(root, path)}\0`).update(readFileSync(path));
  }
  return hash.digest('hex');
}

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function run(args, cwd) {
  const [first, ...rest] = args;
  const script = first.startsWith('-') ? first : join(root, first);
  const child = spawn(process.execPath, [script, ...rest], { cwd, stdio: 'inherit' });
  return new Promise((resolve) => child.once('close', (code) => resolve(code === 0)));
}

const whatIsMissing =
  'Building needs the development packages. Run "npm ci && npm run build" first, then "npm prune --omit=dev", which keeps what was built.';

/** Whether the part is built now. */
async function build(name) {
  const part = parts[name];
  const stamp = join(root, name, 'dist/.built-from');
  const now = fingerprint(part.sources);
  if (read(stamp) === now) return true;
  rmSync(stamp, { force: true });
  // Not to stdout, which belongs to the command that is run next.
  process.stderr.write(`Building ${name} …\n`);
  for (const command of part.commands) {
    if (await run(command, join(root, part.folder ?? ''))) continue;
    if (!existsSync(join(root, 'node_modules/esbuild'))) process.stderr.write(`${whatIsMissing}\n`);
    return false;
  }
  writeFileSync(stamp, now);
  return true;
}

const built = await Promise.all(process.argv.slice(2).map(build));
if (built.includes(false)) process.exitCode = 1;
