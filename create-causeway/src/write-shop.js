import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Problem } from './problem.js';

/**
 * @typedef {'node' | 'next' | 'hono'} Framework
 *
 * @typedef {object} Shop
 * @property {Framework} framework
 * @property {string} url Of the API.
 * @property {string} key
 * @property {string} secret Empty if the endpoint is not registered.
 * @property {number} port
 */

/**
 * The file of the shop, how it is started, and what it needs besides the SDK.
 *
 * @type {Record<Framework, { file: string, start: (port: number) => string, dependencies: Record<string, string> }>}
 */
export const frameworks = {
  node: { file: 'shop.js', start: () => 'node --env-file=.env shop.js', dependencies: {} },
  next: {
    file: 'app/[[...path]]/route.js',
    start: (port) => `next dev --port ${port}`,
    dependencies: { next: '^16.0.0', react: '^19.0.0', 'react-dom': '^19.0.0' },
  },
  hono: {
    file: 'shop.js',
    start: () => 'node --env-file=.env shop.js',
    dependencies: { '@hono/node-server': '^2.0.0', hono: '^4.0.0' },
  },
};

const sdkFile = 'causeway-sdk.tgz';
const own = (/** @type {string} */ path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** @param {string} folder */
export function checkFolder(folder) {
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new Problem(`The folder ${folder} is not empty. Name another one: npm create causeway my-shop`);
  }
}

/**
 * @param {string} folder
 * @param {Shop} shop
 */
export function writeShop(folder, shop) {
  const { file, start, dependencies } = frameworks[shop.framework];
  const manifest = {
    name:
      basename(resolve(folder))
        .toLowerCase()
        .replace(/[^a-z0-9-]+/g, '-')
        .replace(/^-+/, '') || 'shop',
    private: true,
    type: 'module',
    scripts: { start: start(shop.port) },
    dependencies: { '@causeway/sdk': `file:${sdkFile}`, ...dependencies },
  };
  const env = [
    `CAUSEWAY_API_URL=${shop.url}`,
    `CAUSEWAY_API_KEY=${shop.key}`,
    `CAUSEWAY_WEBHOOK_SECRET=${shop.secret}`,
    `SHOP_URL=http://localhost:${shop.port}`,
    `PORT=${shop.port}`,
    ...(shop.framework === 'next' ? ['NEXT_TELEMETRY_DISABLED=1'] : []),
  ];
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  const write = (/** @type {string} */ name, /** @type {string} */ text, mode = 0o644) =>
    writeFileSync(join(folder, name), text, { mode });
  write('package.json', `${JSON.stringify(manifest, null, 2)}\n`);
  write('.gitignore', 'node_modules/\n.next/\n.env\norders.json\n');
  write('.env', `${env.join('\n')}\n`, 0o600);
  write(file, shopSource(shop.framework));
  copyFileSync(own(`dist/${sdkFile}`), join(folder, sdkFile));
}

/**
 * One file from two: the part of the framework in place of its import of the core.
 *
 * @param {Framework} framework
 */
function shopSource(framework) {
  const read = (/** @type {string} */ name) => readFileSync(own(`templates/${name}.js`), 'utf8');
  const [coreImports, core] = splitImports(read('core'));
  const [imports, rest] = splitImports(read(framework));
  const kept = imports.filter((line) => !line.includes("'./core.js'"));
  return `${[...kept, ...coreImports].sort(byModule).join('\n')}\n\n${core.replace(/^export /gm, '').trim()}\n\n${rest.trim()}\n`;
}

/**
 * @param {string} source
 * @returns {[string[], string]}
 */
function splitImports(source) {
  const lines = source.split('\n');
  const isImport = (/** @type {string} */ line) => line.startsWith('import ');
  return [lines.filter(isImport), lines.filter((line) => !isImport(line)).join('\n')];
}

/** Modules of Node first, as is usual.
 * @param {string} one
 * @param {string} other
 */
function byModule(one, other) {
  const module = (/** @type {string} */ line) => /from '(.*)'/.exec(line)?.[1] ?? '';
  const rank = (/** @type {string} */ line) => `${module(line).startsWith('node:') ? 0 : 1}${module(line)}`;
  return rank(one).localeCompare(rank(other));
}
