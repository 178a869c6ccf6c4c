import type { Formats } from '../email/formats.ts';
import type { InvoiceState } from '../invoice-page/state.ts';
import type { InvoiceWords } from '../invoice-page/words/languages.ts';
import type { Typesetter } from './text.ts';

/** A document being written from top to bottom, in points. */
export interface Sheet {
  doc: PDFKit.PDFDocument;
  set: Typesetter;
  words: InvoiceWords;
  formats: Formats;
  state: InvoiceState;
  logo: Buffer | null;
  url: string;
  money(amount: string): string;
  left: number;
  width: number;
  /** Where text may begin and must end on every page. */
  top: number;
  bottom: number;
  y: number;
  newPage(): void;
}
