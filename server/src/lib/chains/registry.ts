/** The eight chains as data, in the order of `accepted_chains` and of the checkout. */

export const tokens = ['ETH', 'USDC', 'USDT', 'DAI', 'SOL', 'MATIC', 'AVAX', 'BNB', 'BUSD'] as const;
export type Token = (typeof tokens)[number];

export function isToken(text: string): text is Token {
  return tokens.some((token) => token === text);
}

export const chainIds = [
  'ethereum',
  'polygon',
  'arbitrum',
  'optimism',
  'base',
  'solana',
  'avalanche',
  'bsc',
] as const;
export type ChainId = (typeof chainIds)[number];

export type ChainFamily = 'evm' | 'solana';

interface Chain {
  name: string;
  family: ChainFamily;
  /** Native token first. Decimals are those of the token on this chain: USDC has 6 on most and 18 on bsc. */
  tokens: readonly { symbol: Token; decimals: number }[];
  /** Confirmations after which a payment counts as final. */
  confirmations: number;
  /** How long that usually takes on the live chain, shown to the customer. */
  typicalSeconds: number;
}

const usdc = { symbol: 'USDC', decimals: 6 } as const;
const usdt = { symbol: 'USDT', decimals: 6 } as const;
const ether = { symbol: 'ETH', decimals: 18 } as const;

export const chains: Record<ChainId, Chain> = {
  ethereum: {
    name: 'Ethereum',
    family: 'evm',
    tokens: [ether, usdc, usdt, { symbol: 'DAI', decimals: 18 }],
    confirmations: 12,
    typicalSeconds: 150,
  },
  polygon: {
    name: 'Polygon',
    family: 'evm',
    tokens: [{ symbol: 'MATIC', decimals: 18 }, usdc, usdt],
    confirmations: 64,
    typicalSeconds: 130,
  },
  arbitrum: {
    name: 'Arbitrum',
    family: 'evm',
    tokens: [ether, usdc, usdt],
    confirmations: 20,
    typicalSeconds: 5,
  },
  optimism: { name: 'Optimism', family: 'evm', tokens: [ether, usdc], confirmations: 20, typicalSeconds: 40 },
  base: { name: 'Base', family: 'evm', tokens: [ether, usdc], confirmations: 20, typicalSeconds: 40 },
  solana: {
    name: 'Solana',
    family: 'solana',
    tokens: [{ symbol: 'SOL', decimals: 9 }, usdc],
    confirmations: 32,
    // Finalized after about 8 seconds, with slots of 250 ms (September 2026), and up to two until it is in a block and seen.
    typicalSeconds: 10,
  },
  avalanche: {
    name: 'Avalanche',
    family: 'evm',
    tokens: [{ symbol: 'AVAX', decimals: 18 }, usdc, usdt],
    confirmations: 12,
    typicalSeconds: 20,
  },
  bsc: {
    name: 'BNB Smart Chain',
    family: 'evm',
    tokens: [
      { symbol: 'BNB', decimals: 18 },
      { symbol: 'USDC', decimals: 18 },
      { symbol: 'USDT', decimals: 18 },
      { symbol: 'BUSD', decimals: 18 },
    ],
    confirmations: 15,
    typicalSeconds: 15,
  },
};

/** What people call a token. Polygon's MATIC became POL in 2024, and live wallets show that; the API keeps MATIC. */
export function shownSymbol(environment: 'test' | 'live', token: Token): string {
  return environment === 'live' && token === 'MATIC' ? 'POL' : token;
}

export function tokenDecimals(chain: ChainId, token: Token): number {
  const found = chains[chain].tokens.find((entry) => entry.symbol === token);
  if (!found) throw new Error(`${token} does not exist on ${chain}`);
  return found.decimals;
}

/** The chain's own token, in which gas is paid. */
export function nativeToken(chain: ChainId): Token {
  const [native] = chains[chain].tokens;
  if (!native) throw new Error(`${chain} has no token`);
  return native.symbol;
}

/** The first option within the given chains and tokens, in the order given; null when none of them fit together. */
export function firstOption(
  acceptedChains: readonly ChainId[],
  acceptedTokens: readonly Token[],
): { chain: ChainId; token: Token } | null {
  for (const chain of acceptedChains) {
    for (const token of acceptedTokens) {
      if (chains[chain].tokens.some((entry) => entry.symbol === token)) return { chain, token };
    }
  }
  return null;
}
