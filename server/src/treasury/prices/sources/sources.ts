import type { RateSettings } from '../../../platform/config/rate-settings.ts';
import { createCoinbase } from './coinbase.ts';
import { createContractCall } from './contract-call.ts';
import { createKraken } from './kraken.ts';
import type { PriceSource } from './source.ts';

/** The configured sources. Chainlink's feeds are on arbitrum, so it needs an RPC URL there. */
export function createPriceSources(
  { sources }: RateSettings,
  arbitrumRpcUrls: readonly string[],
): PriceSource[] {
  const all: PriceSource[] = [
    createCoinbase(),
    createKraken(),
    ...(arbitrumRpcUrls.length > 0 ? [chainlinkAt(arbitrumRpcUrls)] : []),
  ];
  return all.filter(({ name }) => sources.includes(name));
}

/** Loaded at the first round: viem takes half a second, and most commands and processes never poll. */
function chainlinkAt(rpcUrls: readonly string[]): PriceSource {
  let loading: Promise<PriceSource> | undefined;
  return {
    name: 'chainlink',
    async read(assets, now) {
      loading ??= import('./chainlink.ts').then(({ createChainlink }) =>
        createChainlink(createContractCall(rpcUrls)),
      );
      return (await loading).read(assets, now);
    },
  };
}
