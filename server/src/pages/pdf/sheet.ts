import type { Formats } from '../../messages/email/writing/formats.ts';
import type { Shades } from '../../platform/pages/accent.ts';
import type { InvoiceState } from '../invoice-page/invoice-state.ts';
import type { InvoiceWords } from '../words/invoice-words.ts';
import type { Typesetter } from './text.ts';

/** The document being drawn from top to bottom. All lengths are in points. */
export interface Sheet {
  doc: PDFKit.PDFDocument;
  set: Typesetter;
  formats: Formats;
  logo: Buffer | null;
  /** Readable on white. Null without a colour of the merchant's own. */
  accent: Shades | null;
  /** Across every page in test mode; null in live mode. */
  testBand: string | null;
  left: number;
  width: number;
  /** Vertical bounds of the text on every page. */
  top: number;
  bottom: number;
  y: number;
  newPage(): void;
}

export interface InvoiceSheet extends Sheet {
  words: InvoiceWords;
  state: InvoiceState;
  url: string;
  money(amount: string): string;
}
