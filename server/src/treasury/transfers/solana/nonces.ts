import { createHash } from 'node:crypto';
import { address, createAddressWithSeed } from '@solana/kit';
import { SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system';
import { toBase58 } from '../../../lib/chains/base58.ts';
import { nonceCount } from './solana-sender.ts';

/**
 * The durable nonce that pays a transfer. It follows from the id: a database that was restored from a backup takes the
 * same one again, so of a transaction that it does not know and the one that it signs, only one can land.
 */
export function nonceNumberOf(transferId: string): number {
  return createHash('sha256').update(transferId).digest().readUInt32BE(0) % nonceCount;
}

export function nonceSeed(number: number): string {
  return `causeway nonce ${number}`;
}

/** Addresses that follow from the fee payer's: they need no keys, and creating one twice fails. */
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

/** A key that the transaction of a transfer names, so that it is found in the chain's history without a database. */
export function referenceOf(transferId: string): string {
  return toBase58(createHash('sha256').update(`causeway transfer ${transferId}`).digest());
}
