import { type Html, html } from '../../../server/src/platform/pages/html.ts';

/** Where a link leads; null for one that stays text. */
export type Resolve = (target: string) => string | null;

const token =
  /`([^`]+)`|\*\*(.+?)\*\*|(?<![\w*])\*([^*\s](?:[^*]*[^*\s])?)\*(?![\w*])|!?\[((?:[^[\]]|\[[^\]]*\])+)\]\(([^()\s]+)\)|<(https?:\/\/[^>\s]+)>|\\([\\`*_[\]<>|#-])/g;

/** Renders code, bold, italics, links and escapes. Everything else stays text. */
export function inline(text: string, resolve: Resolve): Html {
  const parts: Html[] = [];
  let from = 0;
  for (const match of text.matchAll(token)) {
    parts.push(html`${text.slice(from, match.index)}`, piece(match, resolve));
    from = match.index + match[0].length;
  }
  return html`${[...parts, text.slice(from)]}`;
}

function piece(match: RegExpExecArray, resolve: Resolve): Html {
  const [whole, code, strong, emphasis, label, target = '', url, escaped] = match;
  if (code !== undefined) return html`<code>${code}</code>`;
  if (strong !== undefined) return html`<strong>${inline(strong, resolve)}</strong>`;
  if (emphasis !== undefined) return html`<em>${inline(emphasis, resolve)}</em>`;
  if (escaped !== undefined) return html`${escaped}`;
  if (url !== undefined) return link(html`${url}`, url, resolve);
  if (label === undefined) return html`${whole}`;
  // Images are of the repository's front page only.
  return whole.startsWith('!') ? html`` : link(inline(label, resolve), target, resolve);
}

function link(label: Html, target: string, resolve: Resolve): Html {
  const href = resolve(target);
  if (href !== null) return html`<a href="${href}">${label}</a>`;
  const isUrl = /^https?:/.test(target) && label.markup !== html`${target}`.markup;
  return isUrl ? html`${label} (<span class="address">${target}</span>)` : label;
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
