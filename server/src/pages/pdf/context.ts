import type { Context } from '../../app/context.ts';
import type { PdfPrinter } from './printer.ts';

export interface PrintingContext extends Context {
  /** Draws PDFs of invoices and receipts. */
  printer: PdfPrinter;
}
