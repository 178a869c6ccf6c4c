import type { Hex } from 'viem';
import { decodeFunctionResult, encodeFunctionData, parseAbi } from 'viem/utils';
import { multicall3 } from '../../../chains/evm/evm-chains.ts';
import type { Asset } from '../../../platform/config/rate-settings.ts';
import { checkPrice, type Price } from '../decimals.ts';
import { rateDecimals } from '../rates.ts';
import type { ContractCall } from './contract-call.ts';
import type { PriceSource } from './source.ts';

/** Feeds on arbitrum, in USD with eight decimals. docs/prices.md says what to compare before launch. */
export const feeds: Partial<Record<Asset, Hex>> = {
  ETH: '0x639Fe6ab55C921f74e7fac1ee960C0B6293ba612',
  SOL: '0x24ceA4b8ce57cdA5058b924B9B9987992450590c',
  MATIC: '0x82BA56a2fADF9C14f17D08bc51bDA0bDB83A8934',
  AVAX: '0x8bf61728eeDCE2F32c456454d87B5d6eD6150208',
  BNB: '0x6970460aabF80C5BE983C6b74e5D06dEDCA95D4A',
  USDC: '0x50834F3163758fcC1Df9973b6e91f0F0F0434aD3',
  USDT: '0x3f3f5dF88dC9F13eac63DF89EC16ef6e7E25DdE7',
  DAI: '0xc5C8E77B397E531B8EC06BFb0048328B30E9eCfB',
  EUR: '0xA14d53bC1F1c0F31B4aA3BD109344E5009051a84',
  GBP: '0x9C4424Fd84C6661F97D8d6b3fc3C1aAc2BeDd137',
  CAD: '0xf6DA27749484843c4F02f5Ad1378ceE723dD61d4',
  AUD: '0x9854e9a850e7C354c1de177eA953a6b1fba8Fc22',
};
export const sequencerFeed: Hex = '0xFdB631F5EE196F0ed6FAa767959853A9F217697D';
export const multicall = multicall3;

/** Feeds are updated when the price moves by a fraction of a percent, and at least once a day. */
const maxFeedAgeSeconds = 25n * 3600n;
/** After an outage of the sequencer, older prices are written first, so feeds are ignored for an hour. */
const sequencerGraceSeconds = 3600n;
const maxHeadAgeSeconds = 120n;
const maxAheadSeconds = 60n;

export const feedAbi = parseAbi([
  'function latestRoundData() view returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)',
  'function decimals() view returns (uint8)',
]);
export const multicallAbi = parseAbi([
  'struct Call { address target; bool allowFailure; bytes callData; }',
  'struct Result { bool success; bytes returnData; }',
  'function aggregate3(Call[] calls) payable returns (Result[] results)',
  'function getCurrentBlockTimestamp() view returns (uint256 timestamp)',
]);

const roundData = encodeFunctionData({ abi: feedAbi, functionName: 'latestRoundData' });
const decimalsData = encodeFunctionData({ abi: feedAbi, functionName: 'decimals' });
const headTimeData = encodeFunctionData({ abi: multicallAbi, functionName: 'getCurrentBlockTimestamp' });

/** Reads all feeds in one call through Multicall3: one request to the node for each round. */
export function createChainlink(call: ContractCall): PriceSource {
  return {
    name: 'chainlink',
    async read(assets, now) {
      const wanted = assets.flatMap((asset) => {
        const feed = feeds[asset];
        return feed ? [{ asset, feed }] : [];
      });
      const [head, sequencer, ...answers] = await callAll(call, [
        { target: multicall, callData: headTimeData },
        { target: sequencerFeed, callData: roundData },
        ...wanted.flatMap(({ feed }) => [
          { target: feed, callData: decimalsData },
          { target: feed, callData: roundData },
        ]),
      ]);
      const nowSeconds = BigInt(Math.floor(now.getTime() / 1000));
      assertHead(head, nowSeconds);
      assertSequencer(sequencer, nowSeconds);
      return new Map(
        wanted.map(({ asset }, index) => [
          asset,
          priceOf(answers[2 * index], answers[2 * index + 1], nowSeconds),
        ]),
      );
    },
  };
}

/** The result of each call; undefined if it failed. */
async function callAll(
  call: ContractCall,
  calls: { target: Hex; callData: Hex }[],
): Promise<(Hex | undefined)[]> {
  const args = [calls.map((one) => ({ ...one, allowFailure: true }))] as const;
  const data = await call(
    multicall,
    encodeFunctionData({ abi: multicallAbi, functionName: 'aggregate3', args }),
  );
  const results = decoded('the answer of Multicall3', () =>
    decodeFunctionResult({ abi: multicallAbi, functionName: 'aggregate3', data }),
  );
  return calls.map((_, index) => (results[index]?.success ? results[index].returnData : undefined));
}

/** Replaces viem's errors, which span several lines and name its version. */
function decoded<T>(what: string, decode: () => T): T {
  try {
    return decode();
  } catch {
    throw new Error(`${what} cannot be read: is there an RPC URL of arbitrum?`);
  }
}

function assertHead(data: Hex | undefined, nowSeconds: bigint): void {
  if (data === undefined) throw new Error('the node does not say the time of its block');
  const seconds = decoded('the time of the block', () =>
    decodeFunctionResult({ abi: multicallAbi, functionName: 'getCurrentBlockTimestamp', data }),
  );
  const age = nowSeconds - seconds;
  if (age > maxHeadAgeSeconds) throw new Error(`the node is ${age} s behind`);
}

function assertSequencer(data: Hex | undefined, nowSeconds: bigint): void {
  const round = data === undefined ? null : roundOf(data);
  if (round === null || round.startedAt === 0n) throw new Error('the sequencer feed does not answer');
  if (round.answer !== 0n) throw new Error('the sequencer of arbitrum is down');
  if (nowSeconds - round.startedAt < sequencerGraceSeconds)
    throw new Error('the sequencer of arbitrum came back less than an hour ago');
}

function priceOf(decimals: Hex | undefined, data: Hex | undefined, nowSeconds: bigint): Price {
  const round = data === undefined ? null : roundOf(data);
  if (decimals === undefined || round === null) return { problem: 'the feed does not answer' };
  if (BigInt(decimals) !== BigInt(rateDecimals))
    return { problem: `the feed does not have ${rateDecimals} decimals` };
  if (round.answeredInRound < round.roundId) return { problem: 'the answer is of an earlier round' };
  const age = nowSeconds - round.updatedAt;
  if (round.updatedAt === 0n || age > maxFeedAgeSeconds) return { problem: 'the feed is older than a day' };
  return age < -maxAheadSeconds ? { problem: 'the feed is of the future' } : checkPrice(round.answer);
}

function roundOf(
  data: Hex,
): { roundId: bigint; answer: bigint; startedAt: bigint; updatedAt: bigint; answeredInRound: bigint } | null {
  try {
    const [roundId, answer, startedAt, updatedAt, answeredInRound] = decodeFunctionResult({
      abi: feedAbi,
      functionName: 'latestRoundData',
      data,
    });
    return { roundId, answer, startedAt, updatedAt, answeredInRound };
  } catch {
    return null;
  }
}
