import { createHash } from 'node:crypto';
import type { Address, Hex } from 'viem';
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';

export interface Wallet {
  address: Address;
  privateKey: Hex;
  account: PrivateKeyAccount;
}

/**
 * Funded wallets of the local chains. Anybody can derive their keys from this file: never send them anything on a real
 * chain.
 */
export const wallets: readonly Wallet[] = Array.from({ length: 10 }, (_, index) =>
  localWallet(`causeway devnet wallet ${index}`),
);

/** Pays for what sets up a chain, so that the other wallets start at nonce zero. */
export const setupWallet = localWallet('causeway devnet setup');

/** Attests burns on the local chains, as Circle does on the real ones. */
export const attester = localWallet('causeway devnet attester');

function localWallet(text: string): Wallet {
  const privateKey: Hex = `0x${createHash('sha256').update(text).digest('hex')}`;
  const account = privateKeyToAccount(privateKey);
  return { address: account.address, privateKey, account };
}
