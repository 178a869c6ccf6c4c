import { type Html, html } from '../../platform/pages/html.ts';
import { mark } from './mark.ts';

type Part = 'guides' | 'reference';

/** `site` is the path prefix of the service. `current` is the part that the page belongs to. */
export function siteHeader(site: string, current: Part | null, tools: Html | null = null): Html {
  const link = (path: string, label: string, part: Part | null) =>
    html`<a href="${site}${path}"${part && part === current ? html` aria-current="true"` : null}>${label}</a>`;
  return html`<a class="skip" href="#content">Skip to content</a>
<header class="site-header"><a class="site-name" href="${site}/">${mark} Causeway</a>
<nav class="site-nav" aria-label="Site">${link('/docs/', 'Guides', 'guides')}${link('/docs/api', 'API reference', 'reference')}${link('/dashboard', 'Dashboard', null)}</nav>${tools}</header>`;
}
