import { html } from '../../platform/pages/html.ts';
import { documentOf } from '../../platform/pages/page-document.ts';
import type { PageFiles } from '../../platform/pages/web-build.ts';
import { sitePath } from '../../platform/public-urls.ts';
import { siteHeader } from './header.ts';

/** For people who opened an address without a page. */
export function notFoundPage(publicUrl: string, files: PageFiles, what: 'page' | 'guide'): string {
  const site = sitePath(publicUrl);
  const title = `This ${what} does not exist`;
  const app = html`${siteHeader(site, null)}
<main class="front" id="content">
<section class="hero hero-plain">
<h1>${title}</h1>
<p class="lead">Check the address. If a shop or a message sent you here, ask the sender for a new link.</p>
<div class="hero-actions"><a class="button" href="${site}/">Go to the front page</a><a class="button button-quiet" href="${site}/docs/">Read the guides</a><a class="button button-quiet" href="${site}/dashboard">Open the dashboard</a></div>
</section>
</main>`;
  return documentOf({
    locale: 'en',
    files,
    title: `${title} · Causeway`,
    app: app.markup,
    data: '',
    scripts: false,
  });
}
