import type { Words } from '../../messages/email/translations/en.ts';
import type { PageWords } from './en.ts';

/** Reuses the e-mail's terms, so that the page an e-mail links to uses the same ones. */
export function invoiceWords(
  { fact, items, subtotal, tax, memo, invoice: mail, receipt }: Words,
  { shared, invoice }: PageWords,
) {
  const fromEmail = { due: mail.due, paidOn: receipt.paid, amountDue: mail.total, amountPaid: receipt.total };
  return { ...fact, items, subtotal, tax, memo, ...fromEmail, ...shared, ...invoice };
}

export type InvoiceWords = ReturnType<typeof invoiceWords>;
