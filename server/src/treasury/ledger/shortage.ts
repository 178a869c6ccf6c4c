import type { Context } from '../../app/context.ts';
import type { ChainId } from '../../lib/chains/registry.ts';
import type { Sql } from '../../platform/db/client.ts';
import { selectComparedShort, selectOwedShort, updateCompareAgain } from './shortage-store.ts';

export { isComparedAfter } from './shortage-store.ts';

export const shortOfMoney =
  'Less of this token is there than is owed. Nothing of it is sent until the operator has looked.';

/**
 * Live assets of which nothing leaves: the chain has less than the ledger says, or all merchants together are owed more than
 * is there. Whoever is paid first would be paid with money of others.
 */
export async function shortTokens(sql: Sql, chain: ChainId): Promise<Set<string>> {
  const owed = (await selectOwedShort(sql)).filter(({ environment }) => environment === 'live');
  const short = [...owed, ...(await selectComparedShort(sql))];
  return new Set(short.filter((asset) => asset.chain === chain).map(({ token }) => token));
}

/** A comparison reads the balances of all addresses. */
const compareAgainMs = 5000;

/** While transfers wait for a comparison, a chain is compared again soon, and not only at the next turn. */
export async function compareAgain(
  { db, clock, wake }: Pick<Context, 'db' | 'clock' | 'wake'>,
  chain: ChainId,
): Promise<void> {
  const now = clock.now();
  if (await updateCompareAgain(db, chain, now, new Date(now.getTime() - compareAgainMs)))
    wake.at('reconcile', now);
}
