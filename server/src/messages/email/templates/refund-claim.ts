import { chains } from '../../../lib/chains/registry.ts';
import type { RefundClaimMessage } from '../messages.ts';
import { oneLine } from '../writing/escape.ts';
import type { Letter } from '../writing/letter.ts';
import { actionOf, noteOf, type Writing } from './lines.ts';
import { paymentFacts } from './refund.ts';

export function refundClaimLetter(claim: RefundClaimMessage, { words, formats, shop }: Writing): Letter {
  const tokens = `${formats.tokens(claim.token_amount)} ${claim.token}`;
  const amount = claim.amount === null ? tokens : formats.money(claim.amount, claim.currency);
  const network = chains[claim.chain].name;
  const ask = words.refundClaim;
  return {
    subject: ask.subject(amount, shop.name),
    preview: ask.preview(network),
    title: words.refund.title(shop.name),
    amount,
    caption: claim.refused === null ? ask.caption(tokens, network) : ask.refused(oneLine(claim.refused)),
    action: actionOf(ask.action, claim.link, words, true),
    facts: [
      ...paymentFacts(claim, words),
      { label: words.fact.originalAmount, value: formats.money(claim.payment_amount, claim.currency) },
      { label: ask.toSend, value: tokens },
      { label: words.fact.network, value: network },
      { label: words.fact.refundNumber, value: claim.refund_id, isCode: true },
    ],
    items: null,
    totals: [],
    note: noteOf(words.reason, claim.reason),
    closing: ask.until(formats.dateTime(claim.expires_at)),
  };
}
