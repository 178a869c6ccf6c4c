import type { ChainId, Token } from './registry.ts';

/**
 * The port between payments and a chain. docs/decisions/0003-chain-port.md walks an EVM chain and Solana through it.
 * Payments apply what it reports and never learn which chain produced it. No method is called inside a transaction that
 * others wait for, except on the simulated chains, whose ledger is a table of ours.
 */
export interface ChainAdapter {
  readonly chain: ChainId;

  /** Where this payment's money goes. Same question, same answer, so asking again after a crash is safe. */
  depositAddress(paymentId: string): Promise<string>;

  /** Everything that has arrived at these addresses so far, each time in full: a report replaces the one before. */
  observe(deposits: readonly WatchedDeposit[]): Promise<DepositReport[]>;

  /** Signs a transfer of money we hold. The caller stores the result before broadcasting it. */
  prepareTransfer(transfer: Transfer): Promise<SignedTransfer>;

  /** Hands a stored transfer to the chain. Any number of times has the effect of once. */
  broadcast(signed: SignedTransfer): Promise<void>;

  transferStatus(txHash: string): Promise<TransactionState>;
}

interface WatchedDeposit {
  depositId: string;
  address: string;
  token: Token;
  createdAt: Date;
}

export interface DepositReport {
  depositId: string;
  transactions: ObservedTransaction[];
  /** When it is worth asking again; null leaves it to the caller's own rhythm. */
  askAgainAt: Date | null;
}

export type TransactionState =
  /** In the mempool, or in a block that could still be reorganised away. */
  | { state: 'seen'; confirmations: number }
  | { state: 'final'; confirmations: number }
  | { state: 'reverted'; failureReason: string; failureMessage: string }
  /** Was reported before and is gone: replaced, or lost in a reorganisation. */
  | { state: 'missing' };

export interface ObservedTransaction {
  txHash: string;
  payerAddress: string;
  /** In the token's smallest unit. */
  units: bigint;
  status: TransactionState;
}

interface Transfer {
  /** Idempotency of sending: one transfer id is signed for one nonce, once. */
  transferId: string;
  fromAddress: string;
  toAddress: string;
  token: Token;
  units: bigint;
}

interface SignedTransfer {
  transfer: Transfer;
  txHash: string;
  /** What is broadcast, as the chain takes it. */
  raw: string;
}
