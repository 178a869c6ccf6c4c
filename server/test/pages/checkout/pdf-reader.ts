import { inflateSync } from 'node:zlib';

/** Enough of a reader to see what a PDF says: objects, inflated streams, and text by the fonts' own ToUnicode tables. */
export interface ReadPdf {
  /** The text of each page; pieces that were placed apart are separated by a space. */
  pages: string[];
  /** The whole file, streams aside. */
  raw: string;
  /** Of shapes, lines and text, as #rrggbb. */
  colors: Set<string>;
  /** The value of an entry of the document's information. */
  info(name: string): string;
}

export function readPdf(bytes: Buffer): ReadPdf {
  const raw = bytes.toString('latin1');
  const objects = new Map<string, string>();
  for (const match of raw.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g))
    objects.set(match[1] ?? '', match[2] ?? '');
  const object = (id: string | undefined) => objects.get(id ?? '') ?? '';
  const contents = [...objects.values()].filter((body) => /\/Type \/Page\b/.test(body));
  const contentOf = (body: string) => streamOf(object(/\/Contents (\d+) 0 R/.exec(body)?.[1]));
  const pages = contents.map((body) => {
    const resources = object(/\/Resources (\d+) 0 R/.exec(body)?.[1]);
    const fonts = new Map(
      [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', id]) => [
        name,
        toUnicode(streamOf(object(/\/ToUnicode (\d+) 0 R/.exec(object(id))?.[1]))),
      ]),
    );
    return textOf(contentOf(body), fonts);
  });
  return {
    pages,
    raw,
    colors: colorsIn(contents.map(contentOf).join('\n')),
    info: (name) => stringOf(object(new RegExp(`/${name} (\\d+) 0 R`).exec(raw)?.[1])),
  };
}

function colorsIn(content: string): Set<string> {
  const hex = (part = '0') =>
    Math.round(Number(part) * 255)
      .toString(16)
      .padStart(2, '0');
  const used = content.matchAll(/([\d.]+) ([\d.]+) ([\d.]+) (?:scn|SCN)\b/g);
  return new Set([...used].map(([, red, green, blue]) => `#${hex(red)}${hex(green)}${hex(blue)}`));
}

function streamOf(body: string): string {
  const [head = '', rest = ''] = body.split(/stream\n([\s\S]*)\nendstream/);
  const bytes = Buffer.from(rest, 'latin1');
  return (head.includes('/FlateDecode') ? inflateSync(bytes) : bytes).toString('latin1');
}

/** Glyph number to text, from the ranges that list each glyph. */
function toUnicode(cmap: string): Map<number, string> {
  const table = new Map<number, string>();
  for (const [, first = '', , list = ''] of cmap.matchAll(/<(\w+)> <(\w+)> \[([^\]]*)\]/g)) {
    const start = Number.parseInt(first, 16);
    [...list.matchAll(/<([^>]*)>/g)].forEach(([, hex = ''], index) => {
      table.set(start + index, utf16(hex.replace(/\s/g, '')));
    });
  }
  return table;
}

function utf16(hex: string): string {
  return Buffer.from(hex, 'hex').swap16().toString('utf16le');
}

function textOf(content: string, fonts: Map<string, Map<number, string>>): string {
  let glyphs = new Map<number, string>();
  const pieces: string[] = [];
  for (const [, font, shown] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (font) glyphs = fonts.get(font) ?? new Map();
    if (shown === undefined) continue;
    const codes = [...shown.matchAll(/<([0-9a-f]*)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? []);
    pieces.push(codes.map((code) => glyphs.get(Number.parseInt(code, 16)) ?? '\ufffd').join(''));
  }
  return pieces.join(' ');
}

/** A string, in UTF-16 when it says so by its first two bytes. */
function stringOf(written: string): string {
  const bytes = Buffer.from(written.slice(1, -1).replace(/\\(.)/gs, '$1'), 'latin1');
  return bytes[0] === 0xfe && bytes[1] === 0xff
    ? Buffer.from(bytes.subarray(2)).swap16().toString('utf16le')
    : bytes.toString('latin1');
}
