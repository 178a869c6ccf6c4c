import type { InvoiceMessage } from '../messages.ts';
import { oneLine } from '../writing/escape.ts';
import type { Letter } from '../writing/letter.ts';
import {
  actionOf,
  invoiceFacts,
  invoiceItems,
  invoiceTotals,
  noteOf,
  questionsOf,
  type Writing,
} from './lines.ts';

export function invoiceLetter(invoice: InvoiceMessage, writing: Writing): Letter {
  const { words, formats, shop } = writing;
  const amount = formats.money(invoice.amount, invoice.currency);
  const date = formats.date(invoice.due_date);
  return {
    subject: words.invoice.subject(oneLine(invoice.invoice_number), shop.name),
    preview: words.invoice.preview(amount, date),
    title: words.invoice.title(shop.name),
    amount,
    caption: words.invoice.due(date),
    action: actionOf(words.invoice.action, invoice.invoice_url, words, true),
    facts: [...invoiceFacts(invoice, writing), { label: words.fact.dueDate, value: date }],
    items: invoiceItems(invoice, writing),
    totals: invoiceTotals(invoice, words.invoice.total, writing),
    note: noteOf(words.memo, invoice.memo),
    closing: questionsOf(writing),
  };
}
