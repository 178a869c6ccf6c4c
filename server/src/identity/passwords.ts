import { hash, verify } from '@node-rs/argon2';
import type { Random } from '../random.ts';

/** argon2id with the library's defaults: 19 MiB, two passes. */
export function hashPassword(password: string): Promise<string> {
  return hash(typed(password));
}

/** Takes as long when there is no hash to compare with, so that nobody learns which addresses have an account. */
export async function isPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  nobodys ??= hashPassword('nobody has this password');
  const matches = await verify(passwordHash ?? (await nobodys), typed(password));
  return matches && passwordHash !== undefined;
}

let nobodys: Promise<string> | undefined;

export function generatePassword(random: Random): string {
  return Buffer.from(random.bytes(18)).toString('base64url');
}

/** Keyboards write the same letter in one or two code points; the password is the letter. */
function typed(password: string): string {
  return password.normalize('NFC');
}
