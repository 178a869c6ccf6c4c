import type { Locale } from '../../lib/locales.ts';
import { type Formats, formatsOf } from '../../messages/email/writing/formats.ts';
import { type Html, html } from '../../platform/pages/html.ts';
import { documentOf } from '../../platform/pages/page-document.ts';
import type { PageFiles } from '../../platform/pages/web-build.ts';
import type { RecipientProblem } from '../../treasury/recipients/recipients.ts';
import { testBanner } from '../checkout/page.ts';
import { pageFooter } from '../invoice-page/page.ts';
import { contactLinks, merchantMark } from '../merchant-mark.ts';
import { type ClaimWords, claimWordsOf } from '../words/words.ts';
import type { ClaimState } from './state.ts';

export interface ClaimView {
  state: ClaimState;
  locale: Locale;
  files: PageFiles;
  /** Path of the page, after the site's base path. */
  path: string;
  /** The address as it was entered; null before. */
  entered: { address: string; problem: RecipientProblem | null } | null;
}

/** What every part of the page needs. */
interface Writing extends ClaimView {
  words: ClaimWords;
  formats: Formats;
  /** With the token's symbol. */
  tokens: string;
}

/** The whole page. It needs no JavaScript; the script only keeps it up to date. */
export function claimPage(view: ClaimView): string {
  const { state, locale, files, path } = view;
  const words = claimWordsOf(locale);
  const formats = formatsOf(locale);
  const tokens = `${formats.tokens(state.token_amount)}\u00a0${state.token}`;
  const writing: Writing = { ...view, words, formats, tokens };
  const title = words.title(state.merchant.name);
  const app = html`${testBanner(state.environment, locale)}<main class="claim" data-status="${state.status}">
<section class="summary" aria-labelledby="title">
<div class="summary-merchant">${merchantMark(state.merchant)}<p class="summary-name">${state.merchant.name}</p></div>
<div class="summary-title"><h1 id="title">${title}</h1><p class="badge badge-${badges[state.status]}">${words.status[state.status]}</p></div>
<p class="summary-amount">${state.amount === null ? tokens : formats.money(state.amount, state.currency)}</p>
${stepOf(writing)}
${facts(writing)}
</section></main>${pageFooter(words, path, locale)}<p class="visually-hidden" role="status" id="news"></p>`;
  return documentOf({
    locale,
    files,
    title: `${title} · ${words.status[state.status]}`,
    app: app.markup,
    data: '',
    scripts: true,
    icon: state.merchant.logo_url,
    accent: state.merchant.accent_url,
  });
}

/** Colours of the invoice page. */
const badges = { waiting: 'open', processing: 'processing', completed: 'paid', failed: 'expired' };

function stepOf(writing: Writing): Html {
  const { state, words, entered } = writing;
  if (state.status === 'waiting')
    return entered && entered.problem === null ? confirmation(writing, entered.address) : form(writing);
  if (state.status === 'failed')
    return html`<p class="notice">${words.failed(state.merchant.name)}${contactLinks(state.contacts)}</p>`;
  if (state.status === 'processing') return html`<p class="notice">${words.processing}</p>`;
  const { transaction } = state;
  const link = transaction
    ? html`<div class="actions"><a class="button button-quiet" href="${transaction.url}" target="_blank" rel="noopener noreferrer">${words.viewTransaction}</a></div>`
    : null;
  return html`<p class="notice">${words.completed}</p>${link}`;
}

function form({ state, words, formats, tokens, path, locale, entered }: Writing): Html {
  const problem = entered?.problem ? words.problem[entered.problem](state.network) : null;
  const refused =
    state.refused === null
      ? null
      : html`<p class="notice notice-warning">${words.refused(state.refused)}</p>`;
  const invalid = problem === null ? null : html` aria-invalid="true" autofocus`;
  return html`<p class="summary-date">${words.ask(tokens, state.network)}</p>${refused}
<form class="claim-form" method="post" action="${path}?locale=${locale}">
<div class="field"><label for="address">${words.address(state.network)}</label>
<input id="address" name="address" value="${entered?.address ?? ''}" required maxlength="100" autocomplete="off" autocapitalize="none" autocorrect="off" spellcheck="false" aria-describedby="address-problem address-hint"${invalid}>
<button type="button" class="button button-quiet" id="use-wallet" data-family="${state.chain === 'solana' ? 'solana' : 'evm'}" data-none="${words.noWallet}" hidden>${words.useWallet}</button>
<p class="field-feedback field-error" id="address-problem" role="alert">${problem}</p>
<p class="claim-hint" id="address-hint">${words.exchange(state.token, state.network)}</p></div>
<button class="button">${words.proceed}</button>
${state.deadline ? html`<p class="fine">${words.until(formats.dateTime(state.deadline))}</p>` : null}
</form>`;
}

function confirmation({ state, words, path, locale }: Writing, address: string): Html {
  return html`<form class="claim-form" method="post" action="${path}?locale=${locale}" aria-labelledby="confirm">
<h2 id="confirm">${words.confirmTitle}</h2>
<p class="claim-address mono">${address}</p>
<p class="notice notice-warning">${words.confirmText}</p>
<p class="claim-hint">${words.exchange(state.token, state.network)}</p>
<input type="hidden" name="address" value="${address}"><input type="hidden" name="confirmed" value="yes">
<button class="button">${words.confirm}</button>
<a class="button button-quiet" href="${path}?locale=${locale}">${words.change}</a>
</form>`;
}

function facts({ state, words, formats, tokens }: Writing): Html {
  const fact = (label: string, value: string | null, kind = '') =>
    value === null ? null : html`<div><dt>${label}</dt><dd class="${kind}">${value}</dd></div>`;
  const wide = (label: string, value: string | null) =>
    value === null
      ? null
      : html`<div class="fact-wide"><dt>${label}</dt><dd class="mono">${value}</dd></div>`;
  return html`<dl class="facts">
${fact(words.payment, state.description)}
${fact(words.originalAmount, formats.money(state.payment_amount, state.currency))}
${fact(words.reason, state.reason)}
${fact(state.status === 'completed' ? words.sentAs : words.toSend, tokens)}
${fact(words.network, state.network)}
${wide(words.sentTo, state.address)}
${wide(words.transaction, state.transaction?.hash ?? null)}
</dl>`;
}
