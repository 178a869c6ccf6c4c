import { chains } from '../../../lib/chains/registry.ts';
import type { PaymentReceiptMessage } from '../messages.ts';
import type { Letter } from '../writing/letter.ts';
import { actionOf, given, questionsOf, type Writing } from './lines.ts';

/** The receipt of a payment without an invoice. */
export function paymentReceiptLetter(receipt: PaymentReceiptMessage, writing: Writing): Letter {
  const { words, formats, shop } = writing;
  const amount = formats.money(receipt.amount, receipt.currency);
  return {
    subject: words.paymentReceipt.subject(amount, shop.name),
    preview: words.receipt.preview(amount, shop.name),
    title: words.receipt.title(shop.name),
    amount,
    caption: words.receipt.paid(formats.date(receipt.paid_at)),
    action: actionOf(words.paymentReceipt.action, receipt.checkout_url, words, false),
    facts: [
      ...given(words.fact.payment, receipt.description),
      ...given(words.fact.reference, receipt.reference_id),
      { label: words.fact.from, value: shop.name },
      { label: words.fact.paidAt, value: formats.dateTime(receipt.paid_at) },
      { label: words.fact.paidWith, value: `${formats.tokens(receipt.token_amount)} ${receipt.token}` },
      { label: words.fact.network, value: chains[receipt.chain].name },
      ...given(words.fact.transaction, receipt.tx_hash).map((fact) => ({ ...fact, isCode: true })),
    ],
    items: null,
    totals: [],
    note: null,
    closing: questionsOf(writing),
  };
}
