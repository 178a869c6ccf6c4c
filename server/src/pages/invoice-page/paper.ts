import type { Formats } from '../../messages/email/writing/formats.ts';
import { type Html, html } from '../../platform/pages/html.ts';
import { merchantMark } from '../merchant-mark.ts';
import type { InvoiceWords } from '../words/invoice-words.ts';
import type { InvoiceState } from './invoice-state.ts';
import { partyLines } from './party-lines.ts';

/** What stands on an invoice. The dashboard draws drafts with it, which have no page yet. */
export type PaperContent = Omit<
  InvoiceState,
  'invoice_id' | 'environment' | 'payable' | 'voided_at' | 'merchant' | 'contacts'
> & { merchant: Omit<InvoiceState['merchant'], 'accent_url'> };

interface PaperLanguage {
  words: InvoiceWords;
  formats: Formats;
}

/** What every part needs. */
interface Writing extends PaperLanguage {
  state: PaperContent;
  money(amount: string): string;
}

/** The full invoice, the same on screen and in print. */
export function invoicePaper(state: PaperContent, { words, formats }: PaperLanguage): Html {
  const money = (amount: string) => formats.money(amount, state.currency);
  const writing: Writing = { state, words, formats, money };
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
