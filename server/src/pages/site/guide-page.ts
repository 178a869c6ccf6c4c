import type { GuidePage, Guides } from '../../platform/pages/guides.ts';
import { Html, html } from '../../platform/pages/html.ts';
import { documentOf } from '../../platform/pages/page-document.ts';
import type { PageFiles } from '../../platform/pages/web-build.ts';
import { sitePath } from '../../platform/public-urls.ts';
import { siteHeader } from './header.ts';

interface Parts {
  guides: Guides;
  slug: string;
  page: GuidePage;
  files: PageFiles;
  publicUrl: string;
}

/** One guide with the navigation, its sections and the search. */
export function guidePage({ guides, slug, page, files, publicUrl }: Parts): string {
  const site = sitePath(publicUrl);
  const isReference = guides.reference.some((own) => own.slug === slug);
  const navigation = isReference ? referenceList(guides, slug, site) : guideList(guides, slug, site);
  const title = slug === '' ? 'Guides' : page.title;
  const app = html`${siteHeader(site, isReference ? 'reference' : 'guides', searchForm(guides, site))}
<div class="guide${isReference ? ' reference' : ''}">
<nav class="guide-nav" aria-label="${isReference ? 'Operations' : 'Guides'}"><details><summary>${isReference ? 'All operations' : 'All guides'}</summary>${navigation}</details></nav>
<main class="guide-body" id="content">${contentOf(page, publicUrl)}</main>
${isReference ? null : besides(page)}
</div>
<p class="visually-hidden" id="copied" role="status"></p>`;
  return documentOf({
    locale: 'en',
    files,
    title: `${title} · Causeway`,
    app: app.markup,
    data: '',
    scripts: true,
  });
}

/** Puts in the URL of this service, so that the samples work as they are. */
function contentOf({ body }: GuidePage, publicUrl: string): Html {
  const own = html`${publicUrl}`.markup;
  const site = html`${sitePath(publicUrl)}`.markup;
  return new Html(body.replaceAll('http://localhost:4000', () => own).replaceAll('%site%', () => site));
}

function guideList({ groups }: Guides, current: string, site: string): Html {
  return html`${groups.map(
    ({ title, pages }) =>
      html`<h2>${title}</h2><ul>${pages.map(({ slug, label }) => html`<li><a href="${site}/docs/${slug}"${slug === current ? html` aria-current="page"` : null}>${label}</a></li>`)}</ul>`,
  )}`;
}

/** The pages of the reference, and the operations of the current one. */
function referenceList({ reference, pages }: Guides, current: string, site: string): Html {
  return html`<ul>${reference.map(({ slug, label }) => {
    const isCurrent = slug === current;
    const own = isCurrent ? pages[slug] : undefined;
    return html`<li class="level-2"><a href="${site}/docs/${slug}"${isCurrent ? html` aria-current="page"` : null}>${label}</a>${own && own.sections.length > 0 ? sectionList(own) : null}</li>`;
  })}</ul>`;
}

function sectionList({ sections }: GuidePage): Html {
  const link = ({ id, text }: GuidePage['sections'][number]) => html`<a href="#${id}">${text}</a>`;
  return html`<ul>${sections.map((section) => html`<li class="level-${section.level}">${link(section)}</li>`)}</ul>`;
}

function besides(page: GuidePage): Html | null {
  if (page.sections.length < 2) return null;
  return html`<nav class="guide-sections" aria-label="On this page"><h2>On this page</h2>${sectionList(page)}</nav>`;
}

/** Only shown where scripts run. */
function searchForm({ searchFile }: Guides, site: string): Html {
  return html`<form class="search" role="search" data-index="${site}/assets/${searchFile}" data-docs="${site}/docs/"><input type="search" aria-label="Search the guides" placeholder="Search" autocomplete="off" spellcheck="false"><div class="search-results" hidden></div></form>`;
}
