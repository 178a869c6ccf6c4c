import type { Locale } from '../../../lib/locales.ts';
import { wordsOf as mailWordsOf } from '../../../messages/email/translations/languages.ts';
import { invoiceWordsOf } from '../../invoice-page/words/languages.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { ja } from './ja.ts';
import { ko } from './ko.ts';
import type { ClaimPageWords } from './words.ts';
import { zh } from './zh.ts';

const translations: Record<Locale, ClaimPageWords> = { en, es, fr, de, ja, ko, zh };

/** Reuses the terms of the e-mail that leads here, and what every page says. */
export function claimWordsOf(locale: Locale) {
  const { fact, refund, refundClaim, reason } = mailWordsOf(locale);
  const { language, changeLanguage, tooManyTitle, tooManyText } = invoiceWordsOf(locale);
  const { caption: ask, refused, toSend } = refundClaim;
  const shared = { ...fact, language, changeLanguage, tooManyTitle, tooManyText };
  return { ...shared, title: refund.title, reason, ask, refused, toSend, ...translations[locale] };
}

export type ClaimWords = ReturnType<typeof claimWordsOf>;
