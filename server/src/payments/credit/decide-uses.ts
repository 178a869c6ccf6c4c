import type { ChainId, Token } from '../../lib/chains/registry.ts';
import { isSettled, type PaymentStatus } from '../payment/states.ts';
import type { UnappliedReason } from '../unapplied-funds/unapplied-fund.ts';
import { isInTime, isSameAsset } from './subject.ts';

/** A payment after its moves. It takes what it was booked with and, within the tolerance, a little more. */
interface ClosedPayment {
  status: PaymentStatus;
  chain: ChainId | null;
  token: Token | null;
  /** What it was booked with. */
  token_units: string | null;
  expires_at: Date;
  cancelled_at: Date | null;
}

interface Deposit {
  chain: ChainId;
  token: Token;
  token_units: string;
  tolerance_units: string;
}

interface FinalArrival {
  arrival_id: string;
  chain: ChainId;
  /** Null for a token that is not in the registry. */
  token: Token | null;
  units: string;
  /** As units of the present quote. */
  counts: bigint;
  block_time: Date | null;
  seen_at: Date;
  /** Set if screening holds it, or somebody refused it. */
  screening?: 'hold' | 'refuse' | null;
}

/** What earlier decisions counted for the payment: units of the chain, and as units of the present quote. */
export interface Applied {
  units: bigint;
  counts: bigint;
}

/** What becomes of an arrival. `reason` says why some of it is not applied. */
export interface Use {
  arrivalId: string;
  applied: bigint;
  unapplied: bigint;
  reason: UnappliedReason | null;
}

/**
 * Decides what becomes of the final arrivals of a payment that is over. Pure. Each arrival is decided once, in the order
 * of the chain. Nothing is lost: applied and unapplied add up to what arrived.
 */
export function decide(
  payment: ClosedPayment,
  deposits: readonly Deposit[],
  earlier: Applied,
  arrivals: readonly FinalArrival[],
): Use[] {
  const booked = BigInt(payment.token_units ?? '0');
  const kept = keptUnits(payment, deposits);
  let total = earlier;
  return arrivals.map((arrival) => {
    const units = BigInt(arrival.units);
    const { counts } = arrival;
    const used = !isForPayment(payment, arrival)
      ? 0n
      : total.counts + counts <= kept
        ? units
        : larger(0n, smaller(units, booked - total.units));
    total = { units: total.units + used, counts: total.counts + (counts * used) / units };
    const rest = units - used;
    return {
      arrivalId: arrival.arrival_id,
      applied: used,
      unapplied: rest,
      reason: rest === 0n ? null : reasonFor(payment, deposits, arrival),
    };
  });
}

/** Up to this much is the merchant's: a small excess, or dust sent later, is not worth sending back. */
function keptUnits(payment: ClosedPayment, deposits: readonly Deposit[]): bigint {
  const paid = deposits.find((deposit) => isSameAsset(payment, deposit));
  return paid ? BigInt(paid.token_units) + BigInt(paid.tolerance_units) : 0n;
}

function isForPayment(payment: ClosedPayment, arrival: FinalArrival): boolean {
  return (
    isSettled(payment.status) &&
    isSameAsset(payment, arrival) &&
    isInTime(payment, arrival) &&
    !arrival.screening
  );
}

function reasonFor(
  payment: ClosedPayment,
  deposits: readonly Deposit[],
  arrival: FinalArrival,
): UnappliedReason {
  if (arrival.screening) return 'screening';
  const offered = deposits.filter((deposit) => deposit.chain === arrival.chain);
  if (offered.length === 0) return 'wrong_chain';
  if (!offered.some((deposit) => deposit.token === arrival.token)) return 'wrong_token';
  if (!isInTime(payment, arrival)) return 'late';
  if (isSettled(payment.status)) return isSameAsset(payment, arrival) ? 'overpaid' : 'duplicate';
  return payment.status === 'failed' ? 'payment_failed' : 'underpaid';
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
