import { chains } from '../../../lib/chains/registry.ts';
import type { SecurityMessage } from '../messages.ts';
import type { Fact, Letter } from '../writing/letter.ts';
import { actionOf, given, type Writing } from './lines.ts';

export function securityLetter(message: SecurityMessage, writing: Writing): Letter {
  const { words, formats, shop } = writing;
  const { security } = words;
  const text = security[message.about];
  return {
    subject: text.subject(shop.name),
    preview: text.caption,
    title: shop.name,
    amount: text.title,
    caption: text.caption,
    action: actionOf(words.notice.openDashboard, message.page_url, words, true),
    facts: [
      ...subjectOf(message, writing),
      { label: security.doneBy, value: message.done_by },
      { label: security.doneAt, value: formats.dateTime(message.done_at) },
    ],
    items: null,
    totals: [],
    note: null,
    closing: security.closing,
  };
}

function subjectOf(message: SecurityMessage, { words, formats }: Writing): Fact[] {
  if (message.about === 'key') return [{ label: words.security.apiKey, value: message.key }];
  return [
    { label: words.refundClaim.toSend, value: `${formats.tokens(message.token_amount)} ${message.token}` },
    { label: words.fact.network, value: chains[message.chain].name },
    ...given(words.fact.sentTo, message.address).map((fact) => ({ ...fact, isCode: true })),
  ];
}
