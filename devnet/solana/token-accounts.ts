import { type Address, getAddressDecoder } from '@solana/kit';
import type { Account } from './account-versions.ts';
import { token2022Program, tokenProgram } from './addresses.ts';

export interface TokenAccount {
  mint: Address;
  owner: Address;
  units: bigint;
  programId: Address;
}

const accountBytes = 165;
/** Extended accounts of Token-2022 say at this place that they are accounts and no mints. */
const isAccount = 2;
const stateAt = 108;
const decimalsAt = 44;

/** Null for anything but an account of one of the two token programs. */
export function tokenAccountOf(account: Account): TokenAccount | null {
  const programId = account?.programAddress;
  if (!account || (programId !== tokenProgram && programId !== token2022Program)) return null;
  const data = Buffer.from(account.data);
  if (data.length !== accountBytes && data[accountBytes] !== isAccount) return null;
  if (data[stateAt] === 0) return null;
  const address = (at: number) => getAddressDecoder().decode(data.subarray(at, at + 32));
  return { mint: address(0), owner: address(32), units: data.readBigUInt64LE(64), programId };
}

export function decimalsOf(mint: Account): number {
  return mint?.data[decimalsAt] ?? 0;
}

export function uiAmount(units: bigint, decimals: number) {
  const digits = String(units).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const part = digits.slice(digits.length - decimals).replace(/0+$/, '');
  const text = part === '' ? whole : `${whole}.${part}`;
  return {
    amount: String(units),
    decimals,
    uiAmount: units === 0n ? null : Number(text),
    uiAmountString: text,
  };
}
