import type { Locale } from '../../../lib/locales.ts';
import { words as checkoutWords } from '../../checkout/words.ts';
import { invoiceWordsOf } from '../../invoice-page/words/languages.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { ja } from './ja.ts';
import { ko } from './ko.ts';
import type { LinkPageWords } from './words.ts';
import { zh } from './zh.ts';

const translations: Record<Locale, LinkPageWords> = { en, es, fr, de, ja, ko, zh };

/** Reuses what every page says. */
export function linkWordsOf(locale: Locale) {
  const { language, changeLanguage, tooManyTitle, tooManyText } = invoiceWordsOf(locale);
  const { unavailable } = checkoutWords[locale];
  return { language, changeLanguage, tooManyTitle, tooManyText, unavailable, ...translations[locale] };
}

export type LinkWords = ReturnType<typeof linkWordsOf>;
