import { hash, verify } from '@node-rs/argon2';
import type { Random } from '../../lib/random.ts';

/** argon2id with the library's defaults: 19 MiB, two passes. */
export function hashPassword(password: string): Promise<string> {
  return hash(normalized(password));
}

/** Takes the same time without a hash, so that timing does not reveal which addresses have an account. */
export async function isPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  dummyHash ??= hashPassword('nobody has this password');
  const matches = await verify(passwordHash ?? (await dummyHash), normalized(password));
  return matches && passwordHash !== undefined;
}

let dummyHash: Promise<string> | undefined;

export function generatePassword(random: Random): string {
  return Buffer.from(random.bytes(18)).toString('base64url');
}

/** The same character can be typed as one or two code points, depending on the keyboard. */
function normalized(password: string): string {
  return password.normalize('NFC');
}
