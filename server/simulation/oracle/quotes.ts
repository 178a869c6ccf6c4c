/*
 * What money counts for when quotes run out, by docs/prices.md ("Quotes"), and apart from the service: nothing here is
 * imported from it.
 */

/** What a customer was told to pay. */
export interface Quote {
  units: bigint;
  /** When it was made, at the earliest and the latest. */
  from: { leastMs: number; mostMs: number };
  untilMs: number;
}

/** A quote that has run out still counts within a hundredth of the market. */
const favour = 100n;

/**
 * What money of a block's time can count for, as units of the last quote. `quotes` are oldest first; `atMarket` is what
 * the payment cost by the market price of that time, null without one.
 */
export function possibleCounts(
  units: bigint,
  atMs: number,
  quotes: readonly Quote[],
  atMarket: bigint | null,
): bigint[] {
  const last = quotes.at(-1);
  if (!last) return [];
  const asked = possiblyShown(quotes, atMs).map((quote) =>
    atMs <= quote.untilMs ? quote.units : askedAfter(quote.units, atMarket),
  );
  const counts = asked.map((one) => (one === last.units ? units : dividedUp(units * last.units, one)));
  return [...new Set(counts)];
}

/** The last quote that was made by then, or the first. */
function possiblyShown(quotes: readonly Quote[], atMs: number): Quote[] {
  return quotes.filter(
    ({ from }, index) =>
      (index === 0 || from.leastMs <= atMs) &&
      quotes.slice(index + 1).every((later) => later.from.mostMs > atMs),
  );
}

function askedAfter(quoted: bigint, atMarket: bigint | null): bigint {
  if (atMarket === null) return quoted;
  const difference = quoted > atMarket ? quoted - atMarket : atMarket - quoted;
  return difference * favour <= atMarket ? quoted : atMarket;
}

function dividedUp(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor;
}
