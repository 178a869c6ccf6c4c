import type { Context } from '../../../app/context.ts';
import { createEvmNode } from '../../../chains/evm/node.ts';
import { createSenderNode } from '../../../chains/evm/sender-node.ts';
import type { Rpc } from '../../../chains/rpc/rpc.ts';
import { createSolanaNode } from '../../../chains/solana/node.ts';
import { createSolanaSenderNode } from '../../../chains/solana/sender-node.ts';
import { createSolanaRpc } from '../../../chains/solana/solana-rpc.ts';
import type { ChainId } from '../../../lib/chains/registry.ts';
import type { Environment } from '../../../lib/environment.ts';
import { type Attestations, createAttestations, withFeesOnce } from '../cctp/attestations.ts';
import { createCctp } from '../cctp/cctp.ts';
import { messengerProgram, transmitterProgram } from '../cctp/solana/programs.ts';
import { createLifi } from '../lifi/lifi.ts';
import { jupiterProgram } from '../lifi/solana/jupiter.ts';
import { uniswapContracts } from '../uniswap/contracts.ts';
import { createUniswap } from '../uniswap/uniswap.ts';
import { bridgeContracts } from './bridge-contracts.ts';
import type { Allowed } from './check-call.ts';
import type { ProviderName, RouteProvider } from './provider.ts';
import type { RouteChain, RouteChains, RouteSolana } from './route-chain.ts';

/** Everything that planning and advancing routes needs. */
export interface Engine {
  ctx: Context;
  environment: Environment;
  chains: RouteChains;
  /** Null where Solana is not set up, and in test mode. */
  solana(): RouteSolana | null;
  providers: readonly RouteProvider[];
  /** The operator's EVM address. */
  operator: string;
  vault: string;
}

/** Lets tests replace providers. */
export type Providers = (built: RouteProvider[]) => RouteProvider[];

export interface EngineParts {
  providers?: Providers | undefined;
  /** Shared between runs, so that it remembers its requests. */
  attestations?: Attestations;
}

export function circleAttestations({ config, clock }: Context): Attestations {
  return createAttestations(config.routing.cctpUrl, clock);
}

/** Runs `work` with its own connections and closes them afterwards. Null without a wallet. */
export async function withEngine<T>(
  ctx: Context,
  work: (engine: Engine) => Promise<T>,
  { providers = (built) => built, attestations = circleAttestations(ctx) }: EngineParts = {},
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
    const made = { chain, node: createSenderNode(rpc, chain), reads: createEvmNode(rpc, chain.multicall) };
    opened.set(id, made);
    return made;
  };
  let onSolana: RouteSolana | null = null;
  const solana = () => {
    onSolana ??= openSolana(ctx, rpcs);
    return onSolana;
  };
  const { config, clock } = ctx;
  const built = [
    createUniswap(chains, config.chains, clock),
    createCctp({ chains, solana, clock, attestations: withFeesOnce(attestations) }),
    // Also while LI.FI is off: existing routes are followed to their end.
    createLifi({ chains, solana, clock, origin: config.routing.lifiUrl }),
  ];
  try {
    return await work({
      ctx,
      environment: 'live',
      chains,
      solana,
      providers: providers(built),
      operator: wallet.evm_operator,
      vault: wallet.evm_vault,
    });
  } finally {
    for (const rpc of rpcs) await rpc.close();
  }
}

function openSolana({ liveChains, openRpc, clock }: Context, rpcs: Rpc[]): RouteSolana | null {
  const [chain, wallet] = [liveChains.solana(), liveChains.wallet()];
  if (!chain || !wallet) return null;
  const rpc = createSolanaRpc(openRpc, chain.genesisHash, { urls: chain.rpcUrls, nowMs: clock.nowMs });
  rpcs.push(rpc);
  return {
    chain,
    node: createSolanaSenderNode(rpc),
    reads: createSolanaNode(rpc),
    treasury: wallet.solana_treasury,
    feePayer: wallet.solana_fee_payer,
    trader: wallet.solana_trader,
  };
}

/** Our sending and receiving addresses for routes on a chain. On Solana both are the treasury. */
export function addressesOn({ operator, vault, solana }: Engine, chain: ChainId) {
  const treasury = chain === 'solana' ? solana()?.treasury : undefined;
  return treasury ? { sender: treasury, vault: treasury } : { sender: operator, vault };
}

const solanaPrograms: Record<ProviderName, Allowed> = {
  uniswap: [],
  cctp: [messengerProgram, transmitterProgram],
  lifi: [jupiterProgram],
};

/** Allowed targets and spenders. A provider without any cannot do anything. */
export function allowedContracts({ config }: Context, provider: ProviderName, chain: ChainId): Allowed {
  if (chain === 'solana') return solanaPrograms[provider];
  return provider === 'uniswap'
    ? [uniswapContracts(chain, config.chains[chain]).router]
    : bridgeContracts[provider];
}
