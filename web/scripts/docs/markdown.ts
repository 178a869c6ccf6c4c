import { Html, html } from '../../../server/src/platform/pages/html.ts';
import { inline, plain, type Resolve } from './inline.ts';
import { isTableAt, readTable } from './table.ts';

interface Heading {
  level: number;
  id: string;
  text: string;
}

export interface Rendered {
  body: Html;
  headings: Heading[];
}

interface Writer {
  resolve: Resolve;
  headings: Heading[];
}

/** A block, and the number of lines that it takes. */
interface Read {
  block: Html;
  lines: number;
}

const fence = /^```(\S*)(.*)$/;
const headingLine = /^(#{1,4}) (.+)$/;
const marker = /^(-|\d+\.) +/;

/** Renders the Markdown that our guides use. Not a whole CommonMark: what it does not know stays text. */
export function renderMarkdown(text: string, resolve: Resolve): Rendered {
  const writer: Writer = { resolve, headings: [] };
  const body = blocks(text.replaceAll('\r\n', '\n').split('\n'), writer);
  return { body: html`${body.map((block) => html`${block}\n`)}`, headings: writer.headings };
}

function blocks(lines: string[], writer: Writer): Html[] {
  const done: Html[] = [];
  for (let at = 0; at < lines.length; ) {
    if (lines[at]?.trim() === '') {
      at++;
      continue;
    }
    const { block, lines: taken } = readBlock(lines.slice(at), writer);
    done.push(block);
    at += taken;
  }
  return done;
}

function readBlock(lines: string[], writer: Writer): Read {
  const [first = ''] = lines;
  if (fence.test(first)) return readCode(lines);
  if (headingLine.test(first)) return { block: heading(first, writer), lines: 1 };
  if (isTableAt(lines)) return readTable(lines, (text) => inline(text, writer.resolve));
  if (marker.test(first)) return readList(lines, writer);
  return readParagraph(lines, writer);
}

function readCode(lines: string[]): Read {
  const [, language = '', words = ''] = fence.exec(lines[0] ?? '') ?? [];
  const found = lines.indexOf('```', 1);
  const end = found < 0 ? lines.length : found;
  const file = /\bfile:(\S+)/.exec(words)?.[1];
  const caption = file ? html`<figcaption>${file}</figcaption>` : null;
  const code = lines.slice(1, end).join('\n');
  const block = html`<figure class="code">${caption}<pre tabindex="0"><code data-language="${language}">${code}</code></pre></figure>`;
  return { block, lines: end + 1 };
}

function heading(line: string, writer: Writer): Html {
  const [, marks = '', text = ''] = headingLine.exec(line) ?? [];
  const content = inline(text, writer.resolve);
  const id = uniqueId(plain(content), writer.headings);
  writer.headings.push({ level: marks.length, id, text: plain(content) });
  const tag = new Html(`h${marks.length}`);
  return html`<${tag} id="${id}">${content}</${tag}>`;
}

/** As GitHub makes them, so that links work in both places. */
function uniqueId(text: string, taken: Heading[]): string {
  const base = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
  const used = (id: string) => taken.some((heading) => heading.id === id);
  let id = base;
  for (let next = 1; used(id); next++) id = `${base}-${next}`;
  return id;
}

function readList(lines: string[], writer: Writer): Read {
  const ordered = /^\d/.test(lines[0] ?? '');
  const items: string[][] = [];
  let at = 0;
  for (; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const [found] = marker.exec(line) ?? [];
    const indented = /^ {2,}\S/.test(line);
    const goesOn = indented || (line.trim() !== '' && lines[at - 1]?.trim() !== '' && !startsBlock(line));
    if (found && /^\d/.test(found) === ordered) items.push([line.slice(found.length)]);
    else if (line.trim() === '') items.at(-1)?.push('');
    else if (goesOn) items.at(-1)?.push(line.replace(/^ {2,4}/, ''));
    else break;
  }
  const tag = new Html(ordered ? 'ol' : 'ul');
  const content = items.map((item) => html`<li>${listItem(item, writer)}</li>`);
  return { block: html`<${tag}>${content}</${tag}>`, lines: at };
}

/** An item of one paragraph has no <p>. */
function listItem(lines: string[], writer: Writer): Html {
  const parts = blocks(lines, writer);
  const [first] = parts;
  const alone = parts.length === 1 && first?.markup.startsWith('<p>') ? first.markup : null;
  return alone === null ? html`${parts}` : new Html(alone.slice(3, -4));
}

function readParagraph(lines: string[], writer: Writer): Read {
  let end = 1;
  while (end < lines.length && lines[end]?.trim() !== '' && !startsBlock(lines[end] ?? '')) end++;
  const text = lines
    .slice(0, end)
    .map((line) => line.trim())
    .join(' ');
  return { block: html`<p>${inline(text, writer.resolve)}</p>`, lines: end };
}

/** Whether a line ends the paragraph before it. Of ordered lists only the first item does, as a line may wrap at a number. */
function startsBlock(line: string): boolean {
  return fence.test(line) || headingLine.test(line) || /^(- |1\. )/.test(line);
}
