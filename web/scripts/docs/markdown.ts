import { Marked, type RendererObject, type Tokens } from 'marked';
import { Html, html } from '../../../server/src/platform/pages/html.ts';
import { codeFigure } from './highlight.ts';

/** Where a link leads; null for one that stays text. */
type Resolve = (target: string) => string | null;

interface Heading {
  level: number;
  id: string;
  text: string;
}

export interface Rendered {
  body: Html;
  headings: Heading[];
}

export function renderMarkdown(text: string, resolve: Resolve): Rendered {
  const headings: Heading[] = [];
  const marked = new Marked({ renderer: renderer(resolve, headings) });
  return { body: new Html(marked.parse(text, { async: false })), headings };
}

export function renderInline(text: string, resolve: Resolve): Html {
  const marked = new Marked({ renderer: renderer(resolve, []) });
  return new Html(marked.parseInline(text, { async: false }));
}

/** What the pages show otherwise than `marked` does. Adds to `headings` what it renders. */
function renderer(resolve: Resolve, headings: Heading[]): RendererObject {
  return {
    heading({ tokens, depth }) {
      const content = this.parser.parseInline(tokens);
      const text = plain(new Html(content));
      const id = uniqueId(text, headings);
      headings.push({ level: depth, id, text });
      return `<h${depth} id="${id}">${content}</h${depth}>\n`;
    },
    code: ({ text, lang = '' }) => codeBlock(text, lang).markup,
    table({ header, rows }) {
      const cells = (row: Tokens.TableCell[], open: string, close: string) =>
        `<tr>${row.map(({ tokens }) => `${open}${this.parser.parseInline(tokens)}${close}`).join('')}</tr>`;
      const head = cells(header, '<th scope="col">', '</th>');
      const body = rows.map((row) => cells(row, '<td>', '</td>')).join('');
      return `<div class="table" tabindex="0"><table><thead>${head}</thead><tbody>${body}</tbody></table></div>\n`;
    },
    link({ href, tokens }) {
      return linkTo(href, new Html(this.parser.parseInline(tokens)), resolve).markup;
    },
    // Images are of the repository's front page only.
    image: () => '',
    html: ({ text }) => html`${text}`.markup,
    // As text: an input would need a label.
    checkbox: ({ checked }) => (checked ? '[x] ' : '[ ] '),
  };
}

function codeBlock(code: string, info: string): Html {
  const [language = ''] = info.split(' ', 1);
  const file = /\bfile:(\S+)/.exec(info)?.[1];
  return codeFigure(code, language, file ? { caption: file } : {});
}

function linkTo(target: string, label: Html, resolve: Resolve): Html {
  const href = resolve(target);
  if (href !== null) return html`<a href="${href}">${label}</a>`;
  const isUrl = /^https?:/.test(target) && label.markup !== html`${target}`.markup;
  return isUrl ? html`${label} (<span class="address">${target}</span>)` : label;
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

/** The text of rendered HTML, for the search and for headings. */
export function plain({ markup }: Html): string {
  return markup
    .replace(/<[^>]+>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}
