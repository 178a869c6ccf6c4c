import type { Balance, BalanceAccount } from '../../solana/node.ts';
import type { SolanaWatcher } from './solana-watcher.ts';

export interface Balances {
  /** They are of this slot or newer. */
  slot: number;
  of: ReadonlyMap<string, Balance>;
}

export async function readBalances(
  { node }: SolanaWatcher,
  owners: readonly { accounts: readonly BalanceAccount[] }[],
  atLeast: number,
): Promise<Balances> {
  const accounts = owners.flatMap((owner) => owner.accounts);
  if (accounts.length === 0) return { slot: atLeast, of: new Map() };
  const read = await node.balances(accounts, atLeast);
  const of = new Map(read.map((balance, index) => [accounts[index]?.account ?? '', balance]));
  return { slot: read.reduce((oldest, { slot }) => Math.min(oldest, slot), Number.POSITIVE_INFINITY), of };
}
