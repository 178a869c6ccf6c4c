import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { KeyKind } from '../../lib/caller.ts';
import type { Environment } from '../../lib/environment.ts';
import type { Random } from '../../lib/random.ts';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const secretChars = 32;
const checksumChars = 6;
const pattern = /^svc_(pub_)?(test|live)_([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/;

export function generateKey(random: Random, environment: Environment, kind: KeyKind): string {
  const secret = `svc_${kind === 'publishable' ? 'pub_' : ''}${environment}_${randomBase62(random)}`;
  return secret + checksum(secret);
}

/** Checks shape and checksum, so typos and random guesses are rejected without a query. */
export function isWellFormedKey(key: string): boolean {
  return pattern.test(key) && key.endsWith(checksum(key.slice(0, -checksumChars)));
}

export function hashKey(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

function randomBase62(random: Random): string {
  let text = '';
  while (text.length < secretChars) {
    // 248 is the largest multiple of 62 below 256. Bytes from 248 on are skipped to keep the distribution uniform.
    for (const byte of random.bytes(secretChars)) {
      if (byte < 248 && text.length < secretChars) text += alphabet.charAt(byte % 62);
    }
  }
  return text;
}

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let i = 0; i < checksumChars; i++) {
    digits = alphabet.charAt(rest % 62) + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
