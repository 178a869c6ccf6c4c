import { type ChainId, chains, type Token } from '../../lib/chains/registry.ts';
import { parseUnits } from '../../lib/money.ts';
import type { ChainSettings, ChainsSettings } from '../../platform/config/chain-settings.ts';
import { flushes } from '../deposits/evm/flushes.ts';
import { type EvmChainId, evmChainIds, evmChains, multicall3 } from '../evm/evm-chains.ts';
import { solanaChain } from '../solana/solana-chain.ts';
import type { Finality, LiveChain } from '../watching/live-chain.ts';
import type { SolanaLiveChain } from '../watching/solana/solana-watcher.ts';

/** From about 10,000 USD money waits for `finalized`: undoing it by depth would be worth somebody's while. */
export const largeUsd = 10_000n;
export const largeAmounts: Partial<Record<Token, string>> = {
  USDC: '10000',
  USDT: '10000',
  DAI: '10000',
  BUSD: '10000',
  ETH: '3',
  MATIC: '20000',
  AVAX: '300',
  BNB: '15',
};

const gweiDecimals = 9;

/** A node's index of logs can lag behind its blocks by this much. */
const secondLookDepth = 3;

/** The EVM chains that the operator turned on, with what differs from the built-in table. */
export function liveChains(settings: ChainsSettings, vault: string): LiveChain[] {
  return evmChainIds.flatMap((id) => {
    const own = settings[id];
    return own ? [liveChain(id, own, vault)] : [];
  });
}

/** Null when the operator has not turned it on. */
export function liveSolana({ solana: own }: ChainsSettings): SolanaLiveChain | null {
  if (!own) return null;
  return {
    id: 'solana',
    genesisHash: own.genesisHash ?? solanaChain.genesisHash,
    rpcUrls: own.rpcUrls,
    usdcMint: own.contracts?.USDC ?? solanaChain.usdcMint,
    strays: solanaChain.strays,
    pollMs: own.pollMs ?? solanaChain.pollMs,
  };
}

function liveChain(id: EvmChainId, own: ChainSettings, vault: string): LiveChain {
  const facts = evmChains[id];
  const contracts = { ...facts.contracts, ...own.contracts };
  const [native] = chains[id].tokens;
  return {
    id,
    chainId: own.chainId ?? facts.chainId,
    rpcUrls: own.rpcUrls,
    tokens: chains[id].tokens.flatMap((token) => {
      const address = contracts[token.symbol] ?? null;
      return address === null && token !== native ? [] : [{ ...token, address }];
    }),
    strays: facts.strays.map((address) => ({ address })),
    finality: finalityOf(id, own),
    pollMs: own.pollMs ?? facts.pollMs,
    maxTip: parseUnits(String(own.maxTipGwei ?? facts.maxTipGwei), gweiDecimals),
    multicall: multicall3,
    flushes: flushes(vault),
  };
}

/**
 * How many confirmations pages show for a usual amount: as many as decide it, second look included. Where `finalized`
 * decides, a typical number.
 */
export function shownConfirmations(settings: ChainsSettings, chain: ChainId): number {
  const id = evmChainIds.find((known) => known === chain);
  const own = settings[chain];
  const { confirmations } = chains[chain];
  if (!id || !own) return confirmations;
  const { depth, secondLookDepth } = finalityOf(id, own);
  return Math.max(depth ?? confirmations, secondLookDepth + 1);
}

/** `confirmations` of CHAINS_FILE is for chains that have no `finalized`: it then decides alone. */
function finalityOf(id: EvmChainId, own: ChainSettings): Finality {
  const { depth } = evmChains[id].finality;
  const large = chains[id].tokens.map(({ symbol, decimals }) => [
    symbol,
    parseUnits(largeAmounts[symbol] ?? '0', decimals),
  ]);
  return {
    depth: own.confirmations ?? depth,
    usesTag: own.confirmations === undefined,
    largeFrom: own.confirmations === undefined ? Object.fromEntries(large) : {},
    secondLookDepth: Math.min(secondLookDepth, own.confirmations ?? secondLookDepth),
  };
}
