import type { Chains } from '../../../src/chains/chains.ts';
import { chainIds } from '../../../src/lib/chains/registry.ts';
import { parseUnits } from '../../../src/lib/money.ts';
import type { Asset, RateSourceName } from '../../../src/platform/config/rate-settings.ts';
import type { Price } from '../../../src/treasury/prices/decimals.ts';
import type { PriceSource } from '../../../src/treasury/prices/sources/source.ts';

export const usual: Partial<Record<Asset, string>> = {
  ETH: '3000',
  USDC: '1.0001',
  USDT: '0.9998',
  DAI: '1',
  SOL: '150',
  MATIC: '0.4',
  AVAX: '32',
  BNB: '600',
  EUR: '1.08',
  GBP: '1.25',
  CAD: '0.73',
  AUD: '0.66',
};

export interface TestSource extends PriceSource {
  /** What it answers from now on. */
  prices: Partial<Record<Asset, string>>;
  /** Fails with this message while set. */
  problem: string | null;
  reads: number;
}

export function testSource(name: RateSourceName): TestSource {
  const source: TestSource = {
    name,
    prices: { ...usual },
    problem: null,
    reads: 0,
    async read(assets) {
      source.reads++;
      if (source.problem !== null) throw new Error(source.problem);
      return new Map<Asset, Price>(
        assets.flatMap((asset) => {
          const price = source.prices[asset];
          return price ? [[asset, { usd: parseUnits(price, 8) }]] : [];
        }),
      );
    },
  };
  return source;
}

/** Live mode on the simulated chains, until there are live ones. */
export function liveChains(built: Chains): Chains {
  return {
    payable: () => chainIds,
    sweepUnits: () => null,
    leastNative: () => null,
    adapter: (_environment, chain) => built.adapter('test', chain),
    report: (sql, _environment, addresses) => built.report(sql, 'test', addresses),
    requestUri: () => null,
    walletRequest: () => null,
    watch: async () => {},
  };
}
