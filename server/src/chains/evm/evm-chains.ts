import type { ChainId, Token } from '../../lib/chains/registry.ts';

type Address = `0x${string}`;

export type EvmChainId = Exclude<ChainId, 'solana'>;

/** Facts about an EVM chain. Workers and `causeway chains check` compare them with the chain. */
export interface EvmChain {
  /** EIP-155. */
  chainId: number;
  /** Contracts of the tokens; the native one has none. */
  contracts: Partial<Record<Token, Address>>;
  /** Look-alikes of our tokens. Recorded when they arrive, and never counted as the real one. */
  strays: readonly Address[];
  finality: {
    /** Blocks on top after which a small amount is final; null where every amount waits for `finalized`. */
    depth: number | null;
    /** Why this finality is safe. */
    because: string;
  };
  pollMs: number;
  /** The most that is offered on top of the base fee, in gwei. Above what blocks have taken but for moments. */
  maxTipGwei: number;
  explorerUrl: string;
  /** Public, for wallets that do not know the chain. The service itself never uses it. */
  publicRpcUrl: string;
}

/** Same address on all seven chains. */
export const multicall3 = '0xcA11bde05977b3631167028862bE2a173976CA11';

const table = {
  ethereum: {
    chainId: 1,
    contracts: {
      USDC: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
      USDT: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
      DAI: '0x6B175474E89094C44Da98b954EedeAC495271d0F',
    },
    strays: [],
    finality: {
      depth: 12,
      because: '`finalized` takes a quarter of an hour, 12 blocks two and a half minutes',
    },
    pollMs: 4000,
    maxTipGwei: 20,
    explorerUrl: 'https://etherscan.io',
    publicRpcUrl: 'https://ethereum-rpc.publicnode.com',
  },
  polygon: {
    chainId: 137,
    contracts: {
      USDC: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359',
      USDT: '0xc2132D05D31c914a87C6611C10748AEb04B58e8F',
    },
    strays: ['0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174'],
    finality: {
      depth: null,
      because: '`finalized` takes seconds, and depth has been reorganised away before',
    },
    pollMs: 2000,
    maxTipGwei: 1000,
    explorerUrl: 'https://polygonscan.com',
    publicRpcUrl: 'https://polygon-rpc.com',
  },
  arbitrum: {
    chainId: 42161,
    contracts: {
      USDC: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
      USDT: '0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9',
    },
    strays: ['0xFF970A61A04b1cA14834A43f5dE4533eBDDB5CC8'],
    finality: {
      depth: 20,
      because: '`finalized` waits for ethereum; the sequencer keeps its order until then',
    },
    pollMs: 1000,
    maxTipGwei: 2,
    explorerUrl: 'https://arbiscan.io',
    publicRpcUrl: 'https://arb1.arbitrum.io/rpc',
  },
  optimism: {
    chainId: 10,
    contracts: { USDC: '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85' },
    strays: ['0x7F5c764cBc14f9669B88837ca1490cCa17c31607'],
    finality: {
      depth: 20,
      because: '`finalized` waits for ethereum; the sequencer keeps its order until then',
    },
    pollMs: 2000,
    maxTipGwei: 2,
    explorerUrl: 'https://optimistic.etherscan.io',
    publicRpcUrl: 'https://mainnet.optimism.io',
  },
  base: {
    chainId: 8453,
    contracts: { USDC: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913' },
    strays: ['0xd9aAEc86B65D86f6A7B5B1b0c42FFA531710b6CA'],
    finality: {
      depth: 20,
      because: '`finalized` waits for ethereum; the sequencer keeps its order until then',
    },
    pollMs: 2000,
    maxTipGwei: 2,
    explorerUrl: 'https://basescan.org',
    publicRpcUrl: 'https://mainnet.base.org',
  },
  avalanche: {
    chainId: 43114,
    contracts: {
      USDC: '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E',
      USDT: '0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7',
    },
    strays: [],
    finality: { depth: null, because: 'an accepted block is final' },
    pollMs: 2000,
    maxTipGwei: 20,
    explorerUrl: 'https://snowtrace.io',
    publicRpcUrl: 'https://api.avax.network/ext/bc/C/rpc',
  },
  bsc: {
    chainId: 56,
    contracts: {
      USDC: '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d',
      USDT: '0x55d398326f99059fF775485246999027B3197955',
      BUSD: '0xe9e7CEA3DedcA5984780Bafc599bD69ADd087D56',
    },
    strays: [],
    finality: { depth: null, because: '`finalized` takes seconds' },
    pollMs: 1500,
    maxTipGwei: 10,
    explorerUrl: 'https://bscscan.com',
    publicRpcUrl: 'https://bsc-dataseed.bnbchain.org',
  },
} as const satisfies Record<EvmChainId, EvmChain>;

export const evmChains: Record<EvmChainId, EvmChain> = table;
/** The contracts of one chain, by token. */
export type ContractsOf<C extends EvmChainId> = (typeof table)[C]['contracts'];

export const evmChainIds = Object.keys(evmChains) as EvmChainId[];
