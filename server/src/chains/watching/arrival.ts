import type { ChainId } from '../../lib/chains/registry.ts';
import type { Arrival } from '../adapter.ts';

/** `log`: a token's Transfer. `native`: a transaction's value. `balance`: what a contract sent, found as a difference. */
export type ArrivalKind = 'log' | 'native' | 'balance';

/** The sweep of money that lies where sweeps bring it: it was paid into the treasury on Solana. */
export const inTreasury = 'treasury';

/** One transfer seen on chain to an address of ours, as stored. */
export interface ArrivalRow extends Arrival {
  kind: ArrivalKind;
  block_hash: string;
  block_number: bigint;
  /** Of a difference in balance: of the block in which it was found, which is not before the money came. */
  block_time: Date;
  log_index: number | null;
  /** Counted from the verified cursor. 0 when gone. */
  confirmations: number;
}

/** How far a chain has been read. */
export interface CursorRow {
  chain: ChainId;
  /** The verified block. */
  number: bigint;
  hash: string;
  block_time: Date;
  /** Read twice, and final for amounts that do not wait for `finalized`. */
  final_number: bigint;
  /** The newest block that the node calls finalized and that is verified. */
  finalized_number: bigint;
  /** When a node last answered, and the newest block it knew. */
  answered_at: Date | null;
  head_number: bigint | null;
  head_time: Date | null;
  halted_at: Date | null;
  halted_reason: string | null;
  /** Rises when another worker takes the chain, and when an operator resumes it on other blocks. */
  fence: bigint;
}
