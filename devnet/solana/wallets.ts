import { createHash } from 'node:crypto';
import { createKeyPairSignerFromPrivateKeyBytes, type KeyPairSigner } from '@solana/kit';

/** Anybody can derive the keys from this file: never send them anything on a real chain. */
export function localSecret(name: string): Buffer {
  return createHash('sha256').update(`causeway devnet solana ${name}`).digest();
}

export function localSigner(name: string): Promise<KeyPairSigner> {
  return createKeyPairSignerFromPrivateKeyBytes(new Uint8Array(localSecret(name)));
}

const count = 5;

/** Funded wallets of the local chain. */
export function localWallets(): Promise<KeyPairSigner[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => localSigner(`wallet ${index}`)));
}
