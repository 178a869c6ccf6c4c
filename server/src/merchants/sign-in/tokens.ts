import { createHash } from 'node:crypto';
import type { Random } from '../../lib/random.ts';

const tokenBytes = 32;
const pattern = /^[A-Za-z0-9_-]{43}$/;

/** For cookies and links. Only the hash is stored; with 256 random bits, a fast hash is safe. */
export function generateToken(random: Random): string {
  return Buffer.from(random.bytes(tokenBytes)).toString('base64url');
}

/** Rejects malformed tokens without a query. */
export function isWellFormedToken(token: string): boolean {
  return pattern.test(token);
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
