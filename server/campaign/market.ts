import type { Chance } from '../simulation/chance.ts';

/** A chain where customers of the live shop pay USDC, as those outside see it. */
export interface Market {
  chain: 'base' | 'solana';
  /** Where the service collects what was paid: the vault, or the treasury. */
  treasury: string;
  /** Nobody has its key: what it has are payouts. */
  payoutWallet: string;
  /** Pays from a new wallet, which has nothing else. Returns the wallet's address. */
  pay(to: string, units: bigint): Promise<string>;
  /** USDC of an owner in the newest block. */
  balance(owner: string): Promise<bigint>;
  /** Puts something wrong for a while. Returns what. */
  disturb(chance: Chance): Promise<string>;
  /** Ends whatever is wrong. */
  heal(): void;
}

/** Everything has 6 decimals here. */
export const usdcUnits = (amount: string) => BigInt(Math.round(Number(amount) * 1_000_000));
