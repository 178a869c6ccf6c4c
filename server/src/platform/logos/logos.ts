import { createHash } from 'node:crypto';
import type { Context } from '../../app/context.ts';
import { MerchantError } from '../../lib/merchant-error.ts';
import { deleteLogo, type LogoRow, upsertLogo } from './logo-rows.ts';

const maxBytes = 256 * 1024;
const maxPixels = 2048;

export type Logo = LogoRow;
type ContentType = LogoRow['content_type'];
interface Picture {
  contentType: ContentType;
  width: number;
  height: number;
}

/** Identified by the digest of its bytes, so that browsers can cache the URL forever. */
export function logoOf(merchantId: string, bytes: Buffer): LogoRow {
  const picture = assertLogo(bytes);
  return {
    merchant_id: merchantId,
    content_type: picture.contentType,
    bytes,
    digest: createHash('sha256').update(bytes).digest('hex'),
  };
}

export async function setLogo(ctx: Context, merchantId: string, bytes: Buffer): Promise<LogoRow> {
  const row = logoOf(merchantId, bytes);
  if (!(await upsertLogo(ctx.db, row, ctx.clock.now())))
    throw new MerchantError(
      `Merchant ${merchantId} does not exist. Run "merchants list" to see all merchants.`,
    );
  return row;
}

export async function removeLogo(ctx: Context, merchantId: string): Promise<void> {
  if (await deleteLogo(ctx.db, merchantId)) return;
  throw new MerchantError(
    `Merchant ${merchantId} has no logo or does not exist. Run "merchants list" to see all merchants.`,
  );
}

function assertLogo(bytes: Buffer): Picture {
  if (bytes.length > maxBytes)
    throw new MerchantError(`The logo has ${bytes.length} bytes. The maximum is ${maxBytes} (256 KiB).`);
  if (/^\s*<(\?xml|svg|!)/i.test(bytes.toString('latin1', 0, 256)))
    throw new MerchantError(
      'SVG is not supported because it can contain scripts. Export the logo as PNG or WebP.',
    );
  const picture = readPicture(bytes);
  if (!picture) throw new MerchantError('The logo is not a valid PNG, JPEG or WebP image.');
  const { width, height } = picture;
  if (width < 1 || height < 1 || width > maxPixels || height > maxPixels)
    throw new MerchantError(
      `The logo is ${width} by ${height} pixels. The maximum is ${maxPixels} by ${maxPixels}.`,
    );
  return picture;
}

/** Detects type and size from the bytes, not the file name. Null if it is not a PNG, JPEG or WebP. */
export function readPicture(bytes: Buffer): Picture | null {
  try {
    return readPng(bytes) ?? readJpeg(bytes) ?? readWebp(bytes);
  } catch (error) {
    // Truncated before its size.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function readPng(bytes: Buffer): Picture | null {
  const isPng = bytes.subarray(0, 8).equals(pngSignature) && bytes.toString('latin1', 12, 16) === 'IHDR';
  if (!isPng) return null;
  return { contentType: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** The size is in the first start-of-frame segment; earlier segments are skipped. */
function readJpeg(bytes: Buffer): Picture | null {
  if (bytes.readUInt16BE(0) !== 0xffd8) return null;
  let at = 2;
  while (bytes.readUInt8(at) === 0xff) {
    const marker = bytes.readUInt8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) {
      const height = bytes.readUInt16BE(at + 5);
      return { contentType: 'image/jpeg', width: bytes.readUInt16BE(at + 7), height };
    }
    // The length includes its own two bytes. Enforcing that guarantees progress.
    at += 2 + Math.max(2, bytes.readUInt16BE(at + 2));
  }
  return null;
}

function readWebp(bytes: Buffer): Picture | null {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP') return null;
  const contentType = 'image/webp';
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return {
        contentType,
        width: bytes.readUInt16LE(26) & 0x3fff,
        height: bytes.readUInt16LE(28) & 0x3fff,
      };
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21);
      return { contentType, width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return { contentType, width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    default:
      return null;
  }
}
