import { type Html, html } from '../../../platform/pages/html.ts';
import type { AnnouncementMessage } from '../messages.ts';
import { headerText, indentedLines, oneLine } from '../writing/escape.ts';
import { documentHtml, masthead } from '../writing/layout.ts';
import { maxSubjectLength } from '../writing/letter.ts';
import type { RenderedMessage, Rendering } from '../writing/render-in-thread.ts';
import { accentStyle, ownAccent, style } from '../writing/styles.ts';

const maxPreviewLength = 140;

/**
 * Renders the operator's text as paragraphs. The footer is always in English, because merchants have no language setting.
 */
export function renderAnnouncement(
  message: AnnouncementMessage,
  { shop, service }: Pick<Rendering, 'shop' | 'service'>,
): RenderedMessage {
  const subject = headerText(message.subject, maxSubjectLength);
  const lines = indentedLines(message.body);
  const footer = oneLine(
    `You get this e-mail from ${service} because ${oneLine(shop.name) || shop.email} has an active API key.`,
  );
  const preview = headerText(lines.find((line) => line !== '') ?? '', maxPreviewLength);
  const rows = html`<tr><td style="padding:0 0 20px">${masthead({ shop: service, logoCid: null })}</td></tr>
<tr><td class="card" style="${style.card}"><h1 class="text" style="${style.subject}">${subject}</h1>
${paragraphsOf(lines).map(paragraph)}</td></tr>
<tr><td class="muted" style="${style.footer}">${footer}</td></tr>`;
  return {
    subject,
    text: `${[subject, lines.join('\n'), `-- \n${footer}`].join('\n\n')}\n`,
    html: documentHtml({ locale: message.locale, title: subject, preview, accent: ownAccent }, rows),
  };
}

/** Splits at empty lines. */
function paragraphsOf(lines: string[]): string[][] {
  const paragraphs: string[][] = [[]];
  for (const line of lines)
    if (line === '') paragraphs.push([]);
    else paragraphs.at(-1)?.push(line);
  return paragraphs.filter((paragraph) => paragraph.length > 0);
}

function paragraph(lines: string[]): Html {
  const shown = lines.map((line, index) => html`${index > 0 ? html`<br>` : null}${withLinks(line)}`);
  return html`<p class="text" style="${style.paragraph}">${shown}</p>\n`;
}

/** Makes URLs clickable. Punctuation after a URL stays text. */
function withLinks(line: string): Html {
  const content = line.trimStart();
  const parts: (string | Html)[] = ['\u00a0'.repeat(line.length - content.length)];
  let from = 0;
  for (const { 0: found, index } of content.matchAll(/\bhttps?:\/\/[^\s<>"'`]+/g)) {
    const address = trimUrl(found);
    if (!URL.canParse(address)) continue;
    parts.push(content.slice(from, index), anchor(address));
    from = index + address.length;
  }
  return html`${[...parts, content.slice(from)]}`;
}

/** Removes sentence punctuation and an unmatched closing bracket from the end of a URL. */
function trimUrl(found: string): string {
  const closes = found.endsWith(')') && found.split(')').length > found.split('(').length;
  return closes || /[.,;:!?…\]]$/.test(found) ? trimUrl(found.slice(0, -1)) : found;
}

function anchor(address: string): Html {
  return html`<a href="${new URL(address).href}" class="link" style="${accentStyle(ownAccent).link}">${address}</a>`;
}
