import { hash } from 'node:crypto';

const blockBytes = 64;
const digestBytes = 32;

/** The padded key blocks that start the inner and outer hash of HMAC-SHA256 (RFC 2104). */
export interface HmacKey {
  inner: Buffer;
  outer: Buffer;
}

export function hmacKey(secret: Buffer): HmacKey {
  const key = secret.length > blockBytes ? hash('sha256', secret, 'buffer') : secret;
  const inner = Buffer.alloc(blockBytes, 0x36);
  const outer = Buffer.alloc(blockBytes + digestBytes, 0x5c);
  for (const [place, byte] of key.entries()) {
    inner[place] = 0x36 ^ byte;
    outer[place] = 0x5c ^ byte;
  }
  return { inner, outer };
}

let scratch = Buffer.alloc(16 * 1024);

/**
 * HMAC-SHA256 of `prefix` and `body`. Node's `createHmac` allocates a native object per call, which costs several times
 * as much as the hashing, and every delivery is signed twice.
 */
export function hmac(key: HmacKey, prefix: string, body: Buffer, encoding: 'hex' | 'base64'): string {
  const maxBytes = blockBytes + prefix.length * 3 + body.length;
  if (scratch.length < maxBytes) scratch = Buffer.alloc(maxBytes * 2);
  key.inner.copy(scratch);
  const bodyAt = blockBytes + scratch.write(prefix, blockBytes, 'utf8');
  body.copy(scratch, bodyAt);
  const inner = hash('sha256', scratch.subarray(0, bodyAt + body.length), 'binary');
  key.outer.write(inner, blockBytes, 'binary');
  return hash('sha256', key.outer, encoding);
}
