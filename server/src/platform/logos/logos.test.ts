import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jpeg, png, webp } from '../../../test/support/pictures.ts';
import { readPicture } from './logos.ts';

describe('readPicture', () => {
  it.each([
    ['PNG', png(300, 200), 'image/png'],
    ['JPEG', jpeg(300, 200), 'image/jpeg'],
    ['lossy WebP', webp('VP8 ', 300, 200), 'image/webp'],
    ['lossless WebP', webp('VP8L', 300, 200), 'image/webp'],
    ['extended WebP', webp('VP8X', 300, 200), 'image/webp'],
  ])('detects type and size of a %s from its bytes', (_kind, bytes, contentType) => {
    expect(readPicture(bytes)).toEqual({ contentType, width: 300, height: 200 });
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['text', Buffer.from('hello, this is not an image, whatever its file name')],
    ['GIF', Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00')],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['half a PNG', png(10, 10).subarray(0, 18)],
    ['half a JPEG', jpeg(10, 10).subarray(0, 22)],
    ['half a WebP', webp('VP8L', 10, 10).subarray(0, 20)],
    ['a JPEG whose segments have no length', Buffer.from('ffd8ffe00000ffe00000ffe00000', 'hex')],
  ])('returns null for %s', (_what, bytes) => {
    expect(readPicture(bytes)).toBeNull();
  });

  it('terminates on arbitrary bytes', () => {
    const beginnings = [png(1, 1), jpeg(1, 1), webp('VP8X', 1, 1), Buffer.from([0xff, 0xd8, 0xff])];
    fc.assert(
      fc.property(
        fc.constantFrom(...beginnings),
        fc.uint8Array({ maxLength: 60 }),
        fc.nat(30),
        (start, rest, cut) => {
          readPicture(Buffer.concat([start.subarray(0, cut), rest]));
        },
      ),
      { numRuns: 2000 },
    );
  });
});
