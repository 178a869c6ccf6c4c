import type { InvoicePageData } from '../../server/src/pages/invoice-page/page-data.ts';

/** Null on a page without an invoice, such as "Invoice not found". */
export function readPage(from: Document): InvoicePageData | null {
  const text = from.getElementById('invoice-page')?.textContent;
  return text ? JSON.parse(text) : null;
}
