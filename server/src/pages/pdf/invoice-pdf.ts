import type { InvoiceState } from '../invoice-page/invoice-state.ts';
import { invoiceWordsOf } from '../words/words.ts';
import { drawHead, drawMemo, drawPayment, drawTotals } from './parts.ts';
import { drawPdf, type PrintFrame, plainLines } from './pdf-document.ts';
import { drawAccent, drawFooters } from './pieces.ts';
import { drawLines } from './table.ts';
import { plainLine } from './text.ts';

export interface InvoicePrint extends PrintFrame {
  kind: 'invoice';
  state: InvoiceState;
}

export async function invoicePdf(print: InvoicePrint): Promise<Buffer> {
  const { locale, url } = print;
  const state = asPlainText(print.state);
  const { merchant, currency, environment } = state;
  const words = invoiceWordsOf(locale);
  const title = words.title(state.invoice_number);
  return drawPdf(print, { title, author: merchant.name, environment, words }, (blank) => {
    const money = (amount: string) => blank.formats.money(amount, currency);
    const sheet = Object.assign(blank, { words, state, url, money });
    drawAccent(sheet);
    drawHead(sheet);
    drawLines(sheet);
    drawTotals(sheet);
    drawMemo(sheet);
    drawPayment(sheet);
    drawFooters(sheet, `${title} · ${merchant.name}`, words.pageOf);
  });
}

/** Cleans user input for display. Memo and addresses keep their line breaks. */
function asPlainText(state: InvoiceState): InvoiceState {
  const line = (text: string | null) => (text === null ? null : plainLine(text));
  return {
    ...state,
    merchant: {
      ...state.merchant,
      name: plainLine(state.merchant.name),
      address: plainLines(state.merchant.address),
      tax_id: line(state.merchant.tax_id),
    },
    invoice_number: plainLine(state.invoice_number),
    customer_name: line(state.customer_name),
    customer_email: line(state.customer_email),
    customer_address: plainLines(state.customer_address),
    customer_tax_id: line(state.customer_tax_id),
    memo: plainLines(state.memo),
    line_items: state.line_items.map((item) => ({ ...item, description: plainLine(item.description) })),
  };
}
