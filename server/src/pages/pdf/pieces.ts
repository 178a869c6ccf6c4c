import type { Contact } from '../../merchants/contacts.ts';
import type { Sheet } from './sheet.ts';
import { rule } from './table.ts';
import type { Place, Style } from './text.ts';

/** What invoices and receipts are made of. */

export const muted = '#596273';
export const label: Style = { size: 8, color: muted };
export const value: Style = { size: 9.5 };
export const strong: Style = { size: 9.5, bold: true };
const logoBox = { width: 150, height: 44 };
export const columnGap = 24;

/** Wraps and writes text; returns its height. */
export function put({ set }: Sheet, text: string, style: Style, place: Place): number {
  return set.write(set.wrap(text, style, place.width), style, place);
}

/** Ways to reach the merchant, as links; returns the height. */
export function putContacts(sheet: Sheet, contacts: Contact[], style: Style, { x, y, width }: Place): number {
  let below = y;
  for (const { text, href } of contacts) {
    const height = put(sheet, text, style, { x, y: below, width });
    sheet.doc.link(x, below, width, height, href);
    below += height;
  }
  return below - y;
}

/** A bar in the merchant's colour above the first page's text. */
export function drawAccent({ doc, accent, left, width, y }: Sheet): void {
  if (accent) doc.rect(left, y - 18, width, 4).fill(accent.line);
}

/** Returns the height. Skips a logo that pdfkit cannot read. */
export function drawLogo({ doc, logo, left, y }: Sheet): number {
  if (!logo) return 0;
  try {
    doc.image(logo, left, y, { fit: [logoBox.width, logoBox.height] });
    return logoBox.height + 10;
  } catch {
    return 0;
  }
}

export function drawHeading(sheet: Sheet, heading: string): void {
  keepTogether(sheet, 70);
  sheet.y += 18;
  const { left: x, y, width } = sheet;
  sheet.y += put(sheet, heading, { size: 10, bold: true }, { x, y, width }) + 2;
}

/** Draws a label and its value side by side; returns the height. */
export function drawFact(
  sheet: Sheet,
  name: string,
  text: string,
  place: Place,
  align: 'left' | 'right',
): number {
  const { x, y, width } = place;
  const nameWidth = align === 'left' ? 110 : width * 0.42;
  return Math.max(
    put(sheet, name, { ...label, size: 9 }, { x, y, width: nameWidth }),
    put(sheet, text, value, { x: x + nameWidth, y, width: width - nameWidth, align }),
  );
}

export function keepTogether(sheet: Sheet, height: number): void {
  if (sheet.y + height > sheet.bottom) sheet.newPage();
}

/** Drawn last, when the number of pages is known. */
export function drawFooters(
  sheet: Sheet,
  title: string,
  pageOf: (page: string, pages: string) => string,
): void {
  const { doc, set, left, width } = sheet;
  const { count } = doc.bufferedPageRange();
  for (let index = 0; index < count; index++) {
    doc.switchToPage(index);
    const y = doc.page.height - 50;
    rule(sheet, y);
    const page = pageOf(String(index + 1), String(count));
    const pageWidth = set.widthOf(page, label);
    const rest = width - pageWidth - columnGap;
    const [name = ''] = set.wrap(title, label, rest);
    set.write([name], label, { x: left, y: y + 7, width: rest });
    set.write([page], label, { x: left, y: y + 7, width, align: 'right' });
    if (sheet.testBand !== null) drawTestBand(sheet, sheet.testBand);
  }
}

function drawTestBand({ doc, set }: Sheet, text: string): void {
  const style: Style = { size: 9, bold: true, color: '#2e1d00' };
  const { width } = doc.page;
  doc.rect(0, 0, width, 24).fill('#ffc043');
  set.write([text], style, { x: (width - set.widthOf(text, style)) / 2, y: 5, width });
}
