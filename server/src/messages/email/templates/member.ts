import type { InvitationMessage, PasswordResetMessage, VerificationMessage } from '../messages.ts';
import type { Letter } from '../writing/letter.ts';
import { actionOf, type Writing } from './lines.ts';

export function passwordResetLetter(
  message: PasswordResetMessage,
  { words, formats, shop }: Writing,
): Letter {
  const { member } = words;
  return {
    subject: member.reset.subject(shop.name),
    preview: member.reset.preview,
    title: shop.name,
    amount: member.reset.title,
    caption: member.until(formats.dateTime(message.expires_at)),
    action: actionOf(member.reset.action, message.link, words, true),
    facts: [{ label: member.account, value: message.email }],
    items: null,
    totals: [],
    note: null,
    closing: member.reset.unasked,
  };
}

export function verificationLetter(message: VerificationMessage, { words, formats, shop }: Writing): Letter {
  const { member } = words;
  return {
    subject: member.verification.subject,
    preview: member.verification.preview,
    title: shop.name,
    amount: member.verification.title,
    caption: member.until(formats.dateTime(message.expires_at)),
    action: actionOf(member.verification.action, message.link, words, true),
    facts: [{ label: member.account, value: message.email }],
    items: null,
    totals: [],
    note: null,
    closing: member.verification.unasked,
  };
}

export function invitationLetter(message: InvitationMessage, { words, formats, shop }: Writing): Letter {
  const { member } = words;
  const invitedBy = message.invited_by ? [{ label: member.invitedBy, value: message.invited_by }] : [];
  return {
    subject: member.invitation.subject(shop.name),
    preview: member.invitation.preview(shop.name),
    title: shop.name,
    amount: member.invitation.title,
    caption: member.until(formats.dateTime(message.expires_at)),
    action: actionOf(member.invitation.action, message.link, words, true),
    facts: [
      { label: member.account, value: message.email },
      { label: member.role, value: member.roles[message.role] },
      ...invitedBy,
    ],
    items: null,
    totals: [],
    note: null,
    closing: member.invitation.unasked,
  };
}
