import { readFile } from 'node:fs/promises';
import { create } from 'fontkit';
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
    const font = create(bytes);
    if (!('hasGlyphForCodePoint' in font)) throw new Error(`${files[name]} is a collection of fonts.`);
    return { bytes, covers: (codePoint) => font.hasGlyphForCodePoint(codePoint) };
  };
  const [regular, bold, hangul, han] = await Promise.all([
    read('regular'),
    read('bold'),
    read('hangul'),
    read('han'),
  ]);
  return { regular, bold, hangul, han };
}
