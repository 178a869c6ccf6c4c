import PDFDocument from 'pdfkit';
import type { Locale } from '../../lib/locales.ts';
import { formatsOf } from '../../messages/email/writing/formats.ts';
import type { Logo } from '../../platform/logos/logos.ts';
import { shadesOf } from '../../platform/pages/accent.ts';
import type { InvoiceState } from '../invoice-page/invoice-state.ts';
import type { InvoiceWords } from '../words/invoice-words.ts';
import { invoiceWordsOf } from '../words/words.ts';
import { loadFonts } from './fonts.ts';
import { isPrintable } from './logo.ts';
import { drawAccent, drawFooters, drawHead, drawMemo, drawPayment, drawTotals } from './parts.ts';
import type { Sheet } from './sheet.ts';
import { drawLines } from './table.ts';
import { createTypesetter, plainLine, type Typesetter } from './text.ts';

export interface InvoicePrint {
  state: InvoiceState;
  locale: Locale;
  size: 'a4' | 'letter';
  logo: Pick<Logo, 'bytes' | 'content_type'> | null;
  /** The merchant's colour, #rrggbb. */
  accent: string | null;
  /** URL of the invoice page. */
  url: string;
  now: Date;
}

const margin = 48;
const testBandHeight = 22;
const footerHeight = 36;

export async function invoicePdf(print: InvoicePrint): Promise<Buffer> {
  const fonts = await loadFonts();
  const { locale, size, now } = print;
  const state = asPlainText(print.state);
  const words = invoiceWordsOf(locale);
  const doc = new PDFDocument({
    size: size === 'letter' ? 'LETTER' : 'A4',
    margin: 0,
    autoFirstPage: false,
    bufferPages: true,
    lang: locale,
    displayTitle: true,
    info: {
      Title: words.title(state.invoice_number),
      Author: state.merchant.name,
      Creator: 'Causeway',
      Producer: 'Causeway',
      CreationDate: now,
    },
  });
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<Buffer>((resolve, reject) => {
    doc.on('end', () => resolve(Buffer.concat(chunks)));
    doc.on('error', reject);
  });
  const sheet = createSheet(doc, createTypesetter(doc, fonts), { ...print, state }, words);
  drawAccent(sheet);
  drawHead(sheet);
  drawLines(sheet);
  drawTotals(sheet);
  drawMemo(sheet);
  drawPayment(sheet);
  drawFooters(sheet);
  doc.end();
  return ended;
}

function createSheet(
  doc: PDFKit.PDFDocument,
  set: Typesetter,
  { state, locale, logo, accent, url }: InvoicePrint,
  words: InvoiceWords,
): Sheet {
  const formats = formatsOf(locale);
  doc.addPage();
  const { width, height } = doc.page;
  const top = margin + (state.environment === 'test' ? testBandHeight : 0);
  const sheet: Sheet = {
    doc,
    set,
    words,
    formats,
    state,
    logo: logo && isPrintable(logo) ? logo.bytes : null,
    accent: accent === null ? null : shadesOf(accent, 'light'),
    url,
    money: (amount) => formats.money(amount, state.currency),
    left: margin,
    width: width - 2 * margin,
    top,
    bottom: height - margin - footerHeight,
    y: top,
    newPage() {
      doc.addPage();
      sheet.y = top;
    },
  };
  return sheet;
}

/** Cleans user input for display. Memo and addresses keep their line breaks. */
function asPlainText(state: InvoiceState): InvoiceState {
  const line = (text: string | null) => (text === null ? null : plainLine(text));
  return {
    ...state,
    merchant: {
      ...state.merchant,
      name: plainLine(state.merchant.name),
      address: plainLines(state.merchant.address),
      tax_id: line(state.merchant.tax_id),
    },
    invoice_number: plainLine(state.invoice_number),
    customer_name: line(state.customer_name),
    customer_email: line(state.customer_email),
    customer_address: plainLines(state.customer_address),
    customer_tax_id: line(state.customer_tax_id),
    memo: plainLines(state.memo),
    line_items: state.line_items.map((item) => ({ ...item, description: plainLine(item.description) })),
  };
}

function plainLines(text: string | null): string | null {
  const lines = text?.split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/).map(plainLine);
  return lines?.join('\n') ?? null;
}
