import { type Locale, localeNames, locales } from '../../lib/locales.ts';
import { type Formats, formatsOf } from '../../messages/email/writing/formats.ts';
import { type Html, html } from '../../platform/pages/html.ts';
import { documentOf, scriptJson } from '../../platform/pages/page-document.ts';
import type { PageFiles } from '../../platform/pages/web-build.ts';
import { testBanner } from '../checkout/page.ts';
import { contactLinks, merchantMark } from '../merchant-mark.ts';
import type { InvoiceWords } from '../words/invoice-words.ts';
import { invoiceWordsOf } from '../words/words.ts';
import type { InvoiceState } from './invoice-state.ts';
import type { InvoicePageData } from './page-data.ts';
import { invoicePaper } from './paper.ts';

export interface InvoiceView {
  state: InvoiceState;
  locale: Locale;
  files: PageFiles;
  /** Path of the page: "/invoice/inv_…", after the site's base path. */
  path: string;
  /** Why Pay Now failed, when the form was submitted without JavaScript. */
  error: string | null;
}

/** What every part of the page needs. */
interface Writing extends InvoiceView {
  words: InvoiceWords;
  formats: Formats;
  money(amount: string): string;
}

/** The whole page. It can be read and paid without JavaScript; the script only adds to it. */
export function invoicePage(view: InvoiceView): string {
  const { state, locale, files } = view;
  const words = invoiceWordsOf(locale);
  const formats = formatsOf(locale);
  const money = (amount: string) => formats.money(amount, state.currency);
  const writing: Writing = { ...view, words, formats, money };
  const banner = testBanner(state.environment, locale);
  const content = html`${banner}<main class="invoice">${summary(writing)}${invoicePaper(state, { words, formats })}</main>${pageFooter(words, view.path, locale)}<p class="visually-hidden" role="status" id="news"></p>`;
  const { status, under_way, payable } = state;
  const page: InvoicePageData = {
    path: view.path,
    known: { status, under_way, payable },
    error: words.error,
  };
  return documentOf({
    locale,
    files,
    title: `${words.title(state.invoice_number)} · ${state.merchant.name}`,
    app: content.markup,
    data: `<script type="application/json" id="invoice-page">${scriptJson(page)}</script>`,
    scripts: true,
    icon: state.merchant.logo_url,
    accent: state.merchant.accent_url,
  });
}

/** Merchant, amount, status and actions. */
function summary(writing: Writing): Html {
  const { state, words, money } = writing;
  const shown = state.under_way === 'processing' ? 'processing' : state.status;
  return html`<section class="summary" aria-labelledby="title">
<div class="summary-merchant">${merchantMark(state.merchant)}<p class="summary-name">${state.merchant.name}</p></div>
<div class="summary-title"><h1 id="title">${words.title(state.invoice_number)}</h1><p class="badge badge-${shown}">${words.status[shown]}</p></div>
<p class="summary-amount">${money(state.amount)}</p>
<p class="summary-date">${captionOf(writing)}</p>
${noticeOf(writing)}
<p class="notice notice-error" role="alert" id="pay-error"${writing.error === null ? html` hidden` : ''}>${writing.error}</p>
${actions(writing)}
</section>`;
}

function captionOf({ state, words, formats }: Writing): string {
  return state.paid_at ? words.paidOn(formats.date(state.paid_at)) : words.due(formats.date(state.due_date));
}

function noticeOf({ state, words, formats }: Writing): Html | null {
  const shop = state.merchant.name;
  const notice = (text: string, contacts = state.contacts) =>
    html`<p class="notice">${text}${contactLinks(contacts)}</p>`;
  if (state.under_way === 'processing') return notice(words.confirming, []);
  if (state.status === 'void') return notice(words.voided(shop));
  if (state.status === 'expired') return notice(words.expired(formats.date(state.due_date), shop));
  if (state.status === 'open' && !state.payable) return notice(words.unavailable(shop));
  return null;
}

/** Pay Now is a form, so that it works without JavaScript and before the script has loaded. */
function actions({ state, words, path, locale }: Writing): Html {
  const processing = state.under_way === 'processing';
  const pay =
    state.payable || processing
      ? html`<form method="post" action="${path}/pay?locale=${locale}" id="pay"><button class="button${processing ? ' button-quiet' : ''}" data-busy="${words.oneMoment}">${processing ? words.viewPayment : words.payNow}</button></form>`
      : null;
  const receipt = state.payment
    ? html`<a class="button" href="${state.payment.receipt_url}">${words.viewReceipt}</a>`
    : null;
  return html`<div class="actions">${pay}${receipt}<div class="tools"><a class="button button-quiet" href="${path}/pdf?locale=${locale}">${words.downloadPdf}</a><button type="button" class="button button-quiet" id="print" hidden>${words.print}</button></div></div>`;
}

/** With the choice of language. The page at `path` takes `locale` in its query. */
export function pageFooter(
  words: Pick<InvoiceWords, 'language' | 'changeLanguage'>,
  path: string,
  locale: Locale,
): Html {
  const options = locales.map(
    (id) =>
      html`<option value="${id}" lang="${id}"${id === locale ? html` selected` : ''}>${localeNames[id]}</option>`,
  );
  return html`<footer class="page-footer"><span>Causeway</span><form method="get" action="${path}" id="language"><label class="locale-select"><span class="visually-hidden">${words.language}</span><select name="locale" autocomplete="off">${options}</select></label> <noscript><button class="button-link">${words.changeLanguage}</button></noscript></form></footer>`;
}
