/** What the invoice's page and PDF say beside the words of the mail. A language that lacks one does not compile. */
export interface PageWords {
  notFoundTitle: string;
  notFoundText: string;
  tooManyTitle: string;
  tooManyText: string;
  title(number: string): string;
  status: Record<'open' | 'processing' | 'paid' | 'expired' | 'void', string>;
  issued: string;
  /** Heads of the table. */
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
  /** With the address of the page, on paper. */
  payOnline(url: string): string;
  pageOf(page: string, pages: string): string;
  /** Why Pay Now did nothing. */
  error: { paid: string; closed: string; tooMany: string; unreachable: string; other: string };
}
