import { type Locale, localeNames, locales } from '../../lib/locales.ts';
import { type Formats, formatsOf } from '../../messages/email/writing/formats.ts';
import { type Html, html } from '../../platform/pages/html.ts';
import { documentOf, scriptJson } from '../../platform/pages/page-document.ts';
import type { PageFiles } from '../../platform/pages/web-build.ts';
import { merchantMark, testBanner } from '../checkout/page.ts';
import { type InvoiceWords, invoiceWordsOf } from '../words/words.ts';
import type { InvoicePageData } from './page-data.ts';
import { partyLines } from './party-lines.ts';
import type { InvoiceState } from './state.ts';

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
  const content = html`${banner}<main class="invoice">${summary(writing)}${paper(writing)}</main>${pageFooter(words, view.path, locale)}<p class="visually-hidden" role="status" id="news"></p>`;
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
  const notice = (text: string) => html`<p class="notice">${text}</p>`;
  if (state.under_way === 'processing') return notice(words.confirming);
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

/** The full invoice, the same on screen and in print. */
function paper(writing: Writing): Html {
  const { state, words } = writing;
  return html`<article class="paper" aria-labelledby="paper-title">
<header class="paper-head"><div class="paper-merchant">${merchantMark(state.merchant)}<p>${state.merchant.name}</p></div><div class="paper-kind"><h2 id="paper-title">${words.title(state.invoice_number)}</h2><p class="paper-status">${words.status[state.under_way === 'processing' ? 'processing' : state.status]}</p></div></header>
${facts(writing)}
${lines(writing)}
${totals(writing)}
${state.memo === null ? null : html`<section class="memo"><h3>${words.memo}</h3><p>${state.memo}</p></section>`}
${payment(writing)}
</article>`;
}

function facts({ state, words, formats }: Writing): Html {
  const fact = (label: string, ...values: string[]) =>
    html`<div><dt>${label}</dt>${values.map((value) => html`<dd>${value}</dd>`)}</div>`;
  const { merchant, customer_name, customer_email } = state;
  const from = [merchant.name, ...partyLines(merchant.address, merchant.tax_id, words)];
  const billed = [
    customer_name,
    ...partyLines(state.customer_address, state.customer_tax_id, words),
    customer_email,
  ].filter((line) => line !== null);
  return html`<dl class="facts">
${fact(words.invoiceNumber, state.invoice_number)}
${fact(words.issued, formats.date(state.created_at))}
${fact(words.dueDate, formats.date(state.due_date))}
${state.paid_at ? fact(words.paidAt, formats.dateTime(state.paid_at)) : null}
</dl>
<dl class="facts parties">
${fact(words.from, ...from)}
${billed.length > 0 ? fact(words.billedTo, ...billed) : null}
</dl>`;
}

/** Repeats the implicit ARIA roles, because some browsers drop them when CSS changes the display of rows. */
function lines({ state, words, formats, money }: Writing): Html {
  const head = (label: string, kind: string) =>
    html`<th scope="col" role="columnheader" class="${kind}">${label}</th>`;
  return html`<table class="lines" role="table"><caption class="visually-hidden">${words.items}</caption>
<thead role="rowgroup"><tr role="row">${head(words.description, 'line-description')}${head(words.quantity, 'line-quantity')}${head(words.unitPrice, 'line-price')}${head(words.amount, 'line-amount')}</tr></thead>
<tbody role="rowgroup">${state.line_items.map(
    (item) => html`
<tr role="row"><td role="cell" class="line-description">${item.description}</td><td role="cell" class="line-quantity">${formats.quantity(item.quantity)}</td><td role="cell" class="line-price">${money(item.unit_price)}</td><td role="cell" class="line-amount">${money(item.amount)}</td></tr>`,
  )}
</tbody></table>`;
}

function totals({ state, words, formats, money }: Writing): Html {
  const row = (label: string, value: string) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`;
  const last = state.paid_at ? words.amountPaid : state.status === 'open' ? words.amountDue : null;
  return html`<dl class="totals">
${row(words.subtotal, money(state.subtotal))}
${row(words.tax(formats.percent(state.tax_rate)), money(state.tax_amount))}
${row(words.total, money(state.amount))}
${last === null ? null : html`<div class="totals-last"><dt>${last}</dt><dd>${money(state.amount)}</dd></div>`}
</dl>`;
}

function payment({ state, words, formats }: Writing): Html | null {
  if (!state.payment) return null;
  const { token_amount, token, chain_name, tx_hash, tx_url } = state.payment;
  const transaction = tx_hash
    ? html`<div class="fact-wide"><dt>${words.transaction}</dt><dd class="mono"><a href="${tx_url}" target="_blank" rel="noopener noreferrer">${tx_hash}</a></dd></div>`
    : null;
  return html`<section class="payment"><h3>${words.payment}</h3><dl class="facts">
<div><dt>${words.paidWith}</dt><dd>${formats.tokens(token_amount)}\u00a0${token}</dd></div>
<div><dt>${words.network}</dt><dd>${chain_name}</dd></div>
${transaction}
</dl></section>`;
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
