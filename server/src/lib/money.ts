/** All money arithmetic: decimal strings at the edges, bigint inside, no floats. Rounding happens only here. */

const fiatPattern = /^(0|[1-9]\d{0,99})(?:\.(\d{1,2}))?$/;

/** Parses "10" and "10.5" to 1000n and 1050n; null unless it is a plain decimal with at most two places. */
export function parseFiat(text: string): bigint | null {
  const match = fiatPattern.exec(text);
  if (!match) return null;
  return BigInt(`${match[1]}${(match[2] ?? '').padEnd(2, '0')}`);
}

/** For amounts that a schema has let in: throws where `parseFiat` is null, so that a slip never becomes a payment of nothing. */
export function fiatOf(text: string): bigint {
  const minor = parseFiat(text);
  if (minor === null) throw new Error(`"${text}" is no amount: a schema should have refused it`);
  return minor;
}

export function formatFiat(minor: bigint): string {
  return formatUnits(minor, 2);
}

/** Parses a non-negative decimal string to an integer of 10^-decimals units. Throws when it has more decimals. */
export function parseUnits(text: string, decimals: number): bigint {
  const match = /^(\d+)(?:\.(\d+))?$/.exec(text);
  const fraction = match?.[2] ?? '';
  if (!match || fraction.length > decimals)
    throw new Error(`"${text}" is not a decimal with at most ${decimals} places`);
  return BigInt(`${match[1]}${fraction.padEnd(decimals, '0')}`);
}

/** Formats integer units as a decimal string with exactly `decimals` places. */
export function formatUnits(units: bigint, decimals: number): string {
  const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

export function divideRoundingUp(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor;
}

/** `whole` times `part / of`, rounded down; exactly `whole` when `part` equals `of`. */
export function proportionOf(whole: bigint, part: bigint, of: bigint): bigint {
  return (whole * part) / of;
}

/** What units of a token are worth in hundredths of a currency, rounded down. Both USD prices have the same scale. */
export function fiatMinorOf(
  units: bigint,
  usdPerToken: bigint,
  usdPerCurrency: bigint,
  tokenDecimals: number,
): bigint {
  return (units * usdPerToken * 100n) / (10n ** BigInt(tokenDecimals) * usdPerCurrency);
}

/** For non-negative numbers. */
export function divideRoundingHalfUp(dividend: bigint, divisor: bigint): bigint {
  return (2n * dividend + divisor) / (2n * divisor);
}

/** Decimals of quantities and rates. */
const fineDecimals = 6;

/** Parses a quantity or rate to millionths. Throws when it has more than six decimals. */
export function parseMillionths(text: string): bigint {
  return parseUnits(text, fineDecimals);
}

/** Formats millionths with as few decimals as possible, and at least `minDecimals`. */
export function formatMillionths(millionths: bigint, minDecimals: number): string {
  const [whole = '', decimals = ''] = formatUnits(millionths, fineDecimals).split('.');
  const kept = decimals.replace(/0+$/, '').padEnd(minDecimals, '0');
  return kept === '' ? whole : `${whole}.${kept}`;
}

/** Multiplies an amount by a quantity or rate, rounded half up to minor units. */
export function timesMillionths(minor: bigint, millionths: bigint): bigint {
  return divideRoundingHalfUp(minor * millionths, 10n ** BigInt(fineDecimals));
}

/** Decimals of `token_amount` in the API, independent of the token's decimals on chain. */
export const shownTokenDecimals = 6;

/** Formats on-chain units for the API, truncated to six decimals. A negative amount is a debt, so it is rounded up. */
export function formatTokenAmount(units: bigint, tokenDecimals: number): string {
  const scale = 10n ** BigInt(tokenDecimals - shownTokenDecimals);
  if (units < 0n) return `-${formatUnits(divideRoundingUp(-units, scale), shownTokenDecimals)}`;
  return formatUnits(units / scale, shownTokenDecimals);
}

/** Formats on-chain units for people, as pages show them: two to six decimals. */
export function readableTokenAmount(units: bigint, tokenDecimals: number): string {
  return formatMillionths(parseMillionths(formatTokenAmount(units, tokenDecimals)), 2);
}

/**
 * The on-chain units that pay `amountMinor` (hundredths of a currency). Both USD prices must have the same scale.
 * Rounded up to six decimals, so that the amount shown is exactly the amount due on chain.
 */
export function tokenUnitsFor(
  amountMinor: bigint,
  usdPerCurrency: bigint,
  usdPerToken: bigint,
  tokenDecimals: number,
): bigint {
  const shownUnits = divideRoundingUp(
    amountMinor * usdPerCurrency * 10n ** BigInt(shownTokenDecimals - 2),
    usdPerToken,
  );
  return shownUnits * 10n ** BigInt(tokenDecimals - shownTokenDecimals);
}

/** Rounded up to the six decimals that are shown, so that what is shown is enough. */
export function roundUpToShown(units: bigint, decimals: number): bigint {
  const step = 10n ** BigInt(Math.max(0, decimals - shownTokenDecimals));
  return ((units + step - 1n) / step) * step;
}
