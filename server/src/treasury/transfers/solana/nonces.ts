import { createHash } from 'node:crypto';
import { address, createAddressWithSeed } from '@solana/kit';
import { SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system';
import { toBase58 } from '../../../lib/chains/base58.ts';
import { nonceCount } from './solana-sender.ts';

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
export async function nonceAccounts(feePayer: string): Promise<string[]> {
  return Promise.all(
    Array.from({ length: nonceCount }, (_, number) =>
      createAddressWithSeed({
        baseAddress: address(feePayer),
        programAddress: SYSTEM_PROGRAM_ADDRESS,
        seed: nonceSeed(number),
      }),
    ),
  );
}

/** An address that a transfer's transaction names, so that the chain's history can be searched for it. */
export function referenceOf(payId: string): string {
  return toBase58(createHash('sha256').update(`causeway transfer ${payId}`).digest());
}
