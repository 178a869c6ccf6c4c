import type { Locale } from '../../lib/locales.ts';
import { escapeHtml, html } from './html.ts';
import type { PageFiles } from './web-build.ts';

interface DocumentParts {
  locale: Locale;
  files: PageFiles | null;
  title: string;
  /** HTML. */
  app: string;
  data: string;
  scripts: boolean;
  /** HTML with styles of its own, shown before the style sheets are there. The script removes it. */
  skeleton?: string;
  /** Scripts of the next page, loaded when the browser is idle. */
  later?: string[];
  /** Path of the merchant's logo; the icon of the service if left out. */
  icon?: string | null;
  /** Path of a style sheet with the merchant's colour; none if left out. */
  accent?: string | null;
  /** Open Graph properties: what a chat shows of a link. */
  graph?: Record<string, string | null>;
}

/** The HTML document of every page. */
export function documentOf(parts: DocumentParts): string {
  const { locale, files, title, app, data, scripts, skeleton, later = [], icon, accent, graph } = parts;
  const styles = [...(files?.styles ?? []), ...(accent ? [accent] : [])];
  const styleLinks = styles.map((href) => `<link rel="stylesheet" href="${escapeHtml(href)}">`);
  const links = skeleton ? [] : [...styleLinks];
  if (files && scripts) {
    const preloads = [...files.preloads, ...[files.languages?.[locale] ?? []].flat()];
    links.push(...preloads.map((href) => `<link rel="modulepreload" href="${escapeHtml(href)}">`));
    links.push(`<script type="module" src="${escapeHtml(files.script)}"></script>`);
  }
  links.push(...later.map((href) => `<link rel="prefetch" as="script" href="${escapeHtml(href)}">`));
  for (const [property, content] of Object.entries(graph ?? {}))
    if (content) links.push(`<meta property="og:${property}" content="${escapeHtml(content)}">`);
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex, nofollow">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="${escapeHtml(icon ?? files?.icon ?? 'data:,')}">
${links.join('\n')}
</head>
<body>
${skeleton ? `${skeleton}\n${styleLinks.join('\n')}\n` : ''}<div id="app">${app}</div>
${data}
</body>
</html>
`;
}

/** Where a message leads on to. */
interface WayOn {
  label: string;
  path: string;
}

/** A page with a message and no script. */
export function messagePage(
  title: string,
  text: string,
  locale: Locale,
  files: PageFiles | null,
  { wayOn, note }: { wayOn?: WayOn | null; note?: string } = {},
): string {
  const link = wayOn
    ? html`<p class="shell-action"><a class="button" href="${wayOn.path}">${wayOn.label}</a></p>`
    : null;
  const fine = note ? html`<p class="fine">${note}</p>` : null;
  return documentOf({
    locale,
    files,
    title,
    app: html`<main class="shell"><h1 class="shell-title">${title}</h1><p class="shell-notice">${text}</p>${link}${fine}</main>`
      .markup,
    data: '',
    scripts: false,
  });
}

/** `what` is the page that was asked for, such as `The refund page`. */
export function notBuiltPage(what: string): string {
  const text =
    'The service was started without its web pages. Run "npm run build" in its folder and restart it.';
  return messagePage(`${what} is not built`, text, 'en', null);
}

interface FormParts {
  title: string;
  text: string;
  button: string;
  /** Where the form is posted to. */
  path: string;
}

/** A page that asks one question and needs no script. */
export function formPage(form: FormParts, locale: Locale, files: PageFiles | null): string {
  const { title, text, button, path } = form;
  return documentOf({
    locale,
    files,
    title,
    app: html`<main class="shell"><h1 class="shell-title">${title}</h1><p class="shell-notice">${text}</p>
<form class="claim-form" method="post" action="${path}"><button class="button">${button}</button></form></main>`
      .markup,
    data: '',
    scripts: false,
  });
}

/** JSON that is safe inside a <script> element: it cannot close the element or open a comment. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
