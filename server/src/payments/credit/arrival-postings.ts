import type { Arrival } from '../../chains/adapter.ts';
import type { Posting } from '../../treasury/ledger/posting.ts';
import {
  arrivalPosting,
  completionPosting,
  feeOn,
  type MerchantMoney,
  reversalPosting,
} from '../../treasury/ledger/postings.ts';
import type { PaymentRow } from '../payment/payment.ts';
import type { Use } from './decide-uses.ts';

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

/** The posting of a final arrival. It is unapplied until its payment takes it. */
export function arrived(arrival: Arrival, owner: Owner, source: string, now: Date): Posting {
  return arrivalPosting(moneyOf(arrival, owner), source, now, placeOf(arrival));
}

/** The posting that takes an arrival back, with what its payment took of it. */
export function lost(
  arrival: Arrival,
  owner: Owner,
  taken: { applied: bigint; fee: bigint },
  source: string,
  now: Date,
): Posting {
  return reversalPosting(moneyOf(arrival, owner), taken, source, now, placeOf(arrival));
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
  return [completionPosting(money, feeBps, source, now)];
}

function placeOf({ in_treasury }: Arrival): 'deposit_address' | 'vault' {
  return in_treasury ? 'vault' : 'deposit_address';
}

type Owner = Pick<PaymentRow, 'environment' | 'merchant_id'>;

function moneyOf(arrival: Arrival, { environment, merchant_id: merchantId }: Owner): MerchantMoney {
  const { chain, units } = arrival;
  return { environment, merchantId, chain, token: tokenOf(arrival), units: BigInt(units) };
}

/** The contract's address for a token that is not in the registry. */
export function tokenOf({ token, asset }: Arrival): string {
  return token ?? asset ?? '';
}
