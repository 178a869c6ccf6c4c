import type { FontName, Fonts } from './fonts.ts';

export interface Style {
  size: number;
  bold?: boolean;
  color?: string;
}

export interface Place {
  x: number;
  /** Top of the line. */
  y: number;
  width: number;
  align?: 'left' | 'right';
}

/** Writes text of any script: each run of characters uses the first font that has glyphs for it. */
export interface Typesetter {
  /** Breaks text into lines of at most `width`; splits words that are wider. */
  wrap(text: string, style: Style, width: number): string[];
  widthOf(line: string, style: Style): number;
  /** Writes lines below each other; returns their height. */
  write(lines: string[], style: Style, place: Place): number;
}

const inkColor = '#171a21';
/** Line height and baseline, relative to the font size. */
export const leading = 1.45;
const ascent = 1.05;
/** Fakes bold with a thin outline for fonts that have only one weight. Relative to the font size. */
const outline = 0.025;

interface Run {
  font: FontName;
  text: string;
}

const ideograph = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u;
const emoji = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]/u;
const closing = /^[\p{Pe}\p{Pf}\p{Po}ーぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ々]/u;
const opening = /[\p{Ps}\p{Pi}]$/u;

export function createTypesetter(doc: PDFKit.PDFDocument, fonts: Fonts): Typesetter {
  for (const [name, { bytes }] of Object.entries(fonts)) doc.registerFont(name, bytes);

  function fontOf(character: string, bold: boolean): FontName | null {
    const codePoint = character.codePointAt(0) ?? 0;
    const first = bold ? 'bold' : 'regular';
    const order: FontName[] = [first, 'hangul', 'han'];
    const found = order.find((name) => fonts[name].covers(codePoint));
    // A character in no font is drawn as the first font's missing-glyph box. Emoji say nothing new: they are left out.
    return found ?? (emoji.test(character) ? null : first);
  }

  function runsOf(text: string, bold: boolean): Run[] {
    const runs: Run[] = [];
    for (const character of text) {
      const font = fontOf(character, bold);
      if (font === null) continue;
      const last = runs.at(-1);
      if (last?.font === font) last.text += character;
      else runs.push({ font, text: character });
    }
    return runs;
  }

  function widthOf(line: string, { size, bold = false }: Style): number {
    return runsOf(line, bold).reduce(
      (sum, { font, text }) => sum + doc.font(font).fontSize(size).widthOfString(text),
      0,
    );
  }

  /** Adds up the widths of pieces: measuring each line again with every piece took most of the time. */
  function wrap(text: string, style: Style, width: number): string[] {
    const lines: string[] = [];
    let line = '';
    let lineWidth = 0;
    const breakLine = (): void => {
      if (line !== '') lines.push(line.trimEnd());
      line = '';
      lineWidth = 0;
    };
    const add = (piece: string): void => {
      const ink = piece.trimEnd();
      const inkWidth = widthOf(ink, style);
      if (lineWidth + inkWidth > width) {
        breakLine();
        if (ink === '') return;
        if (inkWidth > width && graphemeCount(piece) > 1) {
          for (const { segment } of graphemes.segment(piece)) add(segment);
          return;
        }
      }
      line += piece;
      lineWidth += ink === piece ? inkWidth : widthOf(piece, style);
    };
    for (const piece of piecesOf(text)) add(piece);
    return [...lines, line.trimEnd()];
  }

  function write(lines: string[], style: Style, { x, y, width, align = 'left' }: Place): number {
    const { size, bold = false, color = inkColor } = style;
    lines.forEach((line, index) => {
      let at = align === 'right' ? x + width - widthOf(line, style) : x;
      const baseline = y + index * size * leading + size * ascent;
      for (const { font, text } of runsOf(line, bold)) {
        const thick = bold && font !== 'bold';
        doc
          .font(font)
          .fontSize(size)
          .fillColor(color)
          .strokeColor(color)
          .lineWidth(size * outline);
        doc.text(text, at, baseline, {
          lineBreak: false,
          baseline: 'alphabetic',
          ...(thick ? { fill: true, stroke: true } : {}),
        });
        at += doc.widthOfString(text);
      }
    });
    return lines.length * size * leading;
  }

  return { wrap, widthOf, write };
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const graphemeCount = (text: string): number => [...graphemes.segment(text)].length;
const wordsAndMarks = new Intl.Segmenter('en', { granularity: 'word' });

/** Splits text where a line may break: after spaces and hyphens and, in Chinese and Japanese, between words. */
function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  for (const { segment } of wordsAndMarks.segment(text)) {
    const last = pieces.at(-1);
    if (last !== undefined && !mayBreak(last, segment)) pieces[pieces.length - 1] = last + segment;
    else pieces.push(segment);
  }
  return pieces;
}

function mayBreak(before: string, after: string): boolean {
  if (/^ /.test(after)) return false;
  if (/[ -]$/.test(before)) return true;
  if (closing.test(after) || opening.test(before)) return false;
  return ideograph.test(before.slice(-1)) || ideograph.test(after.slice(0, 1));
}

/** Collapses a value to one line in NFC form, without invisible characters. */
export function plainLine(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp} ]+/gu, ' ')
    .trim();
}
