import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { Html, html } from '../html.ts';
import { serverFolder } from '../places.ts';
import { sitePath } from '../public-urls.ts';
import type { HttpContext } from './context.ts';
import { renderMarkdown } from './markdown.ts';
import { guardPublicRoutes } from './public.ts';

const changelogFile = new URL('../CHANGELOG.md', serverFolder);

/** Serves the changelog as a page. Deprecated routes link to it. */
export function changelogPage(ctx: HttpContext) {
  return async (app: FastifyInstance): Promise<void> => {
    const markdown = await readFile(changelogFile, 'utf8').catch(() => null);
    if (markdown === null) {
      ctx.log.warn(
        'CHANGELOG.md is missing, so /docs/changelog is not served. Restore the file and restart.',
      );
      return;
    }
    const page = documentOf(renderMarkdown(markdown), `${sitePath(ctx.config.publicUrl)}/docs/`);
    app.addHook('onRequest', guardPublicRoutes(ctx));
    app.get('/docs/changelog', { schema: { hide: true } }, (_request, reply) =>
      reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(page),
    );
  };
}

/** Inline, so that the page needs no built files. */
const styles = `
:root { color-scheme: light dark; --surface: #fff; --text: #171a21; --muted: #596273; --line: #dde1e7; --tint: #f4f5f7; --accent: #2350d8; }
@media (prefers-color-scheme: dark) { :root { --surface: #14161b; --text: #eef0f4; --muted: #a0a8b8; --line: #2c313b; --tint: #1b1e25; --accent: #8aa8ff; } }
* { box-sizing: border-box; }
html { background: var(--surface); color: var(--text); font: 100%/1.6 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", Arial, sans-serif; -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body { max-width: 46rem; margin: 0 auto; padding: 1.5rem 1.25rem 4rem; overflow-wrap: anywhere; }
nav { color: var(--muted); font-size: .9375rem; }
h1 { margin: 1.5rem 0 1rem; font-size: 2rem; line-height: 1.2; letter-spacing: -.02em; }
h2 { margin: 3rem 0 1rem; padding-top: 1.5rem; border-top: 1px solid var(--line); font-size: 1.375rem; line-height: 1.3; }
h3 { margin: 2rem 0 .5rem; font-size: 1.0625rem; line-height: 1.4; }
p, ul { margin: .75rem 0; }
ul { padding-left: 1.25rem; }
li { margin: .375rem 0; }
a { color: var(--accent); text-underline-offset: .15em; }
a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 2px; }
code { padding: .1em .3em; border-radius: 4px; background: var(--tint); font: .875em ui-monospace, "SF Mono", "Cascadia Mono", "Roboto Mono", Menlo, Consolas, monospace; }
@media print { nav { display: none; } }
`;

const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(styles).digest('base64')}'`,
  'img-src data:',
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

function documentOf(content: Html, referencePath: string): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Changelog · Causeway</title>
<link rel="icon" href="data:,">
<style>${new Html(styles)}</style>
</head>
<body>
<nav aria-label="Documentation"><a href="${referencePath}">API reference</a></nav>
<main>
${content}</main>
</body>
</html>
`.markup;
}
