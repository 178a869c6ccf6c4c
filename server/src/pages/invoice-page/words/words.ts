/** Text of the invoice page and PDF that the e-mails do not have. A language that lacks an entry does not compile. */
export interface PageWords {
  notFoundTitle: string;
  notFoundText: string;
  tooManyTitle: string;
  tooManyText: string;
  noPdfTitle: string;
  noPdfText: string;
  title(number: string): string;
  status: Record<'open' | 'processing' | 'paid' | 'expired' | 'void', string>;
  issued: string;
  taxId(id: string): string;
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
