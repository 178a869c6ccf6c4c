import { readFile } from 'node:fs/promises';
import { serverFolder } from '../../platform/places.ts';

/** The relative path is the same from `src` and from `dist`. */
const folder = new URL('assets/fonts/', serverFolder);
const files = {
  regular: 'noto-sans-regular.ttf',
  bold: 'noto-sans-bold.ttf',
  hangul: 'hangul.ttf',
  han: 'droid-sans-fallback.ttf',
} as const;

export type FontName = keyof typeof files;

interface Font {
  bytes: Buffer;
  covers(codePoint: number): boolean;
}

export type Fonts = Record<FontName, Font>;

let loading: Promise<Fonts> | undefined;

/** Loaded for the first PDF; most processes never create one. */
export function loadFonts(): Promise<Fonts> {
  loading ??= readFonts();
  return loading;
}

async function readFonts(): Promise<Fonts> {
  const read = async (name: FontName): Promise<Font> => {
    const bytes = await readFile(new URL(files[name], folder));
    const covered = coverageOf(bytes);
    return { bytes, covers: (codePoint) => covered.has(codePoint) };
  };
  const [regular, bold, hangul, han] = await Promise.all([
    read('regular'),
    read('bold'),
    read('hangul'),
    read('han'),
  ]);
  return { regular, bold, hangul, han };
}

/** The characters a TrueType font has glyphs for, read from its cmap table (format 4: segments). */
function coverageOf(font: Buffer): Set<number> {
  const at = segmentTable(font);
  const segments = font.readUInt16BE(at + 6) / 2;
  const column = (index: number) => at + 14 + index * segments * 2 + (index > 0 ? 2 : 0);
  const [ends, starts, deltas, offsets] = [column(0), column(1), column(2), column(3)];
  const covered = new Set<number>();
  for (let segment = 0; segment < segments; segment++) {
    const place = segment * 2;
    const start = font.readUInt16BE(starts + place);
    const end = Math.min(font.readUInt16BE(ends + place), 0xfffe);
    const offset = font.readUInt16BE(offsets + place);
    for (let code = start; code <= end; code++) {
      const glyph =
        offset === 0
          ? (code + font.readUInt16BE(deltas + place)) & 0xffff
          : font.readUInt16BE(offsets + place + offset + (code - start) * 2);
      if (glyph !== 0) covered.add(code);
    }
  }
  return covered;
}

function segmentTable(font: Buffer): number {
  const cmap = tableOffset(font, 'cmap');
  const count = font.readUInt16BE(cmap + 2);
  for (let index = 0; index < count; index++) {
    const table = cmap + font.readUInt32BE(cmap + 4 + index * 8 + 4);
    if (font.readUInt16BE(table) === 4) return table;
  }
  throw new Error('The font has no cmap table in format 4, the only supported format.');
}

function tableOffset(font: Buffer, tag: string): number {
  const count = font.readUInt16BE(4);
  for (let index = 0; index < count; index++) {
    const record = 12 + index * 16;
    if (font.toString('latin1', record, record + 4) === tag) return font.readUInt32BE(record + 8);
  }
  throw new Error(`The font has no "${tag}" table.`);
}
