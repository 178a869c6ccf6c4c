import type { Address } from 'viem';
import { type ChainId, chains, type Token } from '../../server/src/chains/registry.ts';

export type EvmChain = Exclude<ChainId, 'solana'>;

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

const specs = {
  ethereum: {
    chainId: 1,
    tokens: {
      USDC: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
      USDT: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
      DAI: '0x6B175474E89094C44Da98b954EedeAC495271d0F',
    },
    strays: [],
    depth,
  },
  polygon: {
    chainId: 137,
    tokens: {
      USDC: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359',
      USDT: '0xc2132D05D31c914a87C6611C10748AEb04B58e8F',
    },
    strays: ['0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174'],
    depth,
  },
  arbitrum: {
    chainId: 42161,
    tokens: {
      USDC: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
      USDT: '0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9',
    },
    strays: ['0xFF970A61A04b1cA14834A43f5dE4533eBDDB5CC8'],
    depth,
  },
  optimism: {
    chainId: 10,
    tokens: { USDC: '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85' },
    strays: ['0x7F5c764cBc14f9669B88837ca1490cCa17c31607'],
    depth,
  },
  base: {
    chainId: 8453,
    tokens: { USDC: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913' },
    strays: ['0xd9aAEc86B65D86f6A7B5B1b0c42FFA531710b6CA'],
    depth,
  },
  avalanche: {
    chainId: 43114,
    tokens: {
      USDC: '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E',
      USDT: '0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7',
    },
    strays: [],
    depth,
  },
  bsc: {
    chainId: 56,
    tokens: {
      USDC: '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d',
      USDT: '0x55d398326f99059fF775485246999027B3197955',
      BUSD: '0xe9e7CEA3DedcA5984780Bafc599bD69ADd087D56',
    },
    strays: [],
    depth,
  },
} as const satisfies Record<EvmChain, ChainSpec>;

export const chainSpecs: Record<EvmChain, ChainSpec> = specs;
export type TokensOf<C extends EvmChain> = (typeof specs)[C]['tokens'];

export const evmChains = Object.keys(chainSpecs).filter(isEvmChain);

export function isEvmChain(name: string): name is EvmChain {
  return Object.hasOwn(chainSpecs, name);
}

/** The token that the chain itself keeps, listed first in the registry. */
export function isNative(chain: EvmChain, token: Token): boolean {
  return chains[chain].tokens[0]?.symbol === token;
}
