import { createHash } from 'node:crypto';
import type { Random } from '../random.ts';

const tokenBytes = 32;
const pattern = /^[A-Za-z0-9_-]{43}$/;

/** What a cookie or a link carries. Only its hash is kept: 256 bits of randomness need no slow one. */
export function generateToken(random: Random): string {
  return Buffer.from(random.bytes(tokenBytes)).toString('base64url');
}

/** Guesses of the wrong shape end here, without a query. */
export function isWellFormedToken(token: string): boolean {
  return pattern.test(token);
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
