import { chains } from '../../../lib/chains/registry.ts';
import type { SecurityMessage } from '../messages.ts';
import type { Fact, Letter } from '../writing/letter.ts';
import { actionOf, given, type Writing } from './lines.ts';

export function securityLetter(message: SecurityMessage, writing: Writing): Letter {
  const { words, formats, shop } = writing;
  const { security, member } = words;
  const text = security[message.about];
  const { link, expires_at } = message;
  const undo = link === undefined ? null : actionOf(security.undo, link, words, true);
  return {
    subject: text.subject(shop.name),
    preview: text.caption,
    title: shop.name,
    amount: text.title,
    caption: undo && expires_at ? member.until(formats.dateTime(expires_at)) : text.caption,
    action: undo ?? actionOf(words.notice.openDashboard, message.page_url, words, true),
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
  switch (message.about) {
    case 'key':
    case 'live_key':
      return [{ label: words.security.apiKey, value: message.key }];
    case 'member_invited':
    case 'member_role':
    case 'member_removed':
    case 'owner_restored':
    case 'approver_restored':
      return [
        { label: words.member.account, value: message.member },
        { label: words.member.role, value: words.member.roles[message.role] },
      ];
    case 'wallet':
      return [
        { label: words.fact.sentTo, value: message.address, isCode: true },
        { label: words.security.activeFrom, value: formats.dateTime(message.active_from) },
      ];
    case 'passkey_added':
    case 'passkey_removed':
      return [{ label: words.security.passkey, value: message.passkey }];
    case 'approval_asked':
    case 'rules_asked':
    case 'members_asked':
      return [{ label: words.security.decideBy, value: formats.dateTime(message.until) }];
    case 'second_factor_on':
    case 'second_factor_off':
      return [];
    case 'address':
    case 'claim_link':
      return [
        {
          label: words.refundClaim.toSend,
          value: `${formats.tokens(message.token_amount)} ${message.token}`,
        },
        { label: words.fact.network, value: chains[message.chain].name },
        ...given(words.fact.sentTo, message.address).map((fact) => ({ ...fact, isCode: true })),
      ];
  }
}
