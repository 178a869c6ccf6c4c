import { addressIn } from '../../../../src/chains/rpc/hex.ts';
import type { Finality, LiveChain } from '../../../../src/chains/watching/live-chain.ts';

export const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
export const flushTopic = `0x${'f1'.repeat(32)}`;
export const vault = `0x${'7a'.repeat(20)}`;
export const usdc = `0x${'c1'.repeat(20)}`;
export const stray = `0x${'c2'.repeat(20)}`;
/** A token that nobody knows. */
export const unknownToken = `0x${'c3'.repeat(20)}`;
export const payer = `0x${'9a'.repeat(20)}`;

export const byDepth = (depth: number): Finality => ({
  depth,
  usesTag: false,
  largeFrom: {},
  secondLookDepth: 2,
});

/** A chain with one token, native money, a stray and a vault that tells what it flushes. */
export function modelLiveChain(finality: Finality, rest: Partial<LiveChain> = {}): LiveChain {
  return {
    id: 'ethereum',
    chainId: 1,
    rpcUrls: [],
    tokens: [
      { symbol: 'ETH', address: null, decimals: 18 },
      { symbol: 'USDC', address: usdc, decimals: 6 },
    ],
    strays: [{ address: stray }],
    finality,
    pollMs: 1000,
    maxTip: 0n,
    multicall: null,
    flushes: {
      contract: vault,
      topic: flushTopic,
      read: ({ topics, data }) => ({ address: addressIn(topics[1]) ?? '', units: BigInt(data) }),
    },
    ...rest,
  };
}
