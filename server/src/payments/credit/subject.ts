import type { Arrival, FailedTransaction } from '../../chains/adapter.ts';
import type { ChainId, Token } from '../../lib/chains/registry.ts';
import type { DepositRow } from '../deposits/deposit.ts';
import type { PaymentRow } from '../payment/payment.ts';

/** Everything that decides what becomes of a payment and of the money that came for it. */
export interface Subject {
  payment: PaymentRow;
  /** In the order in which they were opened. */
  deposits: readonly DepositRow[];
  /** At its addresses, on any chain, oldest first. */
  arrivals: readonly CountedArrival[];
  /** Transactions to its addresses that did not go through. */
  failures: readonly FailedTransaction[];
  /** Until when each chain was read. */
  readUntil: ReadonlyMap<ChainId, Date>;
  /** Earlier decisions about arrivals, without those that were taken back. */
  uses: readonly UsedArrival[];
  /** How often each arrival was taken out of the ledger, of those that ever were. */
  reversals: ReadonlyMap<string, number>;
  /** The operator's fee, in basis points: the one that the payment completed with, or today's. */
  feeBps: bigint;
}

export interface CountedArrival extends Arrival {
  /** What it counts for, as units of the deposit's present quote: money that came at another price counts at that. */
  counts: bigint;
}

/** What was decided about an arrival. */
export interface UsedArrival {
  arrival_id: string;
  payment_id: string;
  applied_units: string;
  fee_units: string;
}

interface InAsset {
  chain: ChainId | null;
  token: Token | null;
}

export function isSameAsset(a: InAsset, b: InAsset): boolean {
  return a.chain === b.chain && a.token === b.token;
}

interface Deadline {
  expires_at: Date;
  cancelled_at: Date | null;
}

/**
 * A block made at the deadline is in time. Before a cancellation, only what was seen by then: if it had been enough, the
 * payment could not have been cancelled.
 */
export function isInTime(
  { expires_at, cancelled_at }: Deadline,
  { block_time, seen_at }: Pick<Arrival, 'block_time' | 'seen_at'>,
): boolean {
  if (cancelled_at && seen_at > cancelled_at) return false;
  return block_time === null || block_time <= expires_at;
}
