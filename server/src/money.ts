/** All arithmetic on money: decimal strings at the edges, bigint inside. No floats, and no rounding elsewhere. */

const fiatPattern = /^(0|[1-9]\d{0,99})(?:\.(\d{1,2}))?$/;

/** "10" and "10.5" become 1000n and 1050n; anything but a plain decimal of at most two places is null. */
export function parseFiat(text: string): bigint | null {
  const match = fiatPattern.exec(text);
  if (!match) return null;
  return BigInt(`${match[1]}${(match[2] ?? '').padEnd(2, '0')}`);
}

export function formatFiat(minor: bigint): string {
  return formatUnits(minor, 2);
}

/** A non-negative decimal string as an integer of 10^-decimals units. Throws when it does not fit exactly. */
export function parseUnits(text: string, decimals: number): bigint {
  const match = /^(\d+)(?:\.(\d+))?$/.exec(text);
  const fraction = match?.[2] ?? '';
  if (!match || fraction.length > decimals)
    throw new Error(`"${text}" is not a decimal of ${decimals} places`);
  return BigInt(`${match[1]}${fraction.padEnd(decimals, '0')}`);
}

/** Integer units as a decimal string with exactly `decimals` places. */
export function formatUnits(units: bigint, decimals: number): string {
  const digits = units.toString().padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

export function divideRoundingUp(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor;
}

/** The share of `whole` that `part` is of `of`, rounded down; all of it when they are equal. */
export function proportionOf(whole: bigint, part: bigint, of: bigint): bigint {
  return (whole * part) / of;
}

/** Of non-negative numbers: a half goes up. */
export function divideRoundingHalfUp(dividend: bigint, divisor: bigint): bigint {
  return (2n * dividend + divisor) / (2n * divisor);
}

/** Decimals that quantities and rates may have. */
const fineDecimals = 6;

/** Quantities and rates, which are not money, as whole millionths. Throws when they do not fit exactly. */
export function parseMillionths(text: string): bigint {
  return parseUnits(text, fineDecimals);
}

/** Millionths as a decimal string with as few decimals as it takes, and at least `minDecimals`. */
export function formatMillionths(millionths: bigint, minDecimals: number): string {
  const [whole = '', decimals = ''] = formatUnits(millionths, fineDecimals).split('.');
  const kept = decimals.replace(/0+$/, '').padEnd(minDecimals, '0');
  return kept === '' ? whole : `${whole}.${kept}`;
}

/** What so many millionths of an amount are, rounded half up to whole minor units. */
export function timesMillionths(minor: bigint, millionths: bigint): bigint {
  return divideRoundingHalfUp(minor * millionths, 10n ** BigInt(fineDecimals));
}

/** Decimals of `token_amount` in the API, whatever the token has on its chain. */
const shownTokenDecimals = 6;

/** On-chain units as shown in the API. What lies below the sixth decimal is cut, never rounded up. */
export function formatTokenAmount(units: bigint, tokenDecimals: number): string {
  return formatUnits(units / 10n ** BigInt(tokenDecimals - shownTokenDecimals), shownTokenDecimals);
}

/**
 * How many on-chain units pay `amountMinor` (hundredths of a currency), given USD prices on one common scale.
 * Rounded up to six decimals, so that what is shown is exactly what is asked for on chain.
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
