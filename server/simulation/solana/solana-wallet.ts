import { createPrivateKey, sign } from 'node:crypto';
import { address, createNoopSigner, type SignatureBytes } from '@solana/kit';
import { paymentInstructions, type SolanaPayment } from '../../../devnet/solana/payments.ts';
import { localSecret, localSigner, localWallets } from '../../../devnet/solana/wallets.ts';
import { decodeWire, type WireTransaction } from '../../../devnet/solana/wire.ts';
import { signTransaction } from '../../src/treasury/transfers/solana/messages/transfer-messages.ts';
import type { ModelSolana } from './model-solana.ts';

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
  return (await localWallets()).map(({ address }, index) => walletOf(address, `wallet ${index}`));
}

let madeCold: Promise<Wallet> | null = null;

/** The operator's, whose key no worker has. */
export function coldWallet(): Promise<Wallet> {
  madeCold ??= localSigner('cold').then(({ address }) => walletOf(address, 'cold'));
  return madeCold;
}

function walletOf(address: string, name: string): Wallet {
  const der = Buffer.concat([pkcs8, localSecret(name)]);
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  return { address, sign: (message) => Uint8Array.from(sign(null, message, key)) as SignatureBytes };
}

/** What a wallet signs that pays by itself, by the newest block that is finalized. */
export async function signPayment(
  { ledger, unfinal }: ModelSolana,
  wallet: Wallet,
  payment: Omit<SolanaPayment, 'from'>,
): Promise<WireTransaction> {
  const instructions = await paymentInstructions(payment, createNoopSigner(address(wallet.address)));
  const signer = {
    treasury: wallet.address,
    feePayer: wallet.address,
    sign: async (_key: unknown, message: Uint8Array) => wallet.sign(message),
  };
  const block = ledger.blocks[ledger.blocks.length - 1 - unfinal];
  const lifetime = { blockhash: block?.hash ?? '', lastValidHeight: 0 };
  const { raw } = await signTransaction(signer, instructions, lifetime);
  return decodeWire(new Uint8Array(Buffer.from(raw, 'base64')), ledger.accounts.newest);
}
