import type { ChainId } from '../../lib/chains/registry.ts';
import type { Environment } from '../../lib/environment.ts';
import type { UnappliedStatus } from './states.ts';

/** Why money that arrived was not counted for its payment. */
export const unappliedReasons = [
  'overpaid',
  'underpaid',
  'late',
  'duplicate',
  'wrong_token',
  'wrong_chain',
  'payment_failed',
  'screening',
] as const;
export type UnappliedReason = (typeof unappliedReasons)[number];

export interface UnappliedRow {
  unapplied_id: string;
  merchant_id: string;
  environment: Environment;
  payment_id: string;
  arrival_id: string;
  status: UnappliedStatus;
  reason: UnappliedReason;
  /** Whether screening holds its return. */
  awaits_screening: boolean;
  chain: ChainId;
  /** A token of the registry, or the contract address of another one. */
  token: string;
  /** numeric(78, 0), as text. */
  token_units: string;
  tx_hash: string | null;
  payer_address: string | null;
  arrived_at: Date;
  created_at: Date;
  /** Where it was sent, or is being sent. */
  returned_to: string | null;
  return_tx_hash: string | null;
  /** When it was returned or credited. */
  ended_at: Date | null;
  /** The operator's part of what was credited. */
  fee_units: string;
  /** Why the last return failed. */
  failure_reason: string | null;
  failure_message: string | null;
  /** Until when the customer is asked where to return it. Null: nobody asked, or the merchant returned it itself. */
  claim_expires_at: Date | null;
  /** Whether the customer was mailed the claim link. */
  claim_emailed: boolean;
  /** What the customer said last, and when. */
  claimed_address: string | null;
  claimed_at: Date | null;
}
