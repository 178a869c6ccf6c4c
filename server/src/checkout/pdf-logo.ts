import { inflateSync } from 'node:zlib';
import type { LogoRow } from '../merchants/logo-store.ts';
import { readPicture } from '../merchants/logos.ts';

type Logo = Pick<LogoRow, 'bytes' | 'content_type'>;

/** More than the largest logo takes: 2048 by 2048 pixels of 8 bytes, and a byte for each row of each pass. */
const maxPixelBytes = 34 * 1024 * 1024;

/**
 * Whether the PDF can hold it: a whole PNG or JPEG. A damaged PNG must be found here: the library reads its pixels
 * later, by itself, where nobody could catch the error.
 */
export function isPrintable({ bytes, content_type: type }: Logo): boolean {
  if (type === 'image/webp' || !readPicture(bytes)) return false;
  return type === 'image/jpeg' || hasAllPixels(bytes);
}

function hasAllPixels(png: Buffer): boolean {
  const parts: Buffer[] = [];
  let ended = false;
  for (let at = 8; at + 12 <= png.length && !ended; ) {
    const length = png.readUInt32BE(at);
    const kind = png.toString('latin1', at + 4, at + 8);
    const data = png.subarray(at + 8, at + 8 + length);
    if (data.length < length) return false;
    if (kind === 'IDAT') parts.push(data);
    ended = kind === 'IEND';
    at += 12 + length;
  }
  try {
    const pixels = inflateSync(Buffer.concat(parts), { maxOutputLength: maxPixelBytes });
    return ended && pixels.length >= pixelBytes(png);
  } catch {
    return false;
  }
}

/** At least: what interlacing adds is left out. */
function pixelBytes(png: Buffer): number {
  const [width, height, bits, kind] = [
    png.readUInt32BE(16),
    png.readUInt32BE(20),
    png.readUInt8(24),
    png.readUInt8(25),
  ];
  const channels = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }[kind] ?? Number.POSITIVE_INFINITY;
  return height * (1 + Math.ceil((width * bits * channels) / 8));
}
