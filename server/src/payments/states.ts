/** Every state of a payment and every move between them. No other place lists them; a test walks every pair. */

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
  /** Refunds issued so far are less than the amount. */
  refund_part: { from: ['completed', 'partially_refunded', 'refunded'], to: 'partially_refunded' },
  /** Refunds issued so far are the whole amount. */
  refund_whole: { from: ['completed', 'partially_refunded'], to: 'refunded' },
  /** The only refund failed: nothing is refunded any more. */
  release_refunds: { from: ['partially_refunded', 'refunded'], to: 'completed' },
} as const satisfies Record<string, { from: readonly PaymentStatus[]; to: PaymentStatus }>;

export type PaymentMove = keyof typeof paymentMoves;

/** A payment somebody may still pay, or is paying. */
export function isOpen(status: PaymentStatus): boolean {
  return status === 'pending' || status === 'processing';
}

/** Paid for good, whatever was refunded since. */
export function isSettled(status: PaymentStatus): boolean {
  return status === 'completed' || status === 'partially_refunded' || status === 'refunded';
}
