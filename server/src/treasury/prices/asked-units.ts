/** A quote that a customer was shown. Times are null for quotes made before they were kept. */
export interface ShownQuote {
  token_units: string;
  quoted_at: Date | null;
  quote_expires_at: Date | null;
}

/** An expired quote still counts if it is within this of the current rate. */
const favourBps = 100n;
const wholeBps = 10_000n;

/** Whether the quote held at the time. */
export function holdsAt({ quoted_at, quote_expires_at }: ShownQuote, at: Date): boolean {
  return !quoted_at || !quote_expires_at || (quoted_at <= at && at <= quote_expires_at);
}

/** The quote that was shown at the time: the last one made by then, or the first. `quotes` are oldest first. */
export function shownAt<Q extends ShownQuote>(quotes: readonly [Q, ...Q[]], at: Date): Q {
  return quotes.findLast(({ quoted_at }) => !quoted_at || quoted_at <= at) ?? quotes[0];
}

/** Whether money that arrived at the time counts by the rate, since the quote had expired. */
export function hasRunOut({ quote_expires_at }: ShownQuote, at: Date): boolean {
  return quote_expires_at !== null && at > quote_expires_at;
}

/**
 * Units that a customer had to send after the quote expired: by the rate, unless the quote differs from it by at most 1
 * %, since customers send what they were shown. Without a rate the quote counts.
 */
export function askedAfter(quoted: bigint, atRate: bigint | null): bigint {
  if (atRate === null) return quoted;
  const difference = quoted > atRate ? quoted - atRate : atRate - quoted;
  return difference * wholeBps <= atRate * favourBps ? quoted : atRate;
}

/**
 * Converts units that arrived when `asked` was due into units of the quote `quoted`. Rounds up, in the customer's
 * favour.
 */
export function asUnitsOf(quoted: bigint, units: bigint, asked: bigint): bigint {
  return quoted === asked ? units : (units * quoted + asked - 1n) / asked;
}
