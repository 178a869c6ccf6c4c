import type { Posting } from '../ledger/posting.ts';
import { completionPosting, merchantMoney } from '../ledger/postings.ts';
import type { PaymentRow } from './payment.ts';

/**
 * How the statement that completes payments books them: not at all, with accounts that it opens where they are missing,
 * or with accounts that are known to be there. Live payments are booked with the arrivals they took.
 */
export type Booking = 'none' | 'opening' | 'known';

/** Remembers which merchants have accounts, so that most completions need not look for them. */
export interface Bookings {
  /** For payments with these deposits. Who cannot try again after a refusal assumes nothing. */
  of(deposits: readonly BookedMoney[], options: { mayAssume: boolean }): Booking;
  /** That the accounts of these were there before. */
  learn(payments: readonly BookedMoney[]): void;
  /** After a refusal: the database may have been restored from an older backup. */
  forget(): void;
}

type BookedMoney = Pick<PaymentRow, 'environment' | 'merchant_id' | 'chain' | 'token'>;

const maxKnown = 100_000;

export function createBookings(): Bookings {
  const known = new Set<string>();
  return {
    of(deposits, { mayAssume }) {
      const test = deposits.filter(({ environment }) => environment === 'test');
      if (test.length === 0) return 'none';
      return mayAssume && test.every((deposit) => known.has(accountsOf(deposit))) ? 'known' : 'opening';
    },
    learn(payments) {
      if (known.size > maxKnown) known.clear();
      for (const payment of payments) if (payment.environment === 'test') known.add(accountsOf(payment));
    },
    forget: () => known.clear(),
  };
}

function accountsOf({ merchant_id, chain, token }: BookedMoney): string {
  return `${merchant_id} ${chain} ${token}`;
}

/** The posting of a test payment that is paid; none for a live one. */
export function bookingOf(payment: PaymentRow, feeBps: bigint): Posting[] {
  const { environment, merchant_id, chain, token, token_units, completed_at } = payment;
  if (
    environment === 'live' ||
    chain === null ||
    token === null ||
    token_units === null ||
    completed_at === null
  )
    return [];
  const money = merchantMoney({ environment, merchant_id, chain, token, token_units });
  return [completionPosting(money, feeBps, 'deposit_address', payment.payment_id, completed_at)];
}
