import type { InvoiceSheet, Sheet } from './sheet.ts';
import { leading, type Place, type Style } from './text.ts';

const text: Style = { size: 9.5 };
const headText: Style = { size: 8, color: '#596273' };
const ruleColor = '#dde1e7';
const gap = 14;
const padding = 5;
/** Keeps the description readable, however wide the figures are. */
const minDescriptionPart = 0.34;

interface Column {
  head: string;
  x: number;
  width: number;
  align: 'left' | 'right';
}

/** Draws the line items. Repeats the header on each page and never splits a row. */
export function drawLines(sheet: InvoiceSheet): void {
  const { state, formats, money, set } = sheet;
  const rows = state.line_items.map((item) => [
    item.description,
    formats.quantity(item.quantity),
    money(item.unit_price),
    money(item.amount),
  ]);
  const columns = columnsOf(sheet, rows);
  drawHead(sheet, columns);
  for (const row of rows) {
    const cells = columns.map((column, index) => set.wrap(row[index] ?? '', text, column.width));
    const height = Math.max(...cells.map((lines) => lines.length)) * text.size * leading + 2 * padding;
    if (sheet.y + height > sheet.bottom) {
      sheet.newPage();
      drawHead(sheet, columns);
    }
    cells.forEach((lines, index) => {
      const column = columns[index];
      if (column) set.write(lines, text, placeIn(column, sheet.y + padding));
    });
    sheet.y += height;
    rule(sheet, sheet.y);
  }
}

function drawHead(sheet: Sheet, columns: Column[]): void {
  const cells = columns.map((column) => sheet.set.wrap(column.head, headText, column.width));
  const heights = columns.map((column, index) =>
    sheet.set.write(cells[index] ?? [], headText, placeIn(column, sheet.y)),
  );
  sheet.y += Math.max(...heights) + 5;
  rule(sheet, sheet.y, sheet.accent?.line ?? '#868f9f');
}

function placeIn({ x, width, align }: Column, y: number): Place {
  return { x, y, width, align };
}

export function rule({ doc, left, width }: Sheet, y: number, color = ruleColor): void {
  doc
    .moveTo(left, y)
    .lineTo(left + width, y)
    .lineWidth(0.75)
    .strokeColor(color)
    .stroke();
}

/** Figures get the width they need, up to a limit; the description gets the rest. */
function columnsOf({ set, words, left, width }: InvoiceSheet, rows: string[][]): Column[] {
  const heads = [words.description, words.quantity, words.unitPrice, words.amount];
  const maxFigureWidth = (width * (1 - minDescriptionPart) - 3 * gap) / 3;
  const figures = [1, 2, 3].map((index) => {
    const head = set.widthOf(heads[index] ?? '', headText);
    const cells = rows.map((row) => set.widthOf(row[index] ?? '', text));
    // Slightly wider, so that a rounding error does not wrap text that fits exactly.
    return Math.min(maxFigureWidth, Math.max(head, ...cells) + 0.5);
  });
  const description = width - figures.reduce((sum, figure) => sum + figure + gap, 0);
  let x = left;
  return [description, ...figures].map((columnWidth, index) => {
    const column: Column = {
      head: heads[index] ?? '',
      x,
      width: columnWidth,
      align: index === 0 ? 'left' : 'right',
    };
    x += columnWidth + gap;
    return column;
  });
}
