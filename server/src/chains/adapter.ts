import type { ChainId, Token } from '../lib/chains/registry.ts';

/**
 * The port between payments and the chains (docs/decisions/0003-chain-port.md). Payments judge what is reported and never
 * learn which chain produced it. Money leaves through `treasury/transfers/`. A report asks no node: live chains are read
 * from what their watcher stored, test mode from a table of its own. So it may be asked for in a transaction.
 */
export interface Report {
  /** Everything that has arrived at the addresses, on any chain, oldest first; also what a chain took back. */
  arrivals: readonly Arrival[];
  /** Transactions to the addresses that did not go through. */
  failures: readonly FailedTransaction[];
  /** Until when each chain was read: everything in blocks up to then is reported. */
  readUntil: ReadonlyMap<ChainId, Date>;
}

/** `gone`: its block was abandoned. It comes back if the block does. */
export type ArrivalState = 'seen' | 'final' | 'gone';

/** Money that a chain has, or had, at an address of ours. */
export interface Arrival {
  arrival_id: string;
  chain: ChainId;
  /** Null for a known stray, which is never credited. */
  token: Token | null;
  /** The token's contract; null for native money. */
  asset: string | null;
  /** Ours. */
  address: string;
  /** Null when unknown: money from contracts, and newly minted tokens. */
  payer_address: string | null;
  /** In the token's smallest unit, as text. */
  units: string;
  /** Null when a contract sent native money: only the change of the balance is known then. */
  tx_hash: string | null;
  /** When its block was made. Null in test mode, where everything is in time. */
  block_time: Date | null;
  state: ArrivalState;
  seen_at: Date;
  /** Whether it was paid into the treasury and not to the address. */
  in_treasury: boolean;
  /** Whether its block number is final: an arrival that is gone then does not come back with its block. */
  is_passed: boolean;
  /** Set once it is final: screening holds it, or somebody refused it. */
  screening?: 'hold' | 'refuse' | null;
  /** When time alone makes it final, or lets it fail: in test mode. */
  final_at?: Date;
}

/** A transaction to an address of ours that was rejected, or undone. */
export interface FailedTransaction {
  chain: ChainId;
  token: Token;
  address: string;
  tx_hash: string | null;
  payer_address: string | null;
  units: string;
  /** Untrusted text. */
  reason: string;
  message: string;
}

export interface ChainAdapter {
  readonly chain: ChainId;

  /** The payment's deposit address. Deterministic, so asking again after a crash is safe. */
  depositAddress(paymentId: string): Promise<string>;
}
