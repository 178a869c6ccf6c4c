/** A quote that a customer was shown. Times are null for quotes made before they were kept. */
export interface ShownQuote {
  token_units: string;
  quoted_at: Date | null;
  quote_expires_at: Date | null;
}

/** Within this much of the rate, the quote that ran out still counts. */
const favourBps = 100n;
const wholeBps = 10_000n;

/** Whether the quote held at the time. */
export function holdsAt({ quoted_at, quote_expires_at }: ShownQuote, at: Date): boolean {
  return !quoted_at || !quote_expires_at || (quoted_at <= at && at <= quote_expires_at);
}

/** The last of these quotes, oldest first, that was made by then. Before the first one nobody was shown another. */
export function shownAt<Q extends ShownQuote>(quotes: readonly [Q, ...Q[]], at: Date): Q {
  return quotes.findLast(({ quoted_at }) => !quoted_at || quoted_at <= at) ?? quotes[0];
}

/** Whether money that came at the time is judged by the rate: its quote had run out, and there was no new one. */
export function hasRunOut({ quote_expires_at }: ShownQuote, at: Date): boolean {
  return quote_expires_at !== null && at > quote_expires_at;
}

/**
 * What a customer had to send after the quote ran out, in units. The rate decides, unless what was quoted differs from it
 * by at most 1 %: customers send what they were shown. Without a rate the quote counts.
 */
export function askedAfter(quoted: bigint, atRate: bigint | null): bigint {
  if (atRate === null) return quoted;
  const difference = quoted > atRate ? quoted - atRate : atRate - quoted;
  return difference * wholeBps <= atRate * favourBps ? quoted : atRate;
}

/** Units that came when `asked` was asked for, as units of a quote of `quoted`. Rounds up, which favours the customer. */
export function asUnitsOf(quoted: bigint, units: bigint, asked: bigint): bigint {
  return quoted === asked ? units : (units * quoted + asked - 1n) / asked;
}
