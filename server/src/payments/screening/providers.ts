import type { OpenRpc } from '../../chains/rpc/rpc.ts';
import type { LiveChains } from '../../chains/setup/live-chains-port.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Config } from '../../platform/config/config.ts';
import { createEndpointProvider } from './endpoint-provider.ts';
import { createOracleProvider } from './oracle-provider.ts';
import type { ScreeningProvider } from './screening.ts';

/** The providers that the settings name; none by default. */
export function createProviders(
  { screening: { url, secret, oracles } }: Config,
  clock: Clock,
  live: Pick<LiveChains, 'evm'>,
  openRpc: OpenRpc,
): ScreeningProvider[] {
  const openChain = (id: string) => {
    const chain = live.evm().find((one) => one.id === id);
    if (!chain) throw new Error(`${id} is not configured`);
    return openRpc({ urls: chain.rpcUrls, chainId: chain.chainId, nowMs: clock.nowMs });
  };
  return [
    ...(url && secret ? [createEndpointProvider(url, secret, clock)] : []),
    ...(Object.keys(oracles).length > 0 ? [createOracleProvider(oracles, openChain)] : []),
  ];
}
