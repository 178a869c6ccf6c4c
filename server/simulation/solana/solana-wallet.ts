import { createPrivateKey, sign } from 'node:crypto';
import type { SignatureBytes } from '@solana/kit';
import { localSecret, localWallets } from '../../../devnet/solana/wallets.ts';

/** A customer's wallet. Signs at once: Web Crypto does it in a thread, and how long that takes is up to the machine. */
export interface Wallet {
  address: string;
  sign(message: Uint8Array): SignatureBytes;
}

/** How DER names an ed25519 private key of 32 bytes that follow. */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex');

let made: Promise<Wallet[]> | null = null;

/** The wallets of the development chain, whose keys follow from their names. */
export function customerWallets(): Promise<Wallet[]> {
  made ??= makeWallets();
  return made;
}

async function makeWallets(): Promise<Wallet[]> {
  return (await localWallets()).map(({ address }, index) => {
    const der = Buffer.concat([pkcs8, localSecret(`wallet ${index}`)]);
    const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
    return { address, sign: (message) => Uint8Array.from(sign(null, message, key)) as SignatureBytes };
  });
}
