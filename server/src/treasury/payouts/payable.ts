import { fiatMinorOf, tokenUnitsFor } from '../../lib/money.ts';
import type { Initiator } from './payout.ts';

/** Why a balance is not paid out now. */
export type PayoutProblem =
  | 'no_wallet'
  | 'in_progress'
  | 'chain_stopped'
  | 'failed_recently'
  | 'no_rate'
  | 'nothing_available'
  | 'insufficient_balance'
  | 'below_minimum'
  | 'too_costly'
  | 'not_routable'
  | 'routing';

/** Problems that resolve by themselves, so the payout is retried soon. */
export const passingProblems: readonly PayoutProblem[] = [
  'in_progress',
  'chain_stopped',
  'no_rate',
  'not_routable',
];

export interface Prospect {
  initiator: Initiator;
  /** The balance less what waiting refunds need. */
  available: bigint;
  /** The requested units; null for everything. */
  wanted: bigint | null;
  decimals: number;
  /** USD prices of the token and of the merchant's currency; null when one is missing. */
  prices: { token: bigint; currency: bigint } | null;
  minimumMinor: bigint;
  reserveMinor: bigint;
  /** Cost of sending, in units of a token with these decimals and USD price; null if zero or unknown. */
  cost: { units: bigint; decimals: number; price: bigint } | null;
  /** Whether its oldest money has waited for a day. */
  isOld: boolean;
}

/** Sending may cost this percentage of the worth. */
const usualCostPercent = 1n;
const highestCostPercent = 5n;

/** The units to pay out, or why there is no payout. */
export function evaluatePayout(
  prospect: Prospect,
): { units: bigint; worthMinor: bigint } | { problem: PayoutProblem } {
  const { available, wanted, prices, decimals, initiator } = prospect;
  if (available <= 0n) return { problem: 'nothing_available' };
  // Without a price, neither the reserve nor the cost limit can be computed.
  if (prices === null) return { problem: 'no_rate' };
  const most = available - tokenUnitsFor(prospect.reserveMinor, prices.currency, prices.token, decimals);
  if (wanted !== null && wanted > most) return { problem: 'insufficient_balance' };
  const units = wanted ?? most;
  if (units <= 0n) return { problem: 'nothing_available' };
  const worthMinor = fiatMinorOf(units, prices.token, prices.currency, decimals);
  if (initiator === 'schedule' && worthMinor < prospect.minimumMinor) return { problem: 'below_minimum' };
  return isTooCostly(prospect, units, prices.token) ? { problem: 'too_costly' } : { units, worthMinor };
}

/** The higher cost limit applies after a day, or at once if the merchant requests the payout. */
function isTooCostly({ cost, decimals, initiator, isOld }: Prospect, units: bigint, price: bigint): boolean {
  if (cost === null) return false;
  const percent = initiator === 'manual' || isOld ? highestCostPercent : usualCostPercent;
  const costUsd = cost.units * cost.price * 10n ** BigInt(decimals);
  const worthUsd = units * price * 10n ** BigInt(cost.decimals);
  return costUsd * 100n > worthUsd * percent;
}
