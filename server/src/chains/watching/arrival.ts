import type { ChainId, Token } from '../../lib/chains/registry.ts';
import type { Sql } from '../../platform/db/client.ts';

/** `log`: a token's Transfer. `native`: a transaction's value. `balance`: what a contract sent, found as a difference. */
export type ArrivalKind = 'log' | 'native' | 'balance';

/** `gone`: its block was abandoned. It comes back if the block does. */
export type ArrivalState = 'seen' | 'final' | 'gone';

/** The sweep of money that lies where sweeps bring it: it was paid into the treasury on Solana. */
export const inTreasury = 'treasury';

/** One transfer seen on chain to an address of ours. */
export interface ArrivalRow {
  arrival_id: string;
  chain: ChainId;
  kind: ArrivalKind;
  /** Null for a known stray, which is never credited. */
  token: Token | null;
  /** The token's contract; null for native money. */
  asset: string | null;
  /** Ours. */
  address: string;
  /** Null when unknown: money from contracts, and newly minted tokens. */
  payer_address: string | null;
  units: string;
  tx_hash: string | null;
  block_hash: string;
  block_number: bigint;
  /** Of a difference in balance: of the block in which it was found, which is not before the money came. */
  block_time: Date;
  log_index: number | null;
  state: ArrivalState;
  seen_at: Date;
  /** Counted from the verified cursor. 0 when gone. */
  confirmations: number;
  /** Whether it was paid into the treasury and not to the address. */
  in_treasury: boolean;
  /** Whether its block number is final: an arrival that is gone then does not come back with its block. */
  is_passed: boolean;
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

/**
 * Runs in the transaction that stored, confirmed, finalised or removed arrivals at these addresses. Watching does not
 * know who needs it: `app/compose.ts` registers them.
 */
export type ArrivalFollower = (tx: Sql, chain: ChainId, addresses: string[]) => Promise<void>;

/** Runs in the transaction that goes back to a block, for those who kept something of the blocks above it. */
export type AbandonFollower = (tx: Sql, chain: ChainId, above: number) => Promise<void>;
