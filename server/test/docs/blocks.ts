import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A fenced block of a guide. */
export interface Block {
  /** Relative to the root of the repository. */
  guide: string;
  line: number;
  language: string;
  /** Why it is not run; null when it is. */
  notRun: string | null;
  /** The file its reader is told to save it as. */
  file: string | null;
  /** Goes on while the reader does the rest of the guide; one of the same name takes its place. */
  background: string | null;
  /** What it is a part of, for a test in server/test/platform/db that does it on servers of its own. */
  drill: string | null;
  /** JSON of a delivery's body, and not of an answer. */
  isEvent: boolean;
  code: string;
}

export const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Languages whose blocks are run. */
export const runLanguages = ['sh', 'js', 'ts', 'python', 'php', 'go', 'ruby', 'json', 'html', 'sql'];
/** Languages of blocks that nobody runs: what a program prints, drawings, and settings of other programs. */
const readLanguages = ['text', 'ini', 'nginx'];

/** What `no-run:…` may say. */
const reasons: Record<string, string> = {
  installs: 'installs packages, and starts what the tests have running already',
  production: 'is about a server, database or host of the reader’s own',
  unpublished: 'needs a package that is not published yet',
};

export function guides(): string[] {
  const docs = readdirSync(`${root}docs`).filter((name) => name.endsWith('.md'));
  return [
    'README.md',
    'sdk/README.md',
    'create-causeway/README.md',
    'examples/node-shop/README.md',
    ...docs.map((name) => `docs/${name}`),
  ];
}

export function textOf(guide: string): string {
  return readFileSync(root + guide, 'utf8');
}

/** Runs in a browser: a page, or script for one. */
export function isOfPage({ language, file, code }: Block): boolean {
  return language === 'html' || (language === 'js' && !file && /\b(document|window)\b/.test(code));
}

export function blocksOf(guide: string, text = textOf(guide)): Block[] {
  const blocks: Block[] = [];
  let open: { block: Block; lines: string[]; indent: string } | null = null;
  for (const [index, line] of text.split('\n').entries()) {
    const fence = /^(\s*)(```|~~~)(.*)$/.exec(line);
    if (open && !fence) open.lines.push(line.slice(open.indent.length));
    if (!fence) continue;
    const [, indent = '', , info = ''] = fence;
    if (!open) {
      open = { block: readInfo(guide, index + 1, info), lines: [], indent };
    } else {
      blocks.push({ ...open.block, code: `${open.lines.join('\n')}\n` });
      open = null;
    }
  }
  if (open) throw new Error(`${guide}:${open.block.line}: the block does not end`);
  return blocks;
}

function readInfo(guide: string, line: number, info: string): Block {
  const [language = '', ...words] = info.trim().split(/\s+/);
  const where = `${guide}:${line}`;
  if (![...runLanguages, ...readLanguages].includes(language)) {
    throw new Error(
      `${where}: "${language}" is not a language the tests know. Use one of ${runLanguages.join(', ')}, or text for what is only read.`,
    );
  }
  const block: Block = {
    guide,
    line,
    language,
    notRun: null,
    file: null,
    background: null,
    drill: null,
    isEvent: false,
    code: '',
  };
  for (const word of words) readWord(block, word, where);
  return block;
}

function readWord(block: Block, word: string, where: string): void {
  const [name, value = ''] = word.split(':', 2);
  if (name === 'file' && value) block.file = value;
  else if (name === 'background' && value) block.background = value;
  else if (name === 'drill' && value) block.drill = value;
  else if (word === 'event') block.isEvent = true;
  else if (name === 'no-run' && Object.hasOwn(reasons, value)) block.notRun = value;
  else {
    throw new Error(
      `${where}: "${word}" means nothing here. A block may say file:NAME, background:NAME, drill:NAME, event, or no-run: with one of ${Object.keys(reasons).join(', ')}.`,
    );
  }
}
