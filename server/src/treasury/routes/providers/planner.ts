import { chains, nativeToken, tokenDecimals } from '../../../lib/chains/registry.ts';
import { readableTokenAmount } from '../../../lib/money.ts';
import type { RateSource } from '../../prices/rates.ts';
import { checkLimits, describe, gasUsdOf, names, type RouteLimits, usdOf } from './limits.ts';
import type { Asset, ProviderName, RouteQuote, RouteRefusal } from './provider.ts';

/** One step of a path from one asset to another. */
export interface Leg {
  provider: ProviderName;
  from: Asset;
  to: Asset;
}

/** All possible paths: at most swap, bridge, swap. */
export function waysBetween(from: Asset, to: Asset, providers: readonly ProviderName[]): Leg[][] {
  const usdcAt = (chain: Asset['chain']): Asset => ({ chain, token: 'USDC' });
  const swap = (a: Asset, b: Asset): Leg[] =>
    a.token === b.token ? [] : [{ provider: isOnSolana(a) ? 'lifi' : 'uniswap', from: a, to: b }];
  const bridgedBy = (provider: 'cctp' | 'lifi'): Leg[] => [
    ...swap(from, usdcAt(from.chain)),
    { provider, from: usdcAt(from.chain), to: usdcAt(to.chain) },
    ...swap(usdcAt(to.chain), to),
  ];
  const isSameToken = from.token === to.token && from.token !== 'USDC' && !isNative(from) && !isNative(to);
  const between: Leg[][] = [
    bridgedBy('cctp'),
    bridgedBy('lifi'),
    ...(isSameToken ? [[{ provider: 'lifi', from, to } as const]] : []),
  ];
  // LI.FI swaps on Solana, but is not used to bridge from or to it.
  const ways = isOnSolana(from) || isOnSolana(to) ? [bridgedBy('cctp')] : between;
  return (from.chain === to.chain ? [swap(from, to)] : ways).filter(
    (way) => way.length > 0 && way.every((leg) => providers.includes(leg.provider)),
  );
}

export interface RoutePlan {
  quotes: RouteQuote[];
  expectedUnits: bigint;
  leastUnits: bigint;
  /** Why this path was chosen, as text for merchants. */
  explanation: string;
}

export interface Refused {
  /** Why each path was refused, as text for merchants. */
  refusals: RouteRefusal[];
}

type Ask = (leg: Leg, units: bigint) => Promise<RouteQuote | RouteRefusal>;

/** The path within the limits that yields most after gas. */
export async function planRoute(
  rates: RateSource,
  limits: RouteLimits,
  way: { from: Asset; to: Asset; units: bigint; providers: readonly ProviderName[] },
  ask: Ask,
): Promise<RoutePlan | Refused> {
  const { from, to, units, providers } = way;
  const refusals: RouteRefusal[] = [];
  const found: { quotes: RouteQuote[]; net: bigint }[] = [];
  for (const legs of waysBetween(from, to, providers)) {
    const quotes = await quoteLegs(rates, limits, legs, units, ask);
    if ('refused' in quotes) refusals.push(quotes);
    else found.push({ quotes, net: netUsd(rates, quotes) });
  }
  const [best] = found.toSorted((a, b) => (a.net < b.net ? 1 : -1));
  if (best) return planOf(best.quotes, found.length, refusals);
  const none = `There is no way from ${describe(from)} to ${describe(to)}.`;
  return { refusals: refusals.length > 0 ? refusals : [{ refused: 'no_way', text: none }] };
}

function isNative({ chain, token }: Asset): boolean {
  return token === nativeToken(chain);
}

function isOnSolana({ chain }: Asset): boolean {
  return chain === 'solana';
}

/** Quotes each leg with the expected result of the one before. The limits apply to each leg and to the whole. */
async function quoteLegs(
  rates: RateSource,
  limits: RouteLimits,
  legs: readonly Leg[],
  units: bigint,
  ask: Ask,
): Promise<RouteQuote[] | RouteRefusal> {
  const quotes: RouteQuote[] = [];
  let left = units;
  for (const leg of legs) {
    const asked = await ask(leg, left);
    const quote = 'refused' in asked ? asked : checkLimits(rates, asked, quotes.length === 0 ? limits : null);
    if ('refused' in quote) return quote;
    quotes.push(quote);
    left = quote.expectedUnits;
  }
  const [first, last] = [quotes[0], quotes.at(-1)];
  if (!first || !last) return { refused: 'no_way', text: 'There is no way.' };
  const whole = {
    ...last,
    input: { ...first.input, to: last.input.to },
    feeUnits: 0n,
    gas: quotes.flatMap(({ gas }) => gas),
  };
  const judged = checkLimits(rates, whole, limits);
  return 'refused' in judged ? judged : quotes;
}

function netUsd(rates: RateSource, quotes: readonly RouteQuote[]): bigint {
  const last = quotes.at(-1);
  if (!last) return 0n;
  const gas = gasUsdOf(
    rates,
    quotes.flatMap((quote) => quote.gas),
  );
  return (usdOf(rates, last.input.to, last.expectedUnits) ?? 0n) - (gas ?? 0n);
}

function planOf(quotes: RouteQuote[], ways: number, refusals: readonly RouteRefusal[]): RoutePlan {
  const last = quotes.at(-1);
  if (!last) throw new Error('a plan needs a quote');
  const steps = quotes.map(({ provider, input: { from, to, units }, expectedUnits }) => {
    const place = from.chain === to.chain ? ` on ${chains[from.chain].name}` : '';
    const target = from.chain === to.chain ? '' : ` on ${chains[to.chain].name}`;
    return `${names[provider]}${place}: ${amount(from, units)} to about ${amount(to, expectedUnits)}${target}`;
  });
  const others = [
    ...(ways > 1 ? [`The cheapest of ${ways} ways.`] : ['The only way within the limits.']),
    ...refusals.map(({ text }) => `Refused: ${text}`),
  ];
  return {
    quotes,
    expectedUnits: last.expectedUnits,
    leastUnits: last.leastUnits,
    explanation: `${steps.join('; ')}. ${others.join(' ')}`,
  };
}

function amount({ chain, token }: Asset, units: bigint): string {
  return `${readableTokenAmount(units, tokenDecimals(chain, token))} ${token}`;
}
