import { createEvmNode } from '../chains/evm/node.ts';
import type { Rpc } from '../chains/evm/rpc.ts';
import { createSenderNode } from '../chains/evm/sender-node.ts';
import type { ChainId } from '../chains/registry.ts';
import type { Context } from '../context.ts';
import type { Environment } from '../environment.ts';
import type { Allowed } from './guard.ts';
import type { ProviderName, RouteProvider } from './provider.ts';
import type { RouteChain, RouteChains } from './route-chain.ts';
import { uniswapContracts } from './uniswap/contracts.ts';
import { createUniswap } from './uniswap/uniswap.ts';

/** What planning and following routes need. */
export interface Engine {
  ctx: Context;
  environment: Environment;
  chains: RouteChains;
  providers: readonly RouteProvider[];
  /** The operator's own address. */
  operator: string;
  vault: string;
}

/** Tests replace providers. */
export type Providers = (built: RouteProvider[]) => RouteProvider[];

/** Runs work with connections of its own, which are closed afterwards. Null without a wallet. */
export async function withEngine<T>(
  ctx: Context,
  work: (engine: Engine) => Promise<T>,
  providers: Providers = (built) => built,
): Promise<T | null> {
  const wallet = ctx.liveChains.wallet();
  if (!wallet) return null;
  const opened = new Map<ChainId, RouteChain>();
  const rpcs: Rpc[] = [];
  const chains: RouteChains = (id) => {
    const known = opened.get(id);
    if (known) return known;
    const chain = ctx.liveChains.evm().find((one) => one.id === id);
    if (!chain) return null;
    const rpc = ctx.openRpc({ urls: chain.rpcUrls, chainId: chain.chainId, nowMs: ctx.clock.nowMs });
    rpcs.push(rpc);
    const made = { chain, node: createSenderNode(rpc), reads: createEvmNode(rpc, chain.multicall) };
    opened.set(id, made);
    return made;
  };
  const built = [createUniswap(chains, ctx.config.chains, ctx.clock)];
  try {
    return await work({
      ctx,
      environment: 'live',
      chains,
      providers: providers(built),
      operator: wallet.evm_operator,
      vault: wallet.evm_vault,
    });
  } finally {
    for (const rpc of rpcs) await rpc.close();
  }
}

/** The contracts that may be called and may spend. A provider that is not listed here can do nothing. */
export function allowedContracts({ config }: Context, provider: ProviderName, chain: ChainId): Allowed {
  if (provider === 'uniswap' && chain !== 'solana')
    return [uniswapContracts(chain, config.chains[chain]).router];
  return [];
}
