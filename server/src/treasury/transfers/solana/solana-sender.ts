import type { Context } from '../../../app/context.ts';
import type { SolanaNode } from '../../../chains/solana/node.ts';
import type { SolanaSenderNode } from '../../../chains/solana/sender-node.ts';
import type { SolanaSigner } from '../../../chains/solana/solana-signer.ts';
import type { HistoryPaths } from '../../../chains/solana/walk-history.ts';
import type { SolanaLiveChain } from '../../../chains/watching/solana/solana-watcher.ts';
import type { SolanaBatchRow, SolanaSignatureRow } from './solana-store.ts';

/** Safety rules of a step. Tests turn one off to show that it is needed. */
export interface SolanaRules {
  /** Trusts a missing status only if its slot is at least that of the nonce's read. */
  readonly comparesSlots: boolean;
  /** Searches the chain's history for the payment before signing. */
  readonly searchesHistory: boolean;
}

export const solanaRules: SolanaRules = { comparesSlots: true, searchesHistory: true };

/** Everything a sending step on Solana needs. */
export interface SolanaSender {
  ctx: Context;
  chain: SolanaLiveChain;
  signer: SolanaSigner;
  node: SolanaSenderNode;
  rules: SolanaRules;
  /** For histories and transactions. */
  reads: SolanaNode;
  /** Where this process is in long histories. */
  paths: HistoryPaths;
  /** When this process last sent each transaction. */
  sentAtMs: Map<string, number>;
}

/** A batch with its newest signature. */
export interface SignedBatch {
  batch: SolanaBatchRow;
  newest: SolanaSignatureRow;
}

/**
 * Lamports that stay in the treasury. The fee payer sends them at set-up, and they are booked. An account below its
 * rent cannot exist, so without them the last SOL of a merchant could not be paid out.
 */
export const treasuryReserve = 1_000_000n;

/** Source of the posting for the rent of the set-up accounts. Once it is posted, they exist. */
export const setUpSource = 'solana set up';

/** Number of durable nonce accounts. Must never change: see `nonceNumberOf`. */
export const nonceCount = 16;
