import { chains } from '../../../lib/chains/registry.ts';
import { fiatOf } from '../../../lib/money.ts';
import type { RefundClaimMessage, RefundMessage } from '../messages.ts';
import type { Words } from '../translations/en.ts';
import type { Fact, Letter } from '../writing/letter.ts';
import { noteOf, questionsOf, type Writing } from './lines.ts';

export function refundLetter(refund: RefundMessage, writing: Writing): Letter {
  const { words, formats, shop } = writing;
  const amount = formats.money(refund.amount, refund.currency);
  const paid = formats.money(refund.payment_amount, refund.currency);
  const date = formats.date(refund.completed_at);
  const tokens = `${formats.tokens(refund.token_amount)} ${refund.token}`;
  const network = chains[refund.chain].name;
  return {
    subject: words.refund.subject(amount, shop.name),
    preview: words.refund.preview(tokens, network),
    title: words.refund.title(shop.name),
    amount,
    caption: isPartial(refund) ? words.refund.partial(paid, date) : words.refund.full(date),
    action: null,
    facts: [
      ...paymentFacts(refund, words),
      { label: words.fact.originalAmount, value: paid },
      { label: words.fact.refundedAt, value: formats.dateTime(refund.completed_at) },
      { label: words.fact.sentAs, value: tokens },
      { label: words.fact.network, value: network },
      { label: words.fact.sentTo, value: refund.refunded_to, isCode: true },
      { label: words.fact.transaction, value: refund.tx_hash, isCode: true },
      { label: words.fact.refundNumber, value: refund.refund_id, isCode: true },
    ],
    items: null,
    totals: [],
    note: noteOf(words.reason, refund.reason),
    closing: questionsOf(writing),
  };
}

export function paymentFacts(refund: RefundMessage | RefundClaimMessage, words: Words): Fact[] {
  const facts = [
    { label: words.fact.payment, value: refund.description },
    { label: words.fact.reference, value: refund.reference_id },
  ];
  return facts.flatMap(({ label, value }) => (value ? [{ label, value }] : []));
}

function isPartial(refund: RefundMessage): boolean {
  return fiatOf(refund.amount) < fiatOf(refund.payment_amount);
}
