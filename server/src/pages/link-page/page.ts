import type { Locale } from '../../lib/locales.ts';
import { formatFiat } from '../../lib/money.ts';
import { brandingOf } from '../../merchants/branding.ts';
import { contactsOf } from '../../merchants/contacts.ts';
import { type Formats, formatsOf } from '../../messages/email/writing/formats.ts';
import type { LinkProblem } from '../../payments/payment-links/pay-link.ts';
import type { PublicLink } from '../../payments/payment-links/payment-link.ts';
import { type Html, html } from '../../platform/pages/html.ts';
import { documentOf } from '../../platform/pages/page-document.ts';
import type { PageFiles } from '../../platform/pages/web-build.ts';
import { sitePath } from '../../platform/public-urls.ts';
import { testBanner } from '../checkout/page.ts';
import { pageFooter } from '../invoice-page/page.ts';
import { contactLinks, merchantMark } from '../merchant-mark.ts';
import { type LinkWords, linkWordsOf } from '../words/words.ts';

export interface LinkView {
  link: PublicLink;
  locale: Locale;
  files: PageFiles;
  publicUrl: string;
  problem: LinkProblem | null;
  /** The amount as it was typed; null before. */
  entered: string | null;
}

interface Writing extends LinkView {
  words: LinkWords;
  formats: Formats;
  /** Path of the page. */
  path: string;
}

/** The page of a payment link. It needs no JavaScript; the script only remembers the language. */
export function linkPage(view: LinkView): string {
  const { link, locale, files, publicUrl } = view;
  const words = linkWordsOf(locale);
  const path = `${sitePath(publicUrl)}/pay/${link.payment_link_id}`;
  const writing: Writing = { ...view, words, formats: formatsOf(locale), path };
  const merchant = brandingOf(publicUrl, link);
  const description = link.description && html`<p class="link-description">${link.description}</p>`;
  const app = html`${testBanner(link.environment, locale)}<main class="link">
<section class="summary" aria-labelledby="title">
<div class="summary-merchant">${merchantMark(merchant)}<p class="summary-name">${merchant.name}</p></div>
<h1 class="link-title" id="title">${link.name}</h1>${description}
${fixedAmount(writing)}
${isClosed(view.problem) ? html`<p class="notice">${problemText(writing, view.problem)}${contactLinks(contactsOf(link))}</p>` : form(writing)}
</section></main>${pageFooter(words, path, locale)}`;
  const title = `${merchant.name} · ${link.name}`;
  return documentOf({
    locale,
    files,
    title,
    app: app.markup,
    data: '',
    scripts: true,
    icon: merchant.logo_url,
    accent: merchant.accent_url,
    graph: {
      type: 'website',
      title,
      description: link.description,
      image: merchant.logo_url ? new URL(merchant.logo_url, publicUrl).href : `${publicUrl}/preview.png`,
    },
  });
}

const maxPresets = 3;
const closing = ['inactive', 'expired', 'used_up', 'unavailable'] as const;
type Closing = (typeof closing)[number];

/** Nothing the customer enters would help. */
function isClosed(problem: LinkProblem | null): problem is Closing {
  return closing.some((one) => one === problem);
}

function fixedAmount({ link, formats }: Writing): Html | null {
  const { amount_minor: amount, currency } = link;
  return amount === null
    ? null
    : html`<p class="summary-amount">${formats.money(formatFiat(amount), currency)}</p>`;
}

function form(writing: Writing): Html {
  const { link, words, path, locale, problem } = writing;
  const alert = problem === null ? null : problemText(writing, problem);
  const fixed = html`<p class="field-feedback field-error" role="alert">${alert}</p>`;
  return html`<form class="link-form" method="post" novalidate action="${path}?locale=${locale}">
${link.amount_minor === null ? amountField(writing, alert) : fixed}
<button class="button">${words.proceed}</button>
</form>`;
}

function amountField(writing: Writing, alert: string | null): Html {
  const { link, words, entered } = writing;
  const suggested = link.suggested_minor === null ? '' : formatFiat(link.suggested_minor);
  const invalid = alert === null ? null : html` aria-invalid="true" autofocus`;
  return html`<div class="field"><label for="amount">${words.amount(link.currency)}</label>
<div class="link-amount"><span aria-hidden="true">${link.currency}</span><input id="amount" name="amount" value="${entered ?? suggested}" required maxlength="20" inputmode="decimal" autocomplete="off" aria-describedby="amount-problem amount-hint"${invalid}></div>
<p class="field-feedback field-error" id="amount-problem" role="alert">${alert}</p>
${presets(writing)}
<p class="link-hint" id="amount-hint">${rangeOf(writing)}</p></div>`;
}

/** Round amounts within the bounds. They need the script, which shows them. */
function presets({ link, formats }: Writing): Html | null {
  const { minimum_minor: least, maximum_minor: most, suggested_minor: suggested, currency } = link;
  const round = [500n, 1000n, 2500n, 5000n, 10_000n, 25_000n];
  const from = (suggested ?? least ?? 0n) / 2n;
  const offered = round.filter(
    (minor) => minor >= from && (least === null || minor >= least) && (most === null || minor <= most),
  );
  const amounts = offered.slice(0, maxPresets);
  if (amounts.length < 2) return null;
  const button = (minor: bigint) =>
    html`<button type="button" value="${formatFiat(minor)}">${formats.money(formatFiat(minor), currency)}</button>`;
  return html`<div class="link-presets" hidden>${amounts.map(button)}</div>`;
}

function rangeOf({ link, words, formats }: Writing): string {
  const shown = (minor: bigint) => formats.money(formatFiat(minor), link.currency);
  const { minimum_minor: least, maximum_minor: most } = link;
  if (least !== null && most !== null) return words.between(shown(least), shown(most));
  if (least !== null) return words.atLeast(shown(least));
  return most === null ? '' : words.atMost(shown(most));
}

function problemText({ link, words }: Writing, problem: LinkProblem): string {
  const shop = link.merchant_name;
  const texts: Record<LinkProblem, string> = {
    inactive: words.inactive(shop),
    expired: words.expired(shop),
    used_up: words.usedUp(shop),
    unavailable: words.unavailable,
    malformed: words.malformed,
    too_small: words.tooSmall,
    too_large: words.tooLarge,
    busy: words.busy,
  };
  return texts[problem];
}
