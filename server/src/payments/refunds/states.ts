import { dayMs } from '../../lib/durations.ts';

/** All refund states and the moves between them. This is the only list; a test walks every pair. */

export const refundStatuses = ['processing', 'completed', 'failed'] as const;
export type RefundStatus = (typeof refundStatuses)[number];

export const refundMoves = {
  /** The transfer is final on chain. */
  complete: { from: ['processing'], to: 'completed' },
  /** The transfer failed: the amount can be refunded again. */
  fail: { from: ['processing'], to: 'failed' },
  /** Ended while it waited for an address or the balance. Nothing was sent. */
  abandon: { from: ['processing'], to: 'failed' },
} as const satisfies Record<string, { from: readonly RefundStatus[]; to: RefundStatus }>;

export type RefundMove = keyof typeof refundMoves;

/** What a refund can wait for. */
export type RefundWait = 'address' | 'balance';

/** How long a refund waits for an address. */
const waitForAddressMs = 7 * dayMs;

export function addressDeadline(from: Date): Date {
  return new Date(from.getTime() + waitForAddressMs);
}

/** How long a refund waits for the merchant's balance. */
export const waitForBalanceMs = 30 * dayMs;
