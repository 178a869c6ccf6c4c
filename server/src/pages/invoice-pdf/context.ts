import type { Context } from '../../app/context.ts';
import type { InvoicePrinter } from './printer.ts';

export interface PrintingContext extends Context {
  /** Draws PDFs of invoices. */
  printer: InvoicePrinter;
}
