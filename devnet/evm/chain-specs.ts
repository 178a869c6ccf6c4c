import type { Address } from 'viem';
import {
  type ContractsOf,
  type EvmChainId,
  evmChainIds,
  evmChains,
} from '../../server/src/chains/evm/evm-chains.ts';
import { chains, type Token } from '../../server/src/lib/chains/registry.ts';

export type EvmChain = EvmChainId;

export interface ChainSpec {
  chainId: number;
  /** Tokens that are contracts, at their real addresses, so that a service needs no other settings than the RPC URL. */
  tokens: Partial<Record<Token, Address>>;
  /** Known contracts that look like USDC and are not. */
  strays: readonly Address[];
  /** How many blocks behind the head the `safe` and `finalized` tags are. */
  depth: { safe: number; finalized: number };
}

/** As on the real chains, though shorter where the real depth would make a local payment wait for minutes. */
const depth = { safe: 4, finalized: 8 };

function specOf(name: EvmChain): ChainSpec {
  const { chainId, contracts, strays } = evmChains[name];
  return { chainId, tokens: contracts, strays, depth };
}

/** The chains that the service knows. */
export const chainSpecs = Object.fromEntries(evmChainIds.map((name) => [name, specOf(name)])) as Record<
  EvmChain,
  ChainSpec
>;
export type TokensOf<C extends EvmChain> = ContractsOf<C>;

export function isEvmChain(name: string): name is EvmChain {
  return Object.hasOwn(chainSpecs, name);
}

/** The token that the chain itself keeps, listed first in the registry. */
export function isNative(chain: EvmChain, token: Token): boolean {
  return chains[chain].tokens[0]?.symbol === token;
}
