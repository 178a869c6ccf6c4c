import type { ChainId } from '../lib/chains/registry.ts';
import type { ChainsSettings } from '../platform/config/chain-settings.ts';
import { evmChains } from './evm/evm-chains.ts';
import { solanaChain } from './solana/solana-chain.ts';

/** Token contracts or mints of a chain, including look-alikes. No wallet has these addresses. */
export function tokenContracts(settings: ChainsSettings, chain: ChainId): string[] {
  const own = Object.values(settings[chain]?.contracts ?? {});
  if (chain === 'solana') return [...own, solanaChain.usdcMint, ...solanaChain.strays];
  return [...own, ...Object.values(evmChains[chain].contracts), ...evmChains[chain].strays];
}
