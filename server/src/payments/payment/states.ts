/** All payment states and the moves between them. This is the only list; a test walks every pair. */

export const paymentStatuses = [
  'pending',
  'processing',
  'completed',
  'failed',
  'expired',
  'refunded',
  'partially_refunded',
] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

export const paymentMoves = {
  /** A transaction was seen, in the mempool or with no confirmations. */
  detect: { from: ['pending'], to: 'processing' },
  /** It has enough confirmations. */
  confirm: { from: ['processing'], to: 'completed' },
  /** It was rejected before it was seen on chain, or reverted after. */
  fail: { from: ['pending', 'processing'], to: 'failed' },
  /** The deadline passed and no transaction was seen. */
  expire: { from: ['pending'], to: 'expired' },
  /** The merchant cancelled it before a transaction was seen. */
  cancel: { from: ['pending'], to: 'expired' },
  /** Refunds issued so far are less than the amount. */
  refund_part: { from: ['completed', 'partially_refunded', 'refunded'], to: 'partially_refunded' },
  /** Refunds issued so far are the whole amount. */
  refund_whole: { from: ['completed', 'partially_refunded'], to: 'refunded' },
  /** All refunds failed: nothing is refunded. */
  release_refunds: { from: ['partially_refunded', 'refunded'], to: 'completed' },
} as const satisfies Record<string, { from: readonly PaymentStatus[]; to: PaymentStatus }>;

export type PaymentMove = keyof typeof paymentMoves;

/** Can still be paid, or is being paid. */
export function isOpen(status: PaymentStatus): boolean {
  return status === 'pending' || status === 'processing';
}

/** Paid, whether or not refunded since. */
export function isSettled(status: PaymentStatus): boolean {
  return status === 'completed' || status === 'partially_refunded' || status === 'refunded';
}
