import type { ArrivalRow } from '../../chains/watching/arrival.ts';
import type { Posting } from '../../treasury/ledger/posting.ts';
import { arrivalPosting, completionPosting, feeOn, reversalPosting } from '../../treasury/ledger/postings.ts';
import type { PaymentRow } from '../payment/payment.ts';
import type { Use } from './decide-arrivals.ts';

/** What was decided about an arrival, with the operator's part of what was applied. */
export interface BookedUse extends Use {
  fee: bigint;
}

/** Splits the fee on what the payment took. The parts add up to the fee on the whole. */
export function withFees(uses: readonly Use[], feeBps: bigint): BookedUse[] {
  let total = 0n;
  return uses.map((use) => {
    const before = feeOn(total, feeBps);
    total += use.applied;
    return { ...use, fee: feeOn(total, feeBps) - before };
  });
}

/** The source of an arrival's postings, after it was taken out of the ledger so many times. */
export function sourceAfter(arrivalId: string, reversals: number): string {
  return reversals === 0 ? arrivalId : `${arrivalId}:${reversals + 1}`;
}

/** The posting of a final arrival. It is unapplied until its payment takes it. */
export function arrived(arrival: ArrivalRow, merchantId: string, source: string, now: Date): Posting {
  return arrivalPosting(moneyOf(arrival, merchantId), source, now, placeOf(arrival));
}

/** The posting that takes an arrival back, with what its payment took of it. */
export function lost(
  arrival: ArrivalRow,
  merchantId: string,
  taken: { applied: bigint; fee: bigint },
  source: string,
  now: Date,
): Posting {
  return reversalPosting(moneyOf(arrival, merchantId), taken, source, now, placeOf(arrival));
}

/**
 * The posting of what the payment took. Its first one has the payment's id; what it takes later, within the tolerance or
 * after a reversal, is posted by arrival.
 */
export function taken(
  payment: PaymentRow,
  feeBps: bigint,
  uses: readonly Use[],
  laterSource: ((arrivalId: string) => string) | null,
  now: Date,
): Posting[] {
  const { environment, chain, token, merchant_id: merchantId, payment_id } = payment;
  const counted = uses.filter(({ applied }) => applied > 0n);
  const [first] = counted;
  if (!first || chain === null || token === null) return [];
  const units = counted.reduce((sum, { applied }) => sum + applied, 0n);
  const money = { environment, merchantId, chain, token, units };
  const source = laterSource ? laterSource(first.arrivalId) : payment_id;
  return [completionPosting(money, feeBps, 'unapplied', source, now)];
}

function placeOf({ in_treasury }: ArrivalRow): 'deposit_address' | 'vault' {
  return in_treasury ? 'vault' : 'deposit_address';
}

function moneyOf(arrival: ArrivalRow, merchantId: string) {
  const { chain, units } = arrival;
  return { environment: 'live', merchantId, chain, token: tokenOf(arrival), units: BigInt(units) } as const;
}

/** The contract's address for a token that is not in the registry. */
export function tokenOf({ token, asset }: ArrivalRow): string {
  return token ?? asset ?? '';
}
