import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A piece of source that did not run: from its first line, which is what names it. */
export interface Unreached {
  file: string;
  line: number;
  text: string;
}

interface Script {
  url: string;
  functions: { ranges: { startOffset: number; endOffset: number; count: number }[] }[];
}

/** Where money is decided and moved. */
const rooms = [
  'payments/credit/',
  'payments/refunds/',
  'payments/unapplied-funds/',
  'treasury/ledger/',
  'treasury/payouts/',
  'treasury/transfers/',
  'treasury/reconciliation/',
  'chains/watching/',
  'chains/deposits/',
];

/** Files that take requests and show what was decided. */
const shows = /(routes|schema)\.ts$/;

/** What no process ran of the rooms that move money, by what each wrote into the folder (`NODE_V8_COVERAGE`). */
export function unreachedOf(folder: string, server: string): Unreached[] {
  const reached = new Map<string, Uint8Array>();
  for (const name of readdirSync(folder))
    for (const script of JSON.parse(readFileSync(join(folder, name), 'utf8')).result as Script[])
      addScript(reached, script);
  const found = new Map<string, Unreached>();
  for (const [path, marks] of reached)
    for (const one of unreachedIn(path, marks, join(server, 'src')))
      found.set(`${one.file} ${one.line}`, one);
  return [...found.values()].sort((a, b) => (a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1));
}

/** Inner ranges come after those around them, and say more. A piece is reached when one of the processes ran it. */
function addScript(reached: Map<string, Uint8Array>, { url, functions }: Script): void {
  if (!url.startsWith('file:')) return;
  const path = fileURLToPath(url);
  if (!existsSync(`${path}.map`)) return;
  const length = readFileSync(path, 'utf8').length;
  const own = new Uint8Array(length);
  for (const { ranges } of functions)
    for (const { startOffset, endOffset, count } of ranges)
      own.fill(count > 0 ? 1 : 0, startOffset, endOffset);
  const known = reached.get(path) ?? new Uint8Array(length);
  for (let offset = 0; offset < length; offset++) known[offset] ||= own[offset] ?? 0;
  reached.set(path, known);
}

/** The beginnings of pieces that did not run. What lies within one does not count again. */
function unreachedIn(path: string, marks: Uint8Array, src: string): Unreached[] {
  const map = new SourceMap(JSON.parse(readFileSync(`${path}.map`, 'utf8')));
  const lines = readFileSync(path, 'utf8').split('\n');
  const found: Unreached[] = [];
  let offset = 0;
  let wasReached = true;
  for (const [row, text] of lines.entries()) {
    for (let column = 0; column < text.length; column++) {
      const isReached = marks[offset + column] === 1;
      if (isReached || !wasReached || !/[\w('"`[{]/.test(text[column] ?? '')) {
        wasReached ||= isReached;
        continue;
      }
      wasReached = false;
      const place = placeOf(map, path, row, column, src);
      if (place) found.push(place);
    }
    offset += text.length + 1;
  }
  return found;
}

function placeOf(map: SourceMap, path: string, row: number, column: number, src: string): Unreached | null {
  const entry = map.findEntry(row, column);
  if (!('originalSource' in entry)) return null;
  const full = resolve(dirname(path), entry.originalSource);
  const file = relative(src, full);
  if (!rooms.some((room) => file.startsWith(room)) || shows.test(file)) return null;
  const text = readFileSync(full, 'utf8').split('\n')[entry.originalLine] ?? '';
  if (isDefault(text, entry.originalColumn)) return null;
  return { file, line: entry.originalLine + 1, text: text.trim() };
}

/** What stands behind `??` is mostly there for the type checker. */
function isDefault(line: string, column: number): boolean {
  return line.slice(0, column).trimEnd().endsWith('??');
}
