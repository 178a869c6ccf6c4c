import { type Address, getAddress, keccak256, toHex } from 'viem';
import { type Wallet, wallets } from '../evm/wallets.ts';

let made = 0;

/** An address that nobody used before. */
export function newAddress(): Address {
  return getAddress(`0x${keccak256(toHex(`somebody ${made++}`)).slice(26)}`);
}

export function walletAt(index: number): Wallet {
  const wallet = wallets[index];
  if (!wallet) throw new Error(`There is no wallet ${index}.`);
  return wallet;
}
