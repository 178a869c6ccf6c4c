import type { Environment } from '../../lib/environment.ts';
import type { Locale } from '../../lib/locales.ts';
import { formatsOf } from '../../messages/email/writing/formats.ts';
import { escapeHtml, type Html, html } from '../../platform/pages/html.ts';
import { documentOf, scriptJson } from '../../platform/pages/page-document.ts';
import type { PageFiles } from '../../platform/pages/web-build.ts';
import { contactLinks, merchantMark } from '../merchant-mark.ts';
import { checkoutWordsOf } from '../words/words.ts';
import type { CheckoutState } from './checkout-state.ts';

/**
 * The server-rendered page: merchant, amount and description show before any script runs, and the state is embedded, so
 * that the first render needs no request.
 */
export function checkoutPage(
  state: CheckoutState,
  locale: Locale,
  files: PageFiles,
  publicUrl: string,
): string {
  const amount = formatsOf(locale).money(state.amount, state.currency);
  const logo = merchantMark(state.merchant).markup;
  const description = state.description
    ? `<p class="shell-description">${escapeHtml(state.description)}</p>`
    : '';
  const contact = html`${contactLinks(state.contacts)}`.markup;
  const unavailable =
    state.status === 'pending' && state.options.length === 0
      ? `<p class="shell-notice" role="alert">${escapeHtml(checkoutWordsOf(locale).unavailable)}${contact}</p>`
      : '';
  const banner = testBanner(state.environment, locale)?.markup ?? '';
  return documentOf({
    locale,
    files,
    title: `${state.merchant.name} · ${amount}`,
    app: `${banner}<main class="shell"><header class="shell-merchant">${logo}<p class="shell-name">${escapeHtml(state.merchant.name)}</p></header>
<h1 class="shell-amount">${escapeHtml(amount)}</h1>${description}${unavailable}
<noscript><p class="shell-notice">${escapeHtml(checkoutWordsOf(locale).noScript)}${contact}</p></noscript></main>`,
    data: `<script type="application/json" id="checkout-state">${scriptJson(state)}</script>`,
    scripts: true,
    icon: state.merchant.logo_url,
    accent: state.merchant.accent_url,
    graph: {
      type: 'website',
      title: `${state.merchant.name} · ${amount}`,
      description: state.description,
      // Chats load it from elsewhere, so it must be absolute.
      image: state.merchant.logo_url
        ? new URL(state.merchant.logo_url, publicUrl).href
        : `${publicUrl}/preview.png`,
    },
  });
}

/** Always null in live mode. */
export function testBanner(environment: Environment, locale: Locale): Html | null {
  const { testMode, testModeNote } = checkoutWordsOf(locale);
  return environment === 'test'
    ? html`<aside class="test-banner" aria-label="${testMode}"><strong>${testMode}</strong> <span>${testModeNote}</span></aside>`
    : null;
}
