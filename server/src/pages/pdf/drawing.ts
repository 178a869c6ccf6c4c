import { type InvoicePrint, invoicePdf } from './invoice-pdf.ts';
import { type ReceiptPrint, receiptPdf } from './receipt-pdf.ts';

export type PdfPrint = InvoicePrint | ReceiptPrint;

export function pdfOf(print: PdfPrint): Promise<Buffer> {
  return print.kind === 'invoice' ? invoicePdf(print) : receiptPdf(print);
}
