import type { BalanceAccount } from '../../solana/node.ts';
import type { FindTokenAccount } from './accounts.ts';

/** The treasury as one worker watches it. */
export interface Treasury {
  address: string;
  /** For SOL the address itself, for USDC its token account. */
  accounts: readonly BalanceAccount[];
  /** Transactions that were read and stored, as "signature slot account". */
  readonly read: Set<string>;
  /** The mark that this worker stored last, by account. Another one in the database means: read again. */
  readonly marks: Map<string, string | undefined>;
  /** What a pass saw last, by account. */
  readonly seen: Map<string, Seen>;
}

export interface Seen {
  units: bigint;
  /** The newest transaction up to the slot of the balance. */
  newest: string | null;
}

export async function createTreasury(
  address: string,
  usdcMint: string,
  findTokenAccount: FindTokenAccount,
): Promise<Treasury> {
  const tokens = { account: await findTokenAccount(address, usdcMint), mint: usdcMint };
  const accounts = [{ account: address, mint: null }, tokens];
  return { address, accounts, read: new Set(), marks: new Map(), seen: new Map() };
}
