import type { Posting } from '../ledger/posting.ts';
import { arrivalPosting, completionPosting } from '../ledger/postings.ts';
import type { PaymentRow } from '../payments/payment.ts';
import type { ArrivalRow } from '../watching/arrival.ts';
import type { Use } from './deciding.ts';

/** The posting of a final arrival. It is unapplied until its payment takes it. */
export function arrived(arrival: ArrivalRow, merchantId: string, now: Date): Posting {
  const { chain, arrival_id } = arrival;
  const money = { environment: 'live', merchantId, chain, token: tokenOf(arrival) } as const;
  return arrivalPosting({ ...money, units: BigInt(arrival.units) }, arrival_id, now);
}

/** The posting of what the payment took. What it takes later, within the tolerance, is posted by arrival. */
export function taken(
  payment: PaymentRow,
  feeBps: bigint,
  uses: readonly Use[],
  isFirst: boolean,
  now: Date,
): Posting[] {
  const { environment, chain, token, merchant_id: merchantId, payment_id } = payment;
  const counted = uses.filter(({ applied }) => applied > 0n);
  const [first] = counted;
  if (!first || chain === null || token === null) return [];
  const units = counted.reduce((sum, { applied }) => sum + applied, 0n);
  const money = { environment, merchantId, chain, token, units };
  const source = isFirst ? payment_id : first.arrivalId;
  return [completionPosting(money, feeBps, 'unapplied', source, now)];
}

/** The contract's address for a token that is not in the registry. */
export function tokenOf({ token, asset }: ArrivalRow): string {
  return token ?? asset ?? '';
}
