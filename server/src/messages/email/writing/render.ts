import type { AnnouncementMessage, Message } from '../messages.ts';
import { renderAnnouncement } from '../templates/announcement.ts';
import { invoiceLetter } from '../templates/invoice.ts';
import type { Writing } from '../templates/lines.ts';
import { invitationLetter, passwordResetLetter, verificationLetter } from '../templates/member.ts';
import {
  digestLetter,
  endpointNoticeLetter,
  paymentNoticeLetter,
  payoutNoticeLetter,
  refundWaitingLetter,
} from '../templates/notices.ts';
import { paymentReceiptLetter } from '../templates/payment-receipt.ts';
import { receiptLetter } from '../templates/receipt.ts';
import { refundLetter } from '../templates/refund.ts';
import { refundClaimLetter } from '../templates/refund-claim.ts';
import { securityLetter } from '../templates/security.ts';
import { wordsOf } from '../translations/languages.ts';
import { headerText, manyLines, oneLine, oneSentence } from './escape.ts';
import { formatsOf } from './formats.ts';
import { layoutHtml } from './layout.ts';
import { layoutText } from './layout-text.ts';
import { type Letter, maxSubjectLength, type Shop } from './letter.ts';
import type { RenderedMessage, Rendering } from './render-in-thread.ts';
import { accentOf, ownAccent } from './styles.ts';

export function renderMessage(message: Message, rendering: Rendering): RenderedMessage {
  if (message.kind === 'announcement') return renderAnnouncement(message, rendering);
  const words = wordsOf(message.locale);
  const shop = senderShop(message, rendering);
  const letter = sanitize(write(message, { words, formats: formatsOf(message.locale), shop }));
  const frame = {
    locale: message.locale,
    shop: shop.name,
    logoCid: rendering.logoCid,
    accent: rendering.accent === null ? ownAccent : accentOf(rendering.accent),
    test: rendering.environment === 'test' ? { title: words.test.title, text: words.test.text } : null,
    footer:
      shop.name === rendering.service ? shop.name : oneSentence(words.footer(shop.name, rendering.service)),
  };
  return {
    subject: headerText(frame.test ? words.test.subject(letter.subject) : letter.subject, maxSubjectLength),
    text: layoutText(letter, frame),
    html: layoutHtml(letter, frame),
  };
}

/** The merchant, or the service for mail to somebody who may not have signed up: it shows nothing a stranger wrote. */
function senderShop(message: Message, { shop, service }: Rendering): Shop {
  if (message.kind === 'email_verification') return { name: service, email: null };
  return { ...shop, name: oneLine(shop.name) || shop.email || '-' };
}

function write(message: Exclude<Message, AnnouncementMessage>, writing: Writing): Letter {
  switch (message.kind) {
    case 'invoice':
      return invoiceLetter(message, writing);
    case 'invoice_paid':
      return receiptLetter(message, writing);
    case 'payment_receipt':
      return paymentReceiptLetter(message, writing);
    case 'refund_completed':
      return refundLetter(message, writing);
    case 'refund_claim':
      return refundClaimLetter(message, writing);
    case 'password_reset':
      return passwordResetLetter(message, writing);
    case 'email_verification':
      return verificationLetter(message, writing);
    case 'invitation':
      return invitationLetter(message, writing);
    case 'payment_notice':
      return paymentNoticeLetter(message, writing);
    case 'refund_waiting_notice':
      return refundWaitingLetter(message, writing);
    case 'payout_notice':
      return payoutNoticeLetter(message, writing);
    case 'endpoint_notice':
      return endpointNoticeLetter(message, writing);
    case 'security_notice':
      return securityLetter(message, writing);
    case 'notice_digest':
      return digestLetter(message, writing);
  }
}

/** Collapses whitespace in merchant input; notes keep their line breaks. */
function sanitize(letter: Letter): Letter {
  const { action, items, note } = letter;
  return {
    subject: oneLine(letter.subject),
    preview: oneSentence(letter.preview),
    title: oneLine(letter.title),
    amount: oneLine(letter.amount),
    caption: oneSentence(letter.caption),
    action,
    facts: letter.facts.map((fact) => ({ ...fact, value: oneLine(fact.value) })),
    items: items && {
      ...items,
      lines: items.lines.map((item) => ({ ...item, description: oneLine(item.description) })),
    },
    totals: letter.totals,
    note: note && { ...note, lines: note.lines.flatMap(manyLines) },
    closing: oneSentence(letter.closing),
    ...(letter.unsubscribe ? { unsubscribe: letter.unsubscribe } : {}),
  };
}
