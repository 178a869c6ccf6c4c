import type { Context } from '../../app/context.ts';
import { chainIds, chains, tokenDecimals } from '../../lib/chains/registry.ts';
import type { Environment } from '../../lib/environment.ts';
import { tokenUnitsFor } from '../../lib/money.ts';
import { withEngineOf } from './engines.ts';
import type { Asset } from './providers/provider.ts';
import type { Engine } from './providers/providers.ts';
import { findRoute } from './route-balance.ts';

/** What 100 USD paid in one token on one chain would be exchanged into. */
export interface WayQuote extends Asset {
  units: bigint;
  /** Null if there is no route now. */
  arrivingUnits: bigint | null;
  /** The path, or why there is none. */
  explanation: string;
}

const askedMinor = 10_000n;
const keptMs = 30_000;

export type QuoteWays = (environment: Environment, target: Asset) => Promise<WayQuote[]>;

/** Quotes every token on every enabled chain. Cached for half a minute, since each quote needs requests to nodes. */
export function createWayQuotes(ctx: Context): QuoteWays {
  const kept = new Map<string, { atMs: number; quotes: Promise<WayQuote[]> }>();
  return (environment, target) => {
    const key = `${environment} ${target.chain} ${target.token}`;
    const known = kept.get(key);
    const nowMs = ctx.clock.nowMs();
    if (known && nowMs - known.atMs < keptMs) return known.quotes;
    const quotes = quoteWays(ctx, environment, target);
    kept.set(key, { atMs: nowMs, quotes });
    quotes.catch(() => kept.delete(key));
    return quotes;
  };
}

async function quoteWays(ctx: Context, environment: Environment, target: Asset): Promise<WayQuote[]> {
  const rates = ctx.rates[environment];
  const usd = rates.usdPerCurrency('USD');
  const asked = waysToPay(ctx, environment).flatMap(({ chain, token }) => {
    const rate = rates.usdPerToken(token);
    if (rate === null || usd === null) return [];
    return [{ chain, token, units: tokenUnitsFor(askedMinor, usd, rate, tokenDecimals(chain, token)) }];
  });
  const found = await withEngineOf(ctx, environment, async (engine) => {
    const quotes: WayQuote[] = [];
    for (const { units, ...from } of asked) quotes.push(await quoteWay(engine, from, target, units));
    return quotes;
  });
  return found ?? [];
}

function waysToPay(ctx: Context, environment: Environment): Asset[] {
  if (environment === 'test')
    return chainIds.flatMap((chain) => chains[chain].tokens.map(({ symbol: token }) => ({ chain, token })));
  const solana = ctx.liveChains.solana();
  return [
    ...ctx.liveChains.evm(),
    ...(solana ? [{ id: solana.id, tokens: chains.solana.tokens }] : []),
  ].flatMap(({ id: chain, tokens }) => tokens.map(({ symbol: token }) => ({ chain, token })));
}

async function quoteWay(engine: Engine, from: Asset, to: Asset, units: bigint): Promise<WayQuote> {
  if (from.chain === to.chain && from.token === to.token)
    return { ...from, units, arrivingUnits: units, explanation: 'Paid as received.' };
  const found = await findRoute(engine, { from, to, units });
  if ('refusals' in found) {
    const explanation = found.refusals.map(({ text }) => text).join(' ');
    return { ...from, units, arrivingUnits: null, explanation };
  }
  return { ...from, units, arrivingUnits: found.expectedUnits, explanation: found.explanation };
}
