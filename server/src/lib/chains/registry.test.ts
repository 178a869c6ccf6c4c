import { describe, expect, it } from 'vitest';
import { chainIds, chains, firstOption, tokenDecimals, tokens } from './registry.ts';

/** The contract's chain table; decimals are those of the token contracts on each chain. */
const table = [
  ['ethereum', { ETH: 18, USDC: 6, USDT: 6, DAI: 18 }],
  ['polygon', { MATIC: 18, USDC: 6, USDT: 6 }],
  ['arbitrum', { ETH: 18, USDC: 6, USDT: 6 }],
  ['optimism', { ETH: 18, USDC: 6 }],
  ['base', { ETH: 18, USDC: 6 }],
  ['solana', { SOL: 9, USDC: 6 }],
  ['avalanche', { AVAX: 18, USDC: 6, USDT: 6 }],
  ['bsc', { BNB: 18, USDC: 18, USDT: 18, BUSD: 18 }],
] as const;

describe('the chain registry', () => {
  it('lists the eight chains and nine tokens of the contract, in its order', () => {
    expect(chainIds).toEqual(table.map(([chain]) => chain));
    expect(tokens).toEqual(['ETH', 'USDC', 'USDT', 'DAI', 'SOL', 'MATIC', 'AVAX', 'BNB', 'BUSD']);
  });

  it.each(table)('%s has its native token first, then its stablecoins, and nothing else', (chain, listed) => {
    const found = chains[chain].tokens.map(({ symbol, decimals }) => [symbol, decimals]);
    expect(found).toEqual(Object.entries(listed));
    expect(chains[chain].confirmations).toBeGreaterThan(0);
    expect(chains[chain].family).toBe(chain === 'solana' ? 'solana' : 'evm');
  });

  it.each(table)('every other token is unknown on %s', (chain, listed) => {
    for (const token of tokens) {
      if (token in listed) expect(tokenDecimals(chain, token)).toBe(Object(listed)[token]);
      else expect(() => tokenDecimals(chain, token)).toThrow(`${token} does not exist on ${chain}`);
    }
  });
});

describe('firstOption', () => {
  it.each([
    ['everything', chainIds, tokens, { chain: 'ethereum', token: 'ETH' }],
    ['the chains in the order given', ['solana', 'base'], ['USDC'], { chain: 'solana', token: 'USDC' }],
    ['the tokens in the order given', ['bsc'], ['BUSD', 'BNB'], { chain: 'bsc', token: 'BUSD' }],
    ['a first chain without the token', ['solana', 'bsc'], ['BNB'], { chain: 'bsc', token: 'BNB' }],
    ['nothing that fits together', ['solana'], ['ETH', 'BNB'], null],
    ['no chain', [], tokens, null],
  ] as const)('of %s takes the first way there is', (_name, acceptedChains, acceptedTokens, expected) => {
    expect(firstOption(acceptedChains, acceptedTokens)).toEqual(expected);
  });
});
