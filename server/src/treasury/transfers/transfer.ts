import type { ChainId, Token } from '../../lib/chains/registry.ts';
import type { Environment } from '../../lib/environment.ts';
import type { Sql } from '../../platform/db/client.ts';
import type { TransferStatus } from './states.ts';

/** `route`: the vault pays the operator's own address, for a route. `call`: a transaction of that address. */
export type TransferKind = 'refund' | 'return' | 'sweep' | 'payout' | 'route' | 'call';

/** Money that we send. */
export interface TransferRow {
  /** The vault pays `keccak256` of it once for ever, so it must be that of the thing that is paid, or kept with it. */
  transfer_id: string;
  kind: TransferKind;
  environment: Environment;
  /** Null for sweeps. */
  merchant_id: string | null;
  chain: ChainId;
  token: Token;
  to_address: string;
  /** numeric(78, 0), as text. */
  units: string;
  /** The refund, the unapplied funds, the payout or the route that it carries out; the swept payment. */
  source: string;
  status: TransferStatus;
  batch_id: string | null;
  /** Why it waits. */
  problem: string | null;
  /** Why it must not be sent. */
  held_reason: string | null;
  attempts: number;
  /** How often the chain abandoned the block that it was completed in. */
  reopenings: number;
  due_at: Date | null;
  tx_hash: string | null;
  failure_reason: string | null;
  failure_message: string | null;
  created_at: Date;
  ended_at: Date | null;
}

/** The end of a transfer that was told as completed before. */
export interface EndAgain {
  /** Null keeps the one that is there. */
  txHash: string | null;
  failure: { reason: string; message: string } | null;
}

/** Why what was told as completed was not paid: the chain abandoned its block, and then this happened. */
export function lostFailure({ failure_reason, failure_message }: TransferRow) {
  const message = `The chain abandoned the block that paid it, and it could not be paid again: ${failure_message}`;
  return { reason: failure_reason ?? '', message };
}

/** What a `call` does. `to_address` of its transfer is the contract. */
export interface CallRow {
  transfer_id: string;
  data: string;
  /** numeric(78, 0), as text. */
  value: string;
  /** Not sent if the operator has sent transactions since then that the database does not know of. */
  since: Date;
}

/**
 * Runs in the transaction in which transfers end, for those who wait for it. Transfers do not know them:
 * `app/followers.ts` lists them.
 */
export interface TransferFollowers {
  transfersEnded: FollowTransfers;
  /** The same for transfers other than sweeps that were completed in a block that the chain abandoned, and end again. */
  transfersEndedAgain: FollowTransfers;
}
type FollowTransfers = (tx: Sql, rows: TransferRow[], move: 'completed' | 'failed') => Promise<void>;

/** How one transfer ended, or why it waits. */
export type Outcome =
  /** `toAddress` is where it went, if that is not where it was to go: see `findPaid`. */
  | { transferId: string; result: 'completed'; txHash: string | null; toAddress?: string }
  | { transferId: string; result: 'failed'; txHash: string | null; reason: string; message: string }
  | { transferId: string; result: 'waiting'; problem: string; dueAt: Date };
