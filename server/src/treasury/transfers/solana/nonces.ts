import { createHash } from 'node:crypto';
import { fromBase58, toBase58 } from '../../../lib/chains/base58.ts';

/** Number of durable nonce accounts. Must never change: see `nonceNumberOf`. */
export const nonceCount = 16;

/**
 * The durable nonce of the transfer that is paid under an id. A restored database derives the same one, so a transaction
 * that it does not know and the one it signs cannot both land.
 */
export function nonceNumberOf(payId: string): number {
  return createHash('sha256').update(payId).digest().readUInt32BE(0) % nonceCount;
}

export function nonceSeed(number: number): string {
  return `causeway nonce ${number}`;
}

/** Addresses of the nonce accounts, derived from the fee payer's: they need no keys, and creating one twice fails. */
export function nonceAccounts(feePayer: string): string[] {
  return Array.from({ length: nonceCount }, (_, number) => accountWithSeed(feePayer, nonceSeed(number)));
}

/** As the system program derives it, which owns it. */
function accountWithSeed(base: string, seed: string): string {
  const hash = createHash('sha256')
    .update(fromBase58(base) ?? '')
    .update(seed)
    .update(Buffer.alloc(32));
  return toBase58(hash.digest());
}

/** An address that a transfer's transaction names, so that the chain's history can be searched for it. */
export function referenceOf(payId: string): string {
  return toBase58(createHash('sha256').update(`causeway transfer ${payId}`).digest());
}
