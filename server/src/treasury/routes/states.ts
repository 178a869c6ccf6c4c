/** All states of routes and of their steps, and the moves between them. These are the only lists; a test walks every pair. */

export const routeStatuses = ['processing', 'stuck', 'completed', 'failed'] as const;
export type RouteState = (typeof routeStatuses)[number];

export const routeMoves = {
  complete: { from: ['processing'], to: 'completed' },
  /** Its money is back in the balance, in the asset it was in. */
  fail: { from: ['processing'], to: 'failed' },
  /** Its money cannot be found: the operator has to look. */
  stick: { from: ['processing'], to: 'stuck' },
  /** By the operator. */
  resume: { from: ['stuck'], to: 'processing' },
} as const satisfies Record<string, { from: readonly RouteState[]; to: RouteState }>;
export type RouteMove = keyof typeof routeMoves;

export const stepStatuses = [
  'planned',
  'funding',
  'funded',
  'approving',
  'calling',
  'called',
  'completed',
  'returning',
  'returned',
] as const;
export type StepState = (typeof stepStatuses)[number];

export const stepMoves = {
  /** The vault is to pay the operator's address. */
  fund: { from: ['planned'], to: 'funding' },
  /** The money is at the operator's address. */
  funded: { from: ['funding'], to: 'funded' },
  /** The vault did not pay. */
  unfunded: { from: ['funding'], to: 'planned' },
  approve: { from: ['funded'], to: 'approving' },
  /** The approval is final. */
  approved: { from: ['approving'], to: 'funded' },
  call: { from: ['funded'], to: 'calling' },
  /** The call is final. */
  called: { from: ['calling'], to: 'called' },
  /** The operator books a call that the database does not know. */
  book: { from: ['funded'], to: 'called' },
  /** A transaction failed, or a bridge returned the money: it is at the operator's address. */
  again: { from: ['approving', 'calling', 'called', 'returning'], to: 'funded' },
  /** The result is in the vault. */
  arrive: { from: ['called'], to: 'completed' },
  /** The money is sent back to the vault. */
  return: { from: ['funded'], to: 'returning' },
  returned: { from: ['returning'], to: 'returned' },
} as const satisfies Record<string, { from: readonly StepState[]; to: StepState }>;
export type StepMove = keyof typeof stepMoves;
