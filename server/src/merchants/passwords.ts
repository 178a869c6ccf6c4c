import { hash } from '@node-rs/argon2';
import type { Random } from '../random.ts';

/** argon2id with the library's defaults: 19 MiB, two passes. */
export function hashPassword(password: string): Promise<string> {
  return hash(password);
}

export function generatePassword(random: Random): string {
  return Buffer.from(random.bytes(18)).toString('base64url');
}
