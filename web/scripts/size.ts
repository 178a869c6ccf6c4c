import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';

/**
 * Checks the gzipped size of what a page loads before its first paint: the entry script with its imports, the largest
 * language file and the style sheets. Exits with 1 when a limit is exceeded.
 */
const limits = {
  checkout: { entry: 'checkout/main.tsx', js: 25 * 1024, css: 8 * 1024 },
  invoice: { entry: 'invoice/main.ts', js: 3 * 1024, css: 8 * 1024 },
  claim: { entry: 'claim/main.ts', js: 3 * 1024, css: 8 * 1024 },
  link: { entry: 'link/main.ts', js: 3 * 1024, css: 8 * 1024 },
  site: { entry: 'site/main.ts', js: 3 * 1024, css: 8 * 1024 },
  'sign-in': { entry: 'dashboard/sign-in/main.tsx', js: 20 * 1024, css: 4 * 1024 },
};

interface Chunk {
  file: string;
  src?: string;
  imports?: string[];
  css?: string[];
}

/** Loaded when a live payment is about to be paid: the wallets of the browser. */
const walletsLimit = 5 * 1024;

/** The whole script that merchants put on their pages, in bytes. */
const buttonLimit = 5000;

const dist = new URL('../dist/', import.meta.url);
const readManifest = async (name: string): Promise<Record<string, Chunk>> =>
  JSON.parse(await readFile(new URL(`.vite/${name}.json`, dist), 'utf8'));
const manifest = { ...(await readManifest('manifest')), ...(await readManifest('sign-in')) };

const gzipped = async (file: string) => gzipSync(await readFile(new URL(file, dist)), { level: 9 }).length;

const kib = (bytes: number) => `${(bytes / 1024).toFixed(1)} KiB`;

function reachable(key: string, seen = new Set<string>()): Set<string> {
  if (seen.has(key)) return seen;
  seen.add(key);
  for (const next of manifest[key]?.imports ?? []) reachable(next, seen);
  return seen;
}

async function weigh(page: keyof typeof limits): Promise<boolean> {
  const most = limits[page];
  const chunks = [...reachable(most.entry)].flatMap((key) => manifest[key] ?? []);
  const languages = Object.values(manifest).filter(({ src }) => src?.startsWith(`${page}/locales/`));
  const scripts = await Promise.all(chunks.map(({ file }) => gzipped(file)));
  const heaviest = Math.max(0, ...(await Promise.all(languages.map(({ file }) => gzipped(file)))));
  const styles = await Promise.all(chunks.flatMap(({ css = [] }) => css).map(gzipped));
  const sum = (sizes: number[]) => sizes.reduce((total, size) => total + size, 0);
  const js = sum(scripts) + heaviest;
  const css = sum(styles);
  console.log(`${page}: ${kib(js)} JavaScript before first paint, gzipped (limit ${kib(most.js)})`);
  console.log(`  page ${kib(sum(scripts))}, largest language ${kib(heaviest)}`);
  console.log(`${page}: ${kib(css)} CSS, gzipped (limit ${kib(most.css)})`);
  return js <= most.js && css <= most.css;
}

async function weighWallets(): Promise<boolean> {
  const panel = Object.values(manifest).find(({ src }) => src?.startsWith('checkout/wallets/wallet-panel'));
  const bytes = panel ? await gzipped(panel.file) : 0;
  console.log(`checkout wallets: ${kib(bytes)} JavaScript, gzipped (limit ${kib(walletsLimit)})`);
  return bytes > 0 && bytes <= walletsLimit;
}

async function weighButton(): Promise<boolean> {
  const bytes = await gzipped('button.js');
  console.log(`button.js: ${bytes} bytes, gzipped (limit ${buttonLimit})`);
  return bytes <= buttonLimit;
}

const light = [
  await weigh('checkout'),
  await weighWallets(),
  await weigh('invoice'),
  await weigh('claim'),
  await weigh('link'),
  await weigh('site'),
  await weigh('sign-in'),
  await weighButton(),
];
if (light.includes(false)) {
  console.error(
    'Over the size limit. Load what the first paint does not need with import(); shorten button.js.',
  );
  process.exitCode = 1;
}
