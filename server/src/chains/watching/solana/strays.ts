import { RpcError } from '../../rpc/rpc-error.ts';
import { type BalanceAccount, inParallel } from '../../solana/node.ts';
import type { WatchedOwner } from './accounts.ts';
import type { Balances } from './balances.ts';
import type { SolanaWatcher } from './solana-watcher.ts';

/** Accounts of strangers' making that one search reads. Each costs the stranger its rent. */
const maxStrays = 20;

/**
 * Token accounts that are not watched and hold more or less than is recorded, by address: other mints, Token-2022, and
 * USDC in another account than the usual one. Only addresses whose turn it is are searched.
 */
export async function findStrays(
  { node, warn }: SolanaWatcher,
  owners: readonly WatchedOwner[],
  { slot }: Balances,
  expected: ReadonlyMap<string, bigint>,
): Promise<Map<string, BalanceAccount[]>> {
  const searched = owners.filter(({ isSearched }) => isSearched);
  const found = new Map<string, BalanceAccount[]>();
  await inParallel(searched, async ({ address, accounts }) => {
    const watched = new Set(accounts.map(({ account }) => account));
    try {
      const all = await node.tokenAccounts(address, slot);
      const strays = all.filter(
        ({ account, units }) => !watched.has(account) && units !== (expected.get(account) ?? 0n),
      );
      if (strays.length > 0) found.set(address, strays.slice(0, maxStrays));
    } catch (error) {
      // Some nodes keep no index by owner. Payments do not depend on it.
      if (!(error instanceof RpcError) || error.problem !== 'node') throw error;
      warn('the node does not list token accounts, so stray money is not recorded', { err: error });
    }
  });
  return found;
}
