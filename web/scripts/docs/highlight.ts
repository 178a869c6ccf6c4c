import { type Html, html } from '../../../server/src/platform/pages/html.ts';

const keywords =
  'const let var function async await return if else for of in new import from export default throw try catch class def end do require use func package type nil null true false None True False';

/** Strings, numbers, comments and keywords of the languages that the guides use. Whoever copies it gets the text alone. */
function highlighted(code: string, language: string): Html {
  if (language === '' || language === 'text') return html`${code}`;
  const comment = /^(?:sh|python|ruby|yaml)$/.test(language) ? '#' : '//';
  const parts: Html[] = [];
  let rest = 0;
  for (const match of code.matchAll(patternOf(language, comment))) {
    parts.push(html`${code.slice(rest, match.index)}`, marked(match));
    rest = match.index + match[0].length;
  }
  return html`${[...parts, html`${code.slice(rest)}`]}`;
}

/** Commands have no keywords or numbers worth a colour, and the service puts its own URL into them. */
function patternOf(language: string, comment: string): RegExp {
  const isShell = language === 'sh';
  const words = language === 'json' ? 'true|false|null' : keywords.replaceAll(' ', '|');
  return new RegExp(
    [
      `(?<comment>(?<=^|\\s)${comment}[^\\n]*)`,
      `(?<key>"(?:[^"\\\\\\n]|\\\\.)*"(?=\\s*:))`,
      `(?<text>"(?:[^"\\\\\\n]|\\\\.)*"|'(?:[^'\\\\\\n]|\\\\.)*'|\`[^\`]*\`)`,
      ...(isShell ? [] : [`(?<word>\\b(?:${words})\\b)`, `(?<number>\\b\\d+(?:\\.\\d+)?\\b)`]),
    ].join('|'),
    'gm',
  );
}

function marked({ 0: text, groups = {} }: RegExpMatchArray): Html {
  const [kind = 'text'] = Object.entries(groups).find(([, found]) => found !== undefined) ?? [];
  return html`<span class="hl-${kind}">${text}</span>`;
}

/** A block of code as the pages show it. */
export function codeFigure(code: string, language: string, more: { caption?: string } = {}): Html {
  const caption = more.caption ? html`<figcaption>${more.caption}</figcaption>` : null;
  return html`<figure class="code">${caption}<pre tabindex="0"><code data-language="${language}">${highlighted(code, language)}</code></pre></figure>\n`;
}
