import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Guides } from './guides.ts';

/** The output of Vite, held in memory: only files that existed at start-up can be served. */
export interface WebBuild {
  /** Files of the assets folder by name, without source maps. */
  files: ReadonlyMap<string, BuiltFile>;
  /** The button script for merchants' pages. */
  button: BuiltFile | null;
  favicon: BuiltFile | null;
  /** What chats show of a link to a page without a picture of its own. */
  preview: BuiltFile | null;
  guides: Guides | null;
  /** The files of a page, with the path prefix `below`; null when the page is not in the build. */
  page(name: string, below: string): PageFiles | null;
}

export interface BuiltFile {
  bytes: Buffer;
  contentType: string;
}

/** Paths as the browser requests them. */
export interface PageFiles {
  script: string;
  styles: string[];
  preloads: string[];
  /** Shown by browsers for pages without a merchant's logo. */
  icon: string;
  /** Translation files by language, if the page has them. */
  languages?: Record<string, string>;
}

interface Chunk {
  file: string;
  isEntry?: boolean;
  css?: string[];
  imports?: string[];
}
type Manifest = Record<string, Chunk>;

const contentTypes: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};

/** Null when the pages are not built. */
export async function readWebBuild(dir: string): Promise<WebBuild | null> {
  const manifest = await readManifests(join(dir, '.vite'));
  if (!manifest) return null;
  const files = new Map<string, BuiltFile>();
  const folder = join(dir, 'assets');
  for (const entry of existsSync(folder) ? await readdir(folder, { withFileTypes: true }) : []) {
    if (!entry.isFile() || entry.name.endsWith('.map')) continue;
    const contentType = contentTypes[extname(entry.name)] ?? 'application/octet-stream';
    files.set(entry.name, { bytes: await readFile(join(folder, entry.name)), contentType });
  }
  const other = async (name: string): Promise<BuiltFile | null> => {
    const bytes = await readFile(join(dir, name)).catch(() => null);
    return bytes && { bytes, contentType: contentTypes[extname(name)] ?? '' };
  };
  const guides = await other('docs.json');
  return {
    files,
    guides: guides && JSON.parse(guides.bytes.toString('utf8')),
    button: await other('button.js'),
    favicon: await other('favicon.ico'),
    preview: await other('preview.png'),
    page: (name, below) => pageFiles(manifest, name, below),
  };
}

/** The manifests of all builds as one: the pages without sign-in have a build of their own. Null if there is none. */
async function readManifests(folder: string): Promise<Manifest | null> {
  if (!existsSync(join(folder, 'manifest.json'))) return null;
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json'));
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return Object.assign({}, ...texts.map((text) => JSON.parse(text)));
}

/** The manifest names entries by source file: the page's index.html or main.tsx. */
function pageFiles(manifest: Manifest, name: string, below: string): PageFiles | null {
  const source = new RegExp(`(^|/)${name}/(index\\.html|main\\.tsx?)$`);
  const found = Object.entries(manifest).find(([key, chunk]) => chunk.isEntry && source.test(key));
  if (!found) return null;
  const chunks = [...reachable(manifest, found[0])].flatMap((key) => manifest[key] ?? []);
  return {
    script: `${below}/${found[1].file}`,
    // Styles of imported chunks come first, so that later rules override them. Vite lists those that pages share last.
    styles: [...new Set(chunks.toReversed().flatMap(({ css = [] }) => css.toReversed()))].map(
      (file) => `${below}/${file}`,
    ),
    preloads: chunks.slice(1).map((chunk) => `${below}/${chunk.file}`),
    icon: `${below}/favicon.ico`,
    languages: languageFiles(manifest, name, below),
  };
}

function languageFiles(manifest: Manifest, name: string, below: string): Record<string, string> {
  const source = new RegExp(`(^|/)${name}/locales/([a-z]+)\\.ts$`);
  return Object.fromEntries(
    Object.entries(manifest).flatMap(([key, chunk]) => {
      const language = source.exec(key)?.[2];
      return language ? [[language, `${below}/${chunk.file}`]] : [];
    }),
  );
}

/** The chunk and all its static imports, itself first. */
function reachable(manifest: Manifest, key: string, seen = new Set<string>()): Set<string> {
  if (seen.has(key)) return seen;
  seen.add(key);
  for (const next of manifest[key]?.imports ?? []) reachable(manifest, next, seen);
  return seen;
}
