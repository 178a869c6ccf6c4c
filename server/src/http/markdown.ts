import { Html, html } from '../html.ts';

/** Renders the Markdown our changelog uses: headings, paragraphs, lists, code, bold and links. The rest stays text. */
export function renderMarkdown(text: string): Html {
  const blocks = text
    .replace(/\r\n/g, '\n')
    .replace(/^#{1,3} .+$/gm, '\n$&\n')
    .split(/\n\s*\n/)
    .filter((block) => block.trim() !== '');
  return html`${blocks.map((block) => html`${renderBlock(block.trim())}\n`)}`;
}

function renderBlock(block: string): Html {
  const [, marks, heading] = /^(#{1,3}) (.+)$/.exec(block) ?? [];
  if (marks && heading) return renderHeading(marks.length, heading);
  const pieces = block.split(/\n(?=- )/).map((piece) => piece.replace(/\s*\n\s*/g, ' '));
  const items = pieces.filter((piece) => piece.startsWith('- '));
  const [first] = pieces;
  const paragraph = first && first !== items[0] ? html`<p>${inline(first)}</p>` : null;
  const list = items.map((item) => html`<li>${inline(item.slice(2))}</li>`);
  return html`${paragraph}${list.length > 0 ? html`<ul>${list}</ul>` : null}`;
}

function renderHeading(level: number, text: string): Html {
  const tag = new Html(`h${level}`);
  // Third-level headings repeat in every version, so their ids would not be unique.
  const id = level === 2 ? html` id="${slugOf(text)}"` : null;
  return html`<${tag}${id}>${inline(text)}</${tag}>`;
}

function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}

function inline(text: string): Html {
  const parts: Html[] = [];
  let from = 0;
  for (const match of text.matchAll(/`([^`]+)`|\*\*([^*]+)\*\*|\[([^\]]+)\]\(([^()\s]+)\)/g)) {
    const [whole, code, strong, label, target] = match;
    parts.push(html`${text.slice(from, match.index)}`);
    if (code !== undefined) parts.push(html`<code>${code}</code>`);
    else if (strong !== undefined) parts.push(html`<strong>${inline(strong)}</strong>`);
    else parts.push(link(inline(label ?? ''), target ?? ''));
    from = match.index + whole.length;
  }
  return html`${[...parts, text.slice(from)]}`;
}

/** Relative links point to files that the service does not serve, so only their text is kept. */
function link(label: Html, target: string): Html {
  return /^(https?:\/\/|#)/.test(target) ? html`<a href="${target}">${label}</a>` : label;
}
