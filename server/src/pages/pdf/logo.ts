import { inflateSync } from 'node:zlib';
import { type Logo, readPicture } from '../../platform/logos/logos.ts';

/** Enough for the largest logo: 2048 × 2048 pixels of 8 bytes, plus a filter byte per row and pass. */
const maxPixelBytes = 34 * 1024 * 1024;

/**
 * Whether the logo can be drawn: a complete PNG or JPEG. Damaged PNGs must be rejected here, because pdfkit decodes
 * pixels later, where an error cannot be caught and would crash the process.
 */
export function isPrintable({ bytes, content_type: type }: Pick<Logo, 'bytes' | 'content_type'>): boolean {
  if (type === 'image/webp' || !readPicture(bytes)) return false;
  return type === 'image/jpeg' || isWholePng(bytes);
}

function isWholePng(png: Buffer): boolean {
  const chunks = chunksOf(png);
  if (!chunks || chunks.some(({ kind }) => kind === 'acTL' || kind === 'fcTL')) return false;
  const [bits, color, interlaced] = [png.readUInt8(24), png.readUInt8(25), png.readUInt8(28) === 1];
  const channels = channelsOf[color];
  if (!channels || ![1, 2, 4, 8, 16].includes(bits)) return false;
  // pdfkit does not decode these correctly when several pixels share a byte.
  const transparent = chunks.some(({ kind }) => kind === 'tRNS');
  if (bits < 8 && (interlaced || transparent)) return false;
  const size = { width: png.readUInt32BE(16), height: png.readUInt32BE(20) };
  const data = Buffer.concat(chunks.filter(({ kind }) => kind === 'IDAT').map((chunk) => chunk.data));
  try {
    const pixels = inflateSync(data, { maxOutputLength: maxPixelBytes });
    return hasAllRows(pixels, size, bits * channels, interlaced);
  } catch {
    return false;
  }
}

const channelsOf: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** Null if the file is truncated. */
function chunksOf(png: Buffer): { kind: string; data: Buffer }[] | null {
  const chunks: { kind: string; data: Buffer }[] = [];
  for (let at = 8; at + 12 <= png.length; ) {
    const length = png.readUInt32BE(at);
    const kind = png.toString('latin1', at + 4, at + 8);
    const data = png.subarray(at + 8, at + 8 + length);
    if (data.length < length) return null;
    if (kind === 'IEND') return chunks;
    chunks.push({ kind, data });
    at += 12 + length;
  }
  return null;
}

/** The Adam7 passes of an interlaced PNG: x and y of the first pixel, x and y step. */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** Each row starts with a filter byte, 0 to 4. */
function hasAllRows(
  pixels: Buffer,
  { width, height }: { width: number; height: number },
  bitsPerPixel: number,
  interlaced: boolean,
): boolean {
  let at = 0;
  for (const [x, y, dx, dy] of interlaced ? passes : ([[0, 0, 1, 1]] as const)) {
    const columns = Math.max(0, Math.ceil((width - x) / dx));
    const rows = columns === 0 ? 0 : Math.max(0, Math.ceil((height - y) / dy));
    for (let row = 0; row < rows; row++) {
      if (at >= pixels.length || pixels.readUInt8(at) > 4) return false;
      at += 1 + Math.ceil((columns * bitsPerPixel) / 8);
    }
  }
  return at <= pixels.length;
}
