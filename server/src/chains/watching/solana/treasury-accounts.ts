import type { BalanceAccount } from '../../solana/node.ts';
import type { UnitsAround } from '../../solana/recognise.ts';
import type { FindTokenAccount } from './accounts.ts';

/** The treasury as one worker watches it. */
export interface Treasury {
  address: string;
  /** For SOL the address itself, for USDC its token account. */
  accounts: readonly BalanceAccount[];
  /** What the account had around transactions that were read and stored, by "signature slot account". */
  readonly read: Map<string, UnitsAround>;
  /** The mark that this worker stored last, by account. Another one in the database means: read again. */
  readonly marks: Map<string, string | undefined>;
}

export async function createTreasury(
  address: string,
  usdcMint: string,
  findTokenAccount: FindTokenAccount,
): Promise<Treasury> {
  const tokens = { account: await findTokenAccount(address, usdcMint), mint: usdcMint };
  const accounts = [{ account: address, mint: null }, tokens];
  return { address, accounts, read: new Map(), marks: new Map() };
}
