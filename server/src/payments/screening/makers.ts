import type { OpenRpc } from '../../chains/rpc/rpc.ts';
import type { LiveChains } from '../../chains/setup/live-chains-port.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Config } from '../../platform/config/config.ts';
import { createEndpointMaker } from './endpoint-maker.ts';
import { createOracleMaker } from './oracle-maker.ts';
import type { Maker } from './screening.ts';

/** Whom the settings name; nobody by default. */
export function createMakers(
  { screening: { url, secret, oracles } }: Config,
  clock: Clock,
  live: Pick<LiveChains, 'evm'>,
  openRpc: OpenRpc,
): Maker[] {
  const openChain = (id: string) => {
    const chain = live.evm().find((one) => one.id === id);
    if (!chain) throw new Error(`${id} is not configured`);
    return openRpc({ urls: chain.rpcUrls, chainId: chain.chainId, nowMs: clock.nowMs });
  };
  return [
    ...(url && secret ? [createEndpointMaker(url, secret, clock)] : []),
    ...(Object.keys(oracles).length > 0 ? [createOracleMaker(oracles, openChain)] : []),
  ];
}
