import { chains } from '../../../lib/chains/registry.ts';
import type { ReceiptMessage } from '../messages.ts';
import { oneLine } from '../writing/escape.ts';
import type { Letter } from '../writing/letter.ts';
import {
  actionOf,
  given,
  invoiceFacts,
  invoiceItems,
  invoiceTotals,
  noteOf,
  questionsOf,
  type Writing,
} from './lines.ts';

export function receiptLetter(receipt: ReceiptMessage, writing: Writing): Letter {
  const { words, formats, shop } = writing;
  const amount = formats.money(receipt.amount, receipt.currency);
  return {
    subject: words.receipt.subject(oneLine(receipt.invoice_number), shop.name),
    preview: words.receipt.preview(amount, shop.name),
    title: words.receipt.title(shop.name),
    amount,
    caption: words.receipt.paid(formats.date(receipt.paid_at)),
    action: actionOf(words.receipt.action, receipt.invoice_url, words, false),
    facts: [
      ...invoiceFacts(receipt, writing),
      { label: words.fact.paidAt, value: formats.dateTime(receipt.paid_at) },
      { label: words.fact.paidWith, value: `${formats.tokens(receipt.token_amount)} ${receipt.token}` },
      { label: words.fact.network, value: chains[receipt.chain].name },
      ...given(words.fact.transaction, receipt.tx_hash).map((fact) => ({ ...fact, isCode: true })),
    ],
    items: invoiceItems(receipt, writing),
    totals: invoiceTotals(receipt, words.receipt.total, writing),
    note: noteOf(words.memo, receipt.memo),
    closing: questionsOf(writing),
  };
}
