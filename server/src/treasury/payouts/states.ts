/** All payout states and the moves between them. This is the only list; a test walks every pair. */

export const payoutStatuses = ['processing', 'completed', 'failed'] as const;
export type PayoutStatus = (typeof payoutStatuses)[number];

export const payoutMoves = {
  /** The transfer is final on chain. */
  complete: { from: ['processing'], to: 'completed' },
  /** Nothing was sent: the money is back in the balance. */
  fail: { from: ['processing'], to: 'failed' },
} as const satisfies Record<string, { from: readonly PayoutStatus[]; to: PayoutStatus }>;

export type PayoutMove = keyof typeof payoutMoves;
