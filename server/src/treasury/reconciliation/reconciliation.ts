import type { ChainId } from '../../lib/chains/registry.ts';
import type { Sql } from '../../platform/db/client.ts';
import { type StoredDifference, upsertReconciliation } from './reconciliation-store.ts';

export {
  selectReconciledChains,
  selectStoppedChains,
  updateReconciliationDue,
} from './reconciliation-store.ts';

/** One account kind: units in the ledger, and on the chain. */
interface AccountComparison {
  kind: 'deposit_address' | 'vault' | 'cold';
  ledger: bigint;
  /** At cold addresses at most what the ledger has: what else is there is the operator's, and covers nothing. */
  onChain: bigint;
}

/** One token of one chain, at one block. */
export interface Comparison {
  token: string;
  accounts: AccountComparison[];
  /**
   * Units that had arrived by that block and are not in the ledger yet. Negative for units that left and are not
   * recorded yet, or are recorded and left later.
   */
  unfinal: bigint;
}

/**
 * Units on the chain beyond the ledger. Only the sum counts, since anybody can flush deposit addresses into the vault.
 */
export function differenceIn({ accounts, unfinal }: Comparison): bigint {
  return accounts.reduce((sum, { ledger, onChain }) => sum + onChain - ledger, -unfinal);
}

/** Whether money is missing. A surplus is harmless: anybody can send us money, and must not stop payouts by that. */
export function isShort(comparison: Comparison): boolean {
  return differenceIn(comparison) < 0n;
}

/** Stores the result, stops payouts of the chain while money is missing, and logs changes. */
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
