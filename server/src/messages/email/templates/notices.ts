import { chains } from '../../../lib/chains/registry.ts';
import type {
  DigestNotice,
  EndpointNotice,
  NoticeMessage,
  PaymentNotice,
  PayoutNotice,
  RefundWaitingNotice,
} from '../messages.ts';
import type { Letter } from '../writing/letter.ts';
import { actionOf, given, type Writing } from './lines.ts';

/** Mail to members who want to be told. */

type Told<Content> = Content & Pick<NoticeMessage, 'locale' | 'unsubscribe_url'>;

export function paymentNoticeLetter(notice: Told<PaymentNotice>, writing: Writing): Letter {
  const { words, formats, shop } = writing;
  const amount = formats.money(notice.amount, notice.currency);
  const tokens = `${formats.tokens(notice.token_amount)} ${notice.token}`;
  const network = chains[notice.chain].name;
  return {
    ...framed(notice, writing),
    subject: words.notice.payment.subject(amount, shop.name),
    preview: words.notice.payment.preview(tokens, network),
    title: words.notice.payment.title,
    amount,
    caption: formats.dateTime(notice.paid_at),
    action: actionOf(words.notice.viewPayment, notice.page_url, words, true),
    facts: [
      ...given(words.fact.payment, notice.description),
      ...given(words.fact.reference, notice.reference_id),
      ...given(words.notice.customer, notice.customer_email),
      { label: words.fact.paidWith, value: tokens },
      { label: words.fact.network, value: network },
    ],
  };
}

export function payoutNoticeLetter(notice: Told<PayoutNotice>, writing: Writing): Letter {
  const { words, formats, shop } = writing;
  const tokens = `${formats.tokens(notice.token_amount)} ${notice.token}`;
  const network = chains[notice.chain].name;
  return {
    ...framed(notice, writing),
    subject: words.notice.payout.subject(tokens, shop.name),
    preview: words.notice.payout.preview(tokens, network),
    title: words.notice.payout.title,
    amount: tokens,
    caption: formats.dateTime(notice.sent_at),
    action: actionOf(words.notice.viewPayout, notice.page_url, words, true),
    facts: [
      { label: words.notice.worth, value: formats.money(notice.amount, notice.currency) },
      { label: words.fact.network, value: network },
      { label: words.fact.sentTo, value: notice.address, isCode: true },
      ...given(words.fact.transaction, notice.tx_hash).map((fact) => ({ ...fact, isCode: true })),
    ],
  };
}

export function refundWaitingLetter(notice: Told<RefundWaitingNotice>, writing: Writing): Letter {
  const { words, formats, shop } = writing;
  const amount = formats.money(notice.amount, notice.currency);
  const missing = `${formats.tokens(notice.missing_token_amount)} ${notice.token}`;
  const text = words.notice.refundWaiting;
  return {
    ...framed(notice, writing),
    subject: text.subject(amount, shop.name),
    preview: text.caption(missing),
    title: text.title,
    amount,
    caption: text.caption(missing),
    action: actionOf(words.notice.viewRefund, notice.page_url, words, true),
    facts: [
      { label: words.notice.missing, value: missing },
      { label: words.fact.network, value: chains[notice.chain].name },
    ],
    closing: `${text.closing(formats.date(notice.fails_at.slice(0, 10)))} ${words.notice.why(shop.name)}`,
  };
}

export function endpointNoticeLetter(notice: Told<EndpointNotice>, writing: Writing): Letter {
  const { words, formats } = writing;
  const text = notice.disabled ? words.notice.disabled : words.notice.failing;
  const subject = text.subject(new URL(notice.url).host);
  return {
    ...framed(notice, writing),
    subject: notice.environment === 'test' ? words.test.subject(subject) : subject,
    preview: notice.url,
    title: writing.shop.name,
    amount: text.title,
    caption: text.caption(formats.dateTime(notice.failing_since)),
    action: actionOf(words.notice.viewEndpoint, notice.page_url, words, true),
    facts: [
      { label: words.notice.endpoint, value: notice.url, isCode: true },
      ...given(words.notice.lastError, notice.last_error),
    ],
    closing: `${text.closing} ${words.notice.why(writing.shop.name)}`,
  };
}

export function digestLetter(notice: Told<DigestNotice>, writing: Writing): Letter {
  const { words, formats } = writing;
  const title = words.notice.digest[notice.about](
    formats.quantity(String(notice.count)),
    formats.date(notice.day),
  );
  const totals = notice.totals.map(({ amount, currency }) => formats.money(amount, currency));
  return {
    ...framed(notice, writing),
    subject: `${title} · ${writing.shop.name}`,
    preview: totals.join(', '),
    title: writing.shop.name,
    amount: title,
    caption: words.notice.digestClosing,
    action: actionOf(words.notice.openDashboard, notice.page_url, words, true),
    facts: totals.map((value) => ({ label: words.notice.total, value })),
  };
}

/** What all of them share. */
function framed({ unsubscribe_url: url }: NoticeMessage, { words, shop }: Writing) {
  return {
    items: null,
    totals: [],
    note: null,
    closing: words.notice.why(shop.name),
    unsubscribe: { label: words.notice.unsubscribe.link, url },
  } satisfies Partial<Letter>;
}
