/** All states of a transfer and the moves between them. This is the only list; a test walks every pair. */

export const transferStatuses = ['waiting', 'sending', 'completed', 'failed'] as const;
export type TransferStatus = (typeof transferStatuses)[number];

export const transferMoves = {
  /** It is part of a transaction with a nonce. */
  send: { from: ['waiting'], to: 'sending' },
  /** Its transaction is final and did not pay it: the vault has not used its id. */
  wait: { from: ['waiting', 'sending'], to: 'waiting' },
  /** Final on chain. From `waiting` if the chain shows that it was paid before a backup was restored. */
  complete: { from: ['waiting', 'sending'], to: 'completed' },
  fail: { from: ['waiting', 'sending'], to: 'failed' },
  /** A reorganisation undid its transaction. */
  reopen: { from: ['completed'], to: 'sending' },
  /** The recipient refused a refund or return: it is sent to another address, under the same id. */
  again: { from: ['failed'], to: 'waiting' },
} as const satisfies Record<string, { from: readonly TransferStatus[]; to: TransferStatus }>;

/** Failure reason of a call that only the operator may retry: an unknown transaction may have been this call. */
export const unknownTransactions = 'UNKNOWN_TRANSACTIONS';
