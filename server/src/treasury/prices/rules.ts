import { divideRoundingHalfUp, proportionOf } from '../../lib/money.ts';
import type { Asset } from '../../platform/config/rate-settings.ts';
import { type AssetKind, kindOf } from './assets.ts';
import { rateDecimals } from './rates.ts';

/** Combines the prices of the sources. Pure; reasons and alternatives: docs/decisions/0012-prices.md. */

const bps = 10_000n;
/** How far apart two sources may be, in basis points. */
const toleranceBps: Record<AssetKind, bigint> = { volatile: 100n, stable: 100n, fiat: 50n };
/** A move of this much within `moveWindowMs` pauses an asset. */
const moveBps = 1000n;
export const moveWindowMs = 5 * 60_000;

const one = 10n ** BigInt(rateDecimals);
/** A stablecoin counts as 1 USD from here up to `pegMax`. */
const pegMin = (one * 995n) / 1000n;
const stableMin = (one * 97n) / 100n;
const stableMax = (one * 103n) / 100n;

export interface SourcePrice {
  source: string;
  usd: bigint;
}

/** Result of one round for an asset. */
export interface Verdict {
  /** The median of the sources; null if they are too few or disagree. */
  market: bigint | null;
  /** The rate for one unit, also while the asset is off; null without a market. */
  usd: bigint | null;
  /** Why the asset is not offered; null while it is. */
  off: string | null;
  /** The sources that agree with the market. */
  sources: string[];
}

export interface AssetRules {
  fixed: bigint | null;
  spreadBps: number;
  /** Why the operator's settings turn it off; null if they do not. */
  turnedOff: string | null;
}

/** `recent`: markets of the last `moveWindowMs`. */
export function evaluate(
  asset: Asset,
  prices: readonly SourcePrice[],
  recent: readonly bigint[],
  { fixed, spreadBps, turnedOff }: AssetRules,
): Verdict {
  if (fixed !== null) return { market: fixed, usd: fixed, off: turnedOff, sources: ['fixed'] };
  const kind = kindOf(asset);
  const agreed = agree(prices, toleranceBps[kind]);
  if ('off' in agreed) return { market: null, usd: null, off: turnedOff ?? agreed.off, sources: [] };
  const { market, sources } = agreed;
  const off = turnedOff ?? offPeg(kind, market) ?? moved([...recent, market]);
  return { market, usd: worth(kind, market, spreadBps), off, sources };
}

/**
 * The median, confirmed by a neighbouring source. One wrong source of three can neither move the result outside the
 * range of the other two nor turn the asset off.
 */
export function agree(
  prices: readonly SourcePrice[],
  tolerance: bigint,
): { market: bigint; sources: string[] } | { off: string } {
  if (prices.length < 2)
    return { off: prices.length === 0 ? 'no source has a price' : `only ${prices[0]?.source} has a price` };
  const sorted = prices.map(({ usd }) => usd).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const low = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0n;
  const high = sorted[Math.ceil((sorted.length - 1) / 2)] ?? 0n;
  const market = divideRoundingHalfUp(low + high, 2n);
  const sources = prices.filter(({ usd }) => isWithin(usd, market, tolerance)).map(({ source }) => source);
  const confirmed = low === high ? sources.length >= 2 : isWithin(low, high, tolerance);
  return confirmed ? { market, sources } : { off: `sources differ by more than ${percent(tolerance)}` };
}

function isWithin(a: bigint, b: bigint, tolerance: bigint): boolean {
  const [low, high] = a < b ? [a, b] : [b, a];
  return (high - low) * bps <= low * tolerance;
}

function percent(value: bigint): string {
  return `${Number(value) / 100} %`;
}

/** Why a stablecoin is too far from 1 USD; null otherwise. */
function offPeg(kind: AssetKind, market: bigint): string | null {
  if (kind !== 'stable') return null;
  if (market < stableMin) return 'below 0.97 USD';
  return market > stableMax ? 'above 1.03 USD' : null;
}

function moved(markets: readonly bigint[]): string | null {
  const min = markets.reduce((a, b) => (a < b ? a : b));
  const max = markets.reduce((a, b) => (a > b ? a : b));
  return (max - min) * bps >= min * moveBps ? 'moved 10 % within 5 minutes' : null;
}

/** A stablecoin counts for at most 1 USD, and for its market price if that is clearly lower. */
function worth(kind: AssetKind, market: bigint, spreadBps: number): bigint {
  if (kind === 'stable') return market >= pegMin ? one : market;
  if (kind === 'fiat') return market;
  const less = proportionOf(market, bps - BigInt(spreadBps), bps);
  return less > 0n ? less : market;
}

/** Whether a quote can hold for hours: a stablecoin at its peg does not move with the market. */
export function holdsPrice(asset: Asset, usd: bigint): boolean {
  return kindOf(asset) === 'stable' && usd === one;
}
