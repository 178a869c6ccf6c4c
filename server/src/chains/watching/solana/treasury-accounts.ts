import type { BalanceAccount } from '../../solana/node.ts';
import type { UnitsAround } from '../../solana/recognise.ts';
import type { FindTokenAccount } from './accounts.ts';

export { selectTreasuries } from './slot-store.ts';

/** The treasury as one worker watches it, with those of before, which wallets may still pay. */
export interface Treasury {
  addresses: readonly string[];
  /** For SOL an address itself, for USDC its token account. */
  accounts: readonly BalanceAccount[];
  /** What the account had around transactions that were read and stored, by "signature slot account". */
  readonly read: Map<string, UnitsAround>;
  /** The mark that this worker stored last, by account. Another one in the database means: read again. */
  readonly marks: Map<string, string | number | undefined>;
}

export async function createTreasury(
  addresses: readonly string[],
  usdcMint: string,
  findTokenAccount: FindTokenAccount,
): Promise<Treasury> {
  const accounts = await Promise.all(
    addresses.map(async (address) => [
      { account: address, mint: null },
      { account: await findTokenAccount(address, usdcMint), mint: usdcMint },
    ]),
  );
  return { addresses, accounts: accounts.flat(), read: new Map(), marks: new Map() };
}
