import type { ChainId, Token } from '../../lib/chains/registry.ts';
import type { Environment } from '../../lib/environment.ts';
import type { Sql } from '../../platform/db/client.ts';
import type { TransferStatus } from './states.ts';

/**
 * `route`: the vault funds the operator's address for a route. `call`: the operator's address calls a contract.
 * `authorization`: a customer signed a payment, and the settling key sends it. `cold`: from Solana's treasury to the cold address.
 */
export type TransferKind =
  | 'refund'
  | 'return'
  | 'sweep'
  | 'payout'
  | 'route'
  | 'call'
  | 'authorization'
  | 'cold';

/** An outgoing payment, a sweep, a call, or a payment that a customer signed. */
export interface TransferRow {
  /** The id of the refund, payout or unapplied funds, or one that is stored with the route or arrivals. */
  transfer_id: string;
  kind: TransferKind;
  environment: Environment;
  /** Null for sweeps and what goes to the cold address. */
  merchant_id: string | null;
  chain: ChainId;
  token: Token;
  to_address: string;
  /** numeric(78, 0), as text. */
  units: string;
  /** Id of the refund, unapplied funds, payout or route it pays; for sweeps and authorizations, of the payment; else its own. */
  source: string;
  /** What it is a part of, see `seriesOf`. Null for sweeps, calls and authorizations. */
  series: string | null;
  /** The id under which it is paid, once for ever. Null until it is sent, and again when nothing was paid under it. */
  pay_id: string | null;
  status: TransferStatus;
  batch_id: string | null;
  /** Why the last attempt left it waiting. */
  problem: string | null;
  /** Not sent while set. */
  held_reason: string | null;
  attempts: number;
  /** How many times a reorganisation undid its completion. */
  reopenings: number;
  due_at: Date | null;
  tx_hash: string | null;
  failure_reason: string | null;
  failure_message: string | null;
  created_at: Date;
  ended_at: Date | null;
}

/** The second end of a transfer that was announced as completed. */
export interface SecondEnd {
  /** Null keeps the stored hash. */
  txHash: string | null;
  failure: { reason: string; message: string } | null;
}

/** Why a completed transfer that a reorganisation undid could not be sent again. */
export function reopenedFailure({ failure_reason, failure_message }: TransferRow) {
  const message = `The chain abandoned the block that paid it, and it could not be paid again: ${failure_message}`;
  return { reason: failure_reason ?? '', message };
}

/** The name of the lane that sends payments by signature on a chain. */
export function settlingLane(chain: ChainId): string {
  return `${chain} settling`;
}

/** The transaction of a `call`. Its transfer's `to_address` is the contract. */
export interface CallRow {
  transfer_id: string;
  data: string;
  /** numeric(78, 0), as text. */
  value: string;
  /** Not sent if the chain shows transactions of the operator after this time that the database does not know. */
  since: Date;
}

/**
 * Runs in the transaction in which transfers end. Listed in `app/followers.ts`, since transfers do not know features
 * above them.
 */
export interface TransferFollowers {
  transfersEnded: FollowTransfers;
  /** The same for transfers other than sweeps that were completed in a block that the chain abandoned, and end again. */
  transfersEndedAgain: FollowTransfers;
}
type FollowTransfers = (tx: Sql, rows: TransferRow[], move: 'completed' | 'failed') => Promise<void>;

export type Outcome =
  /**
   * `payId` and `toAddress` are set if the chain shows that it was paid before: under this id, and to this address, which may
   * be another than planned.
   */
  | { transferId: string; result: 'completed'; txHash: string | null; toAddress?: string; payId?: string }
  | { transferId: string; result: 'failed'; txHash: string | null; reason: string; message: string }
  | { transferId: string; result: 'waiting'; problem: string; dueAt: Date };
