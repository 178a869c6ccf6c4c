import type { ChainId, Token } from '../lib/chains/registry.ts';

/**
 * The port between payments and a chain (docs/decisions/0003-chain-port.md). Payments apply what it reports and never
 * learn which chain produced it. Money leaves through `treasury/transfers/`. `observe` asks no node: live adapters
 * read what their watcher stored, test mode reads a table of its own. So it may be called in a transaction.
 */
export interface ChainAdapter {
  readonly chain: ChainId;

  /** The payment's deposit address. Deterministic, so asking again after a crash is safe. */
  depositAddress(paymentId: string): Promise<string>;

  /** Everything that has arrived at these addresses so far. Each report is complete and replaces the one before. */
  observe(deposits: readonly WatchedDeposit[]): Promise<DepositReport[]>;
}

export interface WatchedDeposit {
  depositId: string;
  address: string;
  token: Token;
  createdAt: Date;
  expiresAt: Date;
}

export interface DepositReport {
  depositId: string;
  transactions: ObservedTransaction[];
  /** The report is complete up to this moment: on a live chain the time of the last verified block. */
  asOf: Date;
  /** When to ask again; null for the caller's usual interval. */
  askAgainAt: Date | null;
}

export type TransactionState =
  /** In the mempool, or in a block that could still be reorganised away. */
  | { state: 'seen'; confirmations: number }
  | { state: 'final'; confirmations: number }
  /** `isTooLate`: if the chain took it after all, it would not count any more. */
  | { state: 'reverted'; failureReason: string; failureMessage: string; isTooLate?: boolean }
  /** Was reported before and is gone: replaced, or reorganised away. */
  | { state: 'missing' };

export interface ObservedTransaction {
  /** Null when a contract sent native money: only the change of the balance is known then. */
  txHash: string | null;
  payerAddress: string | null;
  /** When its block was made; null while it has none, and in test mode, where everything is in time. */
  at: Date | null;
  /** In the token's smallest unit. */
  units: bigint;
  /** What it counts for as units of the present quote, if it came at another price. Payments set it, not the chain. */
  counts?: bigint;
  status: TransactionState;
}
