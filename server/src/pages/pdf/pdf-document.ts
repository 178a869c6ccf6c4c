import PDFDocument from 'pdfkit';
import type { Environment } from '../../lib/environment.ts';
import type { Locale } from '../../lib/locales.ts';
import { formatsOf } from '../../messages/email/writing/formats.ts';
import type { Logo } from '../../platform/logos/logos.ts';
import { shadesOf } from '../../platform/pages/accent.ts';
import { loadFonts } from './fonts.ts';
import { isPrintable } from './logo.ts';
import type { Sheet } from './sheet.ts';
import { createTypesetter, plainLine } from './text.ts';

/** What is printed on every document. */
export interface PrintFrame {
  locale: Locale;
  size: 'a4' | 'letter';
  logo: Pick<Logo, 'bytes' | 'content_type'> | null;
  /** The merchant's colour, #rrggbb. */
  accent: string | null;
  /** URL of the page that shows the same. */
  url: string;
  now: Date;
}

interface Head {
  title: string;
  author: string;
  environment: Environment;
  words: { testMode: string; testModeNote: string };
}

const margin = 48;
const testBandHeight = 22;
const footerHeight = 36;

export async function drawPdf(print: PrintFrame, head: Head, draw: (sheet: Sheet) => void): Promise<Buffer> {
  const fonts = await loadFonts();
  const doc = new PDFDocument({
    size: print.size === 'letter' ? 'LETTER' : 'A4',
    margin: 0,
    autoFirstPage: false,
    bufferPages: true,
    lang: print.locale,
    displayTitle: true,
    info: {
      Title: head.title,
      Author: head.author,
      Creator: 'Causeway',
      Producer: 'Causeway',
      CreationDate: print.now,
    },
  });
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<Buffer>((resolve, reject) => {
    doc.on('end', () => resolve(Buffer.concat(chunks)));
    doc.on('error', reject);
  });
  const { testMode, testModeNote } = head.words;
  const testBand = head.environment === 'test' ? `${testMode} · ${testModeNote}` : null;
  doc.addPage();
  const { width, height } = doc.page;
  const top = margin + (testBand === null ? 0 : testBandHeight);
  const sheet: Sheet = {
    doc,
    set: createTypesetter(doc, fonts),
    formats: formatsOf(print.locale),
    logo: print.logo && isPrintable(print.logo) ? print.logo.bytes : null,
    accent: print.accent === null ? null : shadesOf(print.accent, 'light'),
    testBand,
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
  draw(sheet);
  doc.end();
  return ended;
}

/** Cleans user input of several lines for display. */
export function plainLines(text: string | null): string | null {
  const lines = text?.split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/).map(plainLine);
  return lines?.join('\n') ?? null;
}
