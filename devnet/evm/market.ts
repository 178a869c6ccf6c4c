import { parseUnits } from 'viem';
import { chains as facts, tokenDecimals } from '../../server/src/lib/chains/registry.ts';
import { marketName } from '../../server/src/treasury/prices/assets.ts';
import { defaultPrices } from '../rates/prices.ts';
import type { EvmChain } from './chain-specs.ts';
import type { EvmChains } from './evm-chains.ts';
import type { FeedAsset } from './price-feeds.ts';
import { deployUniswap } from './uniswap.ts';

/** In US dollars, on each side of a pool. */
const depth = 30_000_000;

/** Uniswap with a pool of USDC for every other token of a chain, at the prices of the rates stand-in. */
export async function openMarket<C extends EvmChain>(chains: EvmChains<C>, chain: C): Promise<void> {
  const uniswap = await deployUniswap(chains, chain);
  const one = parseUnits('1', tokenDecimals(chain, 'USDC'));
  for (const [index, { symbol, decimals }] of facts[chain].tokens.entries()) {
    const usd = defaultPrices[marketName(symbol) as FeedAsset];
    if (symbol === 'USDC' || usd === undefined) continue;
    const price = { units: [parseUnits('1', decimals), (one * parseUnits(usd, 8)) / 10n ** 8n] } as const;
    const units = (price.units[0] * BigInt(depth) * 10n ** 8n) / parseUnits(usd, 8);
    await uniswap.addPool([symbol, 'USDC'], index === 0 ? 500 : 100, price, units);
  }
}
