import type { Locale } from '../../lib/locales.ts';
import { wordsOf as mailWordsOf } from '../../messages/email/translations/languages.ts';
import { de } from './de.ts';
import { en, type PageWords } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { invoiceWords } from './invoice-words.ts';
import { ja } from './ja.ts';
import { ko } from './ko.ts';
import { zh } from './zh.ts';

const translations: Record<Locale, PageWords> = { en, es, fr, de, ja, ko, zh };

export function checkoutWordsOf(locale: Locale) {
  const { shared, checkout } = translations[locale];
  return { ...shared, ...checkout };
}

export function invoiceWordsOf(locale: Locale) {
  return invoiceWords(mailWordsOf(locale), translations[locale]);
}

/** Reuses the terms of the receipt that is mailed. */
export function receiptWordsOf(locale: Locale) {
  const { fact, reason, receipt: mail, questions } = mailWordsOf(locale);
  const { shared, checkout, invoice, receipt } = translations[locale];
  const { noPdfTitle, pageOf } = invoice;
  const { notFoundTitle, notFoundText } = checkout;
  const fromMail = { ...fact, reason, title: mail.title, paid: mail.paid, questions: questions.noReply };
  return { ...fromMail, ...shared, notFoundTitle, notFoundText, noPdfTitle, pageOf, ...receipt };
}

export type ReceiptWords = ReturnType<typeof receiptWordsOf>;

export function linkWordsOf(locale: Locale) {
  const { shared, checkout, link } = translations[locale];
  return { ...shared, unavailable: checkout.unavailable, ...link };
}

export type LinkWords = ReturnType<typeof linkWordsOf>;

export function problemWordsOf(locale: Locale) {
  const { shared, problem } = translations[locale];
  return { ...shared, ...problem };
}

/** Reuses the terms of the e-mail that leads here. */
export function claimWordsOf(locale: Locale) {
  const { fact, refund, refundClaim, reason } = mailWordsOf(locale);
  const { caption: ask, refused, toSend } = refundClaim;
  const { shared, claim } = translations[locale];
  return { ...fact, title: refund.title, reason, ask, refused, toSend, ...shared, ...claim };
}

export type ClaimWords = ReturnType<typeof claimWordsOf>;
