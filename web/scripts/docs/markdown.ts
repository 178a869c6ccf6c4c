import { Marked, type RendererObject, type Tokens } from 'marked';
import { Html, html } from '../../../server/src/platform/pages/html.ts';
import { codeFigure } from './highlight.ts';
import { hrefOf, siteMark } from './links.ts';
import { pictureOf } from './pictures.ts';

interface Heading {
  level: number;
  id: string;
  text: string;
}

export interface Rendered {
  body: Html;
  headings: Heading[];
}

/** Links and pictures are relative to `file`. */
export function renderMarkdown(text: string, file: string): Rendered {
  const headings: Heading[] = [];
  const marked = new Marked({ renderer: renderer(file, headings) });
  return { body: new Html(marked.parse(text, { async: false })), headings };
}

export function renderInline(text: string, file: string): Html {
  const marked = new Marked({ renderer: renderer(file, []) });
  return new Html(marked.parseInline(text, { async: false }));
}

/** What the pages show otherwise than `marked` does. Adds to `headings` what it renders. */
function renderer(file: string, headings: Heading[]): RendererObject {
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
      const cell = ({ header, text, tokens }: Tokens.TableCell) => {
        const content = this.parser.parseInline(tokens);
        // A header without a text would be read out as one.
        return header && text ? `<th scope="col">${content}</th>` : `<td>${content}</td>`;
      };
      const line = (cells: Tokens.TableCell[]) => `<tr>${cells.map(cell).join('')}</tr>`;
      const head = line(header);
      const body = rows.map(line).join('');
      return `<div class="table" tabindex="0"><table><thead>${head}</thead><tbody>${body}</tbody></table></div>\n`;
    },
    link({ href, tokens }) {
      return linkTo(href, new Html(this.parser.parseInline(tokens)), file).markup;
    },
    image: ({ href, text }) => pictureFrom(file, href, text),
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

function linkTo(target: string, label: Html, file: string): Html {
  const href = hrefOf(file, target);
  if (href !== null) return html`<a href="${href}">${label}</a>`;
  const isUrl = /^https?:/.test(target) && label.markup !== html`${target}`.markup;
  return isUrl ? html`${label} (<span class="address">${target}</span>)` : label;
}

/** With its size, so that nothing moves while it loads. A picture that is not in the build is left out. */
function pictureFrom(file: string, target: string, text: string): string {
  const picture = pictureOf(file, target);
  if (!picture) return '';
  const { name, width, height } = picture;
  const src = `${siteMark}/assets/${name}`;
  return html`<img src="${src}" alt="${text}" width="${String(width)}" height="${String(height)}" loading="lazy">`
    .markup;
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
