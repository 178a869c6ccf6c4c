/** All states of a transfer and the moves between them. This is the only list; a test walks every pair. */

export const transferStatuses = ['waiting', 'sending', 'completed', 'failed'] as const;
export type TransferStatus = (typeof transferStatuses)[number];

export const transferMoves = {
  /** It is in a transaction that has a nonce. */
  send: { from: ['waiting'], to: 'sending' },
  /** Its transaction is final and did not carry it out: the vault has not used its id. */
  wait: { from: ['waiting', 'sending'], to: 'waiting' },
  /** Final on chain. From `waiting` when the chain shows that it was paid before: the database is an older one. */
  complete: { from: ['waiting', 'sending'], to: 'completed' },
  fail: { from: ['waiting', 'sending'], to: 'failed' },
  /** The chain abandoned the block that it was completed in. */
  reopen: { from: ['completed'], to: 'sending' },
  /** A refund or return that its recipient refused is sent to another one, by the same id. */
  again: { from: ['failed'], to: 'waiting' },
} as const satisfies Record<string, { from: readonly TransferStatus[]; to: TransferStatus }>;

/** Why a call failed that must not be tried again without a person: it may have been sent before. */
export const unknownTransactions = 'UNKNOWN_TRANSACTIONS';
