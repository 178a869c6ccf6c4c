import type { ChainId } from '../../lib/chains/registry.ts';
import type { Sql } from '../../platform/db/client.ts';
import { type StoredDifference, upsertReconciliation } from './reconciliation-store.ts';

export {
  selectReconciledChains,
  selectStoppedChains,
  updateReconciliationDue,
} from './reconciliation-store.ts';

/** Where the ledger says money is, and what is there. */
interface AccountComparison {
  kind: 'deposit_address' | 'vault';
  ledger: bigint;
  onChain: bigint;
}

/** One token of one chain, at one block. */
export interface Comparison {
  token: string;
  accounts: AccountComparison[];
  /** Arrived by that block and not in the ledger yet. Below zero: left and not recorded yet, or recorded and later. */
  unfinal: bigint;
}

/**
 * What the chain has beyond the ledger. Anybody can move money from our deposit addresses to our vault, so only the sum
 * counts.
 */
export function differenceIn({ accounts, unfinal }: Comparison): bigint {
  return accounts.reduce((sum, { ledger, onChain }) => sum + onChain - ledger, -unfinal);
}

/** Money is missing. More than the ledger says is no danger: anybody can send some, and must not stop payouts by it. */
export function isShort(comparison: Comparison): boolean {
  return differenceIn(comparison) < 0n;
}

/** Keeps the outcome, and stops payouts of the chain while money is missing. Says what has changed. */
export async function recordComparison(
  sql: Sql,
  chain: ChainId,
  at: { now: Date; dueAt: Date; blockNumber: number; blockTime: Date | null },
  comparisons: readonly Comparison[],
): Promise<{ isStopped: boolean; isNews: boolean; differences: StoredDifference[] }> {
  const differences = comparisons.flatMap(describeDifference);
  const isStopped = comparisons.some(isShort);
  const before = await upsertReconciliation(sql, { chain, ...at, isStopped, differences });
  const isNews = JSON.stringify(before ?? []) !== JSON.stringify(differences);
  return { isStopped, isNews, differences };
}

function describeDifference(comparison: Comparison): StoredDifference[] {
  const difference = differenceIn(comparison);
  if (difference === 0n) return [];
  const { token, unfinal, accounts } = comparison;
  return [
    {
      token,
      difference: difference.toString(),
      unfinal: unfinal.toString(),
      accounts: accounts.map(({ kind, ledger, onChain }) => ({
        kind,
        ledger: ledger.toString(),
        on_chain: onChain.toString(),
      })),
    },
  ];
}
