import type { PaymentRow } from './payment.ts';

/**
 * How the statement that completes payments books them: not at all, with accounts that it opens where they are missing,
 * with accounts that are known to be there, or so and without a fee. Live payments are booked with the arrivals they took.
 */
export type Booking = 'none' | 'opening' | 'known' | 'known without fee';

/** Remembers which merchants have accounts, and no fee, so that most completions need not look for them. */
export interface Bookings {
  /** For payments with these deposits. Callers that cannot retry pass `mayAssume: false`. */
  of(deposits: readonly BookedMoney[], options: { mayAssume: boolean }): Booking;
  /** That the accounts of these were there before. */
  learn(payments: readonly (BookedMoney & Pick<PaymentRow, 'purpose'> & { fee_bps: number })[]): void;
  /** After a refusal: a merchant may have got a fee, or the database may have been restored from an older backup. */
  forget(): void;
}

type BookedMoney = Pick<PaymentRow, 'environment' | 'merchant_id' | 'chain' | 'token'>;

const maxKnown = 100_000;

export function createBookings(): Bookings {
  const known = new Map<string, { hasFee: boolean }>();
  return {
    of(deposits, { mayAssume }) {
      const test = deposits.filter(({ environment }) => environment === 'test');
      if (test.length === 0) return 'none';
      if (!mayAssume) return 'opening';
      const found = test.map((deposit) => known.get(accountsOf(deposit)));
      if (found.includes(undefined)) return 'opening';
      return found.some((one) => one?.hasFee) ? 'known' : 'known without fee';
    },
    learn(payments) {
      if (known.size > maxKnown) known.clear();
      for (const payment of payments)
        if (payment.environment === 'test' && payment.purpose === null)
          known.set(accountsOf(payment), { hasFee: payment.fee_bps !== 0 });
    },
    forget: () => known.clear(),
  };
}

function accountsOf({ merchant_id, chain, token }: BookedMoney): string {
  return `${merchant_id} ${chain} ${token}`;
}
