/** All states of unapplied funds and the moves between them. This is the only list; a test walks every pair. */

/** `reversed`: the chain took the money back. `applied`: screening let it go, and its payment took it. */
export const unappliedStatuses = [
  'open',
  'returning',
  'returned',
  'credited',
  'reversed',
  'applied',
] as const;
export type UnappliedStatus = (typeof unappliedStatuses)[number];

export const unappliedMoves = {
  /** A transfer was requested. */
  return: { from: ['open'], to: 'returning' },
  /** The transfer is final on chain. */
  complete: { from: ['returning'], to: 'returned' },
  /** Nothing was sent: it can be returned again, or credited. */
  fail: { from: ['returning'], to: 'open' },
  credit: { from: ['open'], to: 'credited' },
  /** What was credited is taken back. From `returning` only if nothing was sent. What was returned has left. */
  reverse: { from: ['open', 'returning', 'credited'], to: 'reversed' },
  /** Screening let it go: what its payment does not take of it is reopened. */
  apply: { from: ['open'], to: 'applied' },
  /** The chain has it again, or its payment did not take all of it. */
  reopen: { from: ['reversed', 'applied'], to: 'open' },
} as const satisfies Record<string, { from: readonly UnappliedStatus[]; to: UnappliedStatus }>;

export type UnappliedMove = keyof typeof unappliedMoves;
