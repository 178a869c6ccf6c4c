import { type Address, encodeFunctionData, type Hex, parseUnits } from 'viem';
import { tokenDecimals, tokens as tokenSymbols } from '../../server/src/lib/chains/registry.ts';
import { sequencerFeed } from '../../server/src/treasury/prices/sources/chainlink.ts';
import {
  cctpChain,
  messageTransmitter,
  tokenMessenger,
} from '../../server/src/treasury/routes/cctp/contracts.ts';
import { acrossPools, lifiDiamond } from '../../server/src/treasury/routes/lifi/evm/contracts.ts';
import { defaultPrices } from '../rates/prices.ts';
import { chainSpecs, type EvmChain } from './chain-specs.ts';
import {
  cctpAbi,
  feedAbi,
  feeToken,
  lifiAbi,
  lyingToken,
  multicall,
  multicallAbi,
  smartWallet,
  tokenAbi,
} from './contracts.ts';
import { type FeedAsset, priceFeeds } from './price-feeds.ts';
import { attester, wallets } from './wallets.ts';

interface Call {
  target: Address;
  callData: Hex;
}

/** Of every token, for every wallet and the smart wallet. */
const fundedAmount = '10000000';

/** Everything that makes the tokens and feeds of a chain ready, as one call. */
export function setupTransaction(chain: EvmChain): { to: Address; data: Hex } {
  const calls = [
    ...tokenCalls(chain),
    ...cctpCalls(chain),
    ...lifiCalls(chain),
    ...(chain === 'arbitrum' ? feedCalls() : []),
  ];
  const data = encodeFunctionData({
    abi: multicallAbi,
    functionName: 'aggregate3',
    args: [calls.map((call) => ({ ...call, allowFailure: false }))],
  });
  return { to: multicall, data };
}

function tokenCalls(chain: EvmChain): Call[] {
  const { tokens, strays } = chainSpecs[chain];
  const listed = tokenSymbols.flatMap((symbol) => {
    const address = tokens[symbol];
    return address ? [{ address, symbol, decimals: tokenDecimals(chain, symbol) }] : [];
  });
  const others = [
    ...strays.map((address) => ({ address, symbol: 'USDC.e', decimals: 6 })),
    { address: feeToken, symbol: 'FEE', decimals: 18 },
    { address: lyingToken, symbol: 'LIE', decimals: 18 },
  ];
  return [...listed, ...others].flatMap(({ address, symbol, decimals }) => [
    {
      target: address,
      callData: encodeFunctionData({ abi: tokenAbi, functionName: 'setUp', args: [symbol, decimals] }),
    },
    ...[...wallets.map((wallet) => wallet.address), smartWallet].map((owner) => ({
      target: address,
      callData: encodeFunctionData({
        abi: tokenAbi,
        functionName: 'mint',
        args: [owner, parseUnits(fundedAmount, decimals)],
      }),
    })),
  ]);
}

/** Circle's bridge, where it is on the real chain. */
function cctpCalls(chain: EvmChain): Call[] {
  const [facts, usdc] = [cctpChain(chain), chainSpecs[chain].tokens.USDC];
  if (!facts || !usdc) return [];
  const abi = cctpAbi;
  const transmitterArgs = [facts.domain, attester.address] as const;
  const messengerArgs = [messageTransmitter, usdc] as const;
  return [
    {
      target: messageTransmitter,
      callData: encodeFunctionData({ abi, functionName: 'setUp', args: transmitterArgs }),
    },
    {
      target: tokenMessenger,
      callData: encodeFunctionData({ abi, functionName: 'setUp', args: messengerArgs }),
    },
  ];
}

function lifiCalls(chain: EvmChain): Call[] {
  const pool = acrossPools[chain];
  if (!pool) return [];
  return [
    {
      target: lifiDiamond,
      callData: encodeFunctionData({ abi: lifiAbi, functionName: 'setUp', args: [pool] }),
    },
  ];
}

function feedCalls(): Call[] {
  const prices = Object.entries(priceFeeds).map(([asset, target]) => ({
    target,
    callData: priceCall(defaultPrices[asset as FeedAsset]),
  }));
  // Up since a day before the first block: a client waits an hour after the sequencer's return.
  const since = BigInt(Math.floor(Date.now() / 1000) - 86_400);
  return [...prices, { target: sequencerFeed, callData: feedCall(0n, since) }];
}

/** Sets a price in US dollars. Without a time it is always as new as the block. */
export function priceCall(usd: string, at?: Date): Hex {
  return feedCall(parseUnits(usd, 8), at ? BigInt(Math.floor(at.getTime() / 1000)) : 0n);
}

function feedCall(answer: bigint, time: bigint): Hex {
  return encodeFunctionData({ abi: feedAbi, functionName: 'set', args: [answer, time] });
}
