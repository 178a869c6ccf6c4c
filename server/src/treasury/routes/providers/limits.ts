import { chains, nativeToken, tokenDecimals } from '../../../lib/chains/registry.ts';
import { formatFiat } from '../../../lib/money.ts';
import type { RateSource } from '../../prices/rates.ts';
import type { Asset, RouteQuote, RouteRefusal } from './provider.ts';

/** Limits of a route's costs, at our own median rates. */
export interface RouteLimits {
  /** Maximum worth of one route, in US cents. */
  maxUsdMinor: bigint;
}

const wholeBps = 10_000n;
/** Minimum result: the median rate less this. The call itself enforces it too. */
const floorBps = 150n;
/** Maximum fee of a pool or bridge. */
const maxFeeBps = 100n;
/** Maximum gas, which the operator pays, as for payouts. */
const maxGasPercent = 5n;
const scale = 10n ** 18n;

/** Worth in units of 10^-18 × 10^-8 USD; null without a current rate. */
export function usdOf(rates: RateSource, { chain, token }: Asset, units: bigint): bigint | null {
  const rate = rates.usdPerToken(token);
  return rate === null ? null : (units * rate * scale) / 10n ** BigInt(tokenDecimals(chain, token));
}

function usdMinorOf(usd: bigint): bigint {
  return usd / (scale * 10n ** 6n);
}

/** Cost of gas in the same units. */
export function gasUsdOf(rates: RateSource, gas: RouteQuote['gas']): bigint | null {
  let sum = 0n;
  for (const { chain, units } of gas) {
    const usd = usdOf(rates, { chain, token: nativeToken(chain) }, units);
    if (usd === null) return null;
    sum += usd;
  }
  return sum;
}

/** The minimum result of an exchange: the median rate less 1.5 %. */
function floorUnits(rates: RateSource, from: Asset, units: bigint, to: Asset): bigint | null {
  const usd = usdOf(rates, from, units);
  const rate = rates.usdPerToken(to.token);
  if (usd === null || rate === null) return null;
  return (
    (usd * (wholeBps - floorBps) * 10n ** BigInt(tokenDecimals(to.chain, to.token))) /
    (wholeBps * rate * scale)
  );
}

/**
 * Checks a quote against the limits, and raises its minimum to the floor so that the chain enforces it. Returns a
 * refusal if it is outside. `limits` is null once a route has started.
 */
export function checkLimits(
  rates: RateSource,
  quote: RouteQuote,
  limits: RouteLimits | null,
): RouteQuote | RouteRefusal {
  const { from, to, units } = quote.input;
  const [worth, gas, floor] = [
    usdOf(rates, from, units),
    gasUsdOf(rates, quote.gas),
    floorUnits(rates, from, units, to),
  ];
  if (worth === null || gas === null || floor === null)
    return refusal('unavailable', 'There is no current exchange rate.');
  if (limits && usdMinorOf(worth) > limits.maxUsdMinor)
    return refusal(
      'too_large',
      `The amount is above ${formatFiat(limits.maxUsdMinor)} USD, the most for one route.`,
    );
  if (quote.feeUnits * wholeBps > units * maxFeeBps)
    return refusal('not_allowed', `The fee of ${names[quote.provider]} is above 1 % of the amount.`);
  if (gas * 100n > worth * maxGasPercent)
    return refusal('too_small', `Network fees would be above ${maxGasPercent} % of the amount.`);
  if (quote.expectedUnits < floor)
    return refusal(
      'no_liquidity',
      `${names[quote.provider]} gives at least 1.5 % less than the market for ${describe(from)}.`,
    );
  if (writesOwnCalls.includes(quote.provider) && quote.leastUnits < floor)
    return refusal(
      'no_liquidity',
      `${names[quote.provider]} may give 1.5 % less than the market for ${describe(from)}.`,
    );
  return { ...quote, leastUnits: quote.leastUnits > floor ? quote.leastUnits : floor };
}

/** Providers that build their own calls, into which we cannot write the floor. */
const writesOwnCalls: readonly RouteQuote['provider'][] = ['lifi'];

export const names: Record<RouteQuote['provider'], string> = {
  uniswap: 'Uniswap',
  cctp: 'Circle CCTP',
  lifi: 'LI.FI',
};

export function describe({ chain, token }: Asset): string {
  return `${token} on ${chains[chain].name}`;
}

function refusal(refused: RouteRefusal['refused'], text: string): RouteRefusal {
  return { refused, text };
}
