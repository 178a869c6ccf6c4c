import { words as checkoutWords } from '../../checkout/words.ts';
import { wordsOf as mailWordsOf } from '../../email/translations/words.ts';
import type { Locale } from '../../locales.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { ja } from './ja.ts';
import { ko } from './ko.ts';
import { zh } from './zh.ts';

/** Text of the invoice page and PDF that the e-mails do not have. A language that lacks an entry does not compile. */
export interface PageWords {
  notFoundTitle: string;
  notFoundText: string;
  tooManyTitle: string;
  tooManyText: string;
  title(number: string): string;
  status: Record<'open' | 'processing' | 'paid' | 'expired' | 'void', string>;
  issued: string;
  /** Table headings. */
  description: string;
  quantity: string;
  unitPrice: string;
  amount: string;
  total: string;
  payNow: string;
  oneMoment: string;
  viewPayment: string;
  confirming: string;
  voided(shop: string): string;
  expired(date: string, shop: string): string;
  unavailable(shop: string): string;
  payment: string;
  viewReceipt: string;
  downloadPdf: string;
  print: string;
  language: string;
  changeLanguage: string;
  /** On the PDF, with the URL of the invoice page. */
  payOnline(url: string): string;
  pageOf(page: string, pages: string): string;
  /** Why Pay Now failed. */
  error: { paid: string; closed: string; tooMany: string; unreachable: string; other: string };
}

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
