import type { ChainId } from '../chains/registry.ts';
import type { Environment } from '../environment.ts';

/** Why money that arrived was not counted for its payment. */
export const unappliedReasons = [
  'overpaid',
  'underpaid',
  'late',
  'duplicate',
  'wrong_token',
  'wrong_chain',
  'payment_failed',
] as const;
export type UnappliedReason = (typeof unappliedReasons)[number];

/** `reversed`: the chain took the money back. */
export const unappliedStatuses = ['open', 'returning', 'returned', 'credited', 'reversed'] as const;
export type UnappliedStatus = (typeof unappliedStatuses)[number];

export interface UnappliedRow {
  unapplied_id: string;
  merchant_id: string;
  environment: Environment;
  payment_id: string;
  arrival_id: string;
  status: UnappliedStatus;
  reason: UnappliedReason;
  chain: ChainId;
  /** A token of the registry, or the contract address of another one. */
  token: string;
  /** numeric(78, 0), as text. */
  token_units: string;
  tx_hash: string | null;
  payer_address: string | null;
  arrived_at: Date;
  created_at: Date;
}
