import type { Context } from '../../../app/context.ts';
import type { SolanaNode } from '../../../chains/solana/node.ts';
import type { SolanaSenderNode } from '../../../chains/solana/sender-node.ts';
import type { SolanaSigner } from '../../../chains/solana/solana-signer.ts';
import type { SolanaLiveChain } from '../../../chains/watching/solana/solana-watcher.ts';
import type { SolanaBatchRow, SolanaSignatureRow } from './solana-store.ts';

/** The decisions of a step. Tests replace one of them to show that it is needed. */
export interface SolanaRules {
  /** Believes a missing status only if its answer is at least as new as the read of the nonce, and asks for newer reads. */
  readonly comparesSlots: boolean;
  /** Looks for the payment in the chain's history before it signs. */
  readonly searchesHistory: boolean;
}

export const solanaRules: SolanaRules = { comparesSlots: true, searchesHistory: true };

/** What sending on Solana needs. */
export interface SolanaSender {
  ctx: Context;
  chain: SolanaLiveChain;
  signer: SolanaSigner;
  node: SolanaSenderNode;
  rules: SolanaRules;
  /** For histories and transactions. */
  reads: SolanaNode;
  /** When each transaction was last sent from this process. */
  sentAtMs: Map<string, number>;
}

/** A batch with its last attempt. */
export interface SignedBatch {
  batch: SolanaBatchRow;
  newest: SolanaSignatureRow;
}

/**
 * Lamports that the treasury keeps, sent by the fee payer when the treasury is set up, and booked: an account with less
 * than its rent cannot exist, so without them the last SOL of a merchant could not leave.
 */
export const treasuryReserve = 1_000_000n;

/** What the ledger calls the rent of the accounts that sending needs. Once it is booked, they are made. */
export const setUpSource = 'solana set up';

/** Durable nonces. Never change it: see `nonceNumberOf`. */
export const nonceCount = 16;
