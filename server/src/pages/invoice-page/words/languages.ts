import type { Locale } from '../../../lib/locales.ts';
import { wordsOf as mailWordsOf } from '../../../messages/email/translations/languages.ts';
import { words as checkoutWords } from '../../checkout/words.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { ja } from './ja.ts';
import { ko } from './ko.ts';
import type { PageWords } from './words.ts';
import { zh } from './zh.ts';

const translations: Record<Locale, PageWords> = { en, es, fr, de, ja, ko, zh };

/** Reuses the e-mail's terms, so that the page an e-mail links to uses the same ones. */
export function invoiceWordsOf(locale: Locale) {
  const { fact, items, subtotal, tax, memo, invoice, receipt } = mailWordsOf(locale);
  const { testMode, testModeNote } = checkoutWords[locale];
  const shared = { ...fact, items, subtotal, tax, memo, testMode, testModeNote };
  const fromEmail = {
    due: invoice.due,
    paidOn: receipt.paid,
    amountDue: invoice.total,
    amountPaid: receipt.total,
  };
  return { ...shared, ...fromEmail, ...translations[locale] };
}

export type InvoiceWords = ReturnType<typeof invoiceWordsOf>;
