/** What the service asked for, as it told the shop. */
export interface Quoted {
  units: bigint;
  /** Between which prices it was made. */
  askedAt: number;
  answeredAt: number;
  /** When it was made, at the earliest and the latest: the same time unless it ends with its payment. */
  from: { leastMs: number; mostMs: number };
  untilMs: number;
}

/** A chain and a token that a customer has chosen. */
export interface PaymentOption {
  chain: string;
  token: string;
  /** All that were ever told, oldest first. */
  quotes: Quoted[];
}

/** The same quote is told again until it has run out. */
export function noteQuote(options: PaymentOption[], chain: string, token: string, quoted: Quoted): void {
  let option = options.find((one) => one.chain === chain && one.token === token);
  if (!option) {
    option = { chain, token, quotes: [] };
    options.push(option);
  }
  const known = option.quotes.find(({ untilMs }) => untilMs === quoted.untilMs);
  if (!known) {
    option.quotes.push(quoted);
    option.quotes.sort((a, b) => a.untilMs - b.untilMs);
    return;
  }
  known.askedAt = Math.min(known.askedAt, quoted.askedAt);
  known.answeredAt = Math.min(known.answeredAt, quoted.answeredAt);
  known.from.leastMs = Math.min(known.from.leastMs, quoted.from.leastMs);
  known.from.mostMs = Math.min(known.from.mostMs, quoted.from.mostMs);
}

/** The clock goes back by up to three seconds, and clocks differ by up to two. */
const leewayMs = 6000;

/** Which moments a quote may be of that was asked for and answered at these times. */
export function quotedBetween(
  askedMs: number,
  answeredMs: number,
  untilMs: number,
  expiresAtMs: number,
  holdsMs: number | null,
): Quoted['from'] {
  if (holdsMs !== null && untilMs < expiresAtMs)
    return { leastMs: untilMs - holdsMs, mostMs: untilMs - holdsMs };
  return { leastMs: askedMs - leewayMs, mostMs: answeredMs + leewayMs };
}
