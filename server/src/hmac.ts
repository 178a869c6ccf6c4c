import { hash } from 'node:crypto';

const blockBytes = 64;
const digestBytes = 32;

/** A key as HMAC-SHA256 uses it (RFC 2104): the blocks that begin its inner and its outer hash. */
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
 * HMAC-SHA256 of a beginning and a body. Node's own makes an object with a native half for each, which costs several
 * times what the hashing does; every delivery is signed twice.
 */
export function hmac(key: HmacKey, beginning: string, body: Buffer, encoding: 'hex' | 'base64'): string {
  const most = blockBytes + beginning.length * 3 + body.length;
  if (scratch.length < most) scratch = Buffer.alloc(most * 2);
  key.inner.copy(scratch);
  const bodyAt = blockBytes + scratch.write(beginning, blockBytes, 'utf8');
  body.copy(scratch, bodyAt);
  const inner = hash('sha256', scratch.subarray(0, bodyAt + body.length), 'binary');
  key.outer.write(inner, blockBytes, 'binary');
  return hash('sha256', key.outer, encoding);
}
