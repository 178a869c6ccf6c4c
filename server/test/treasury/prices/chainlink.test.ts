import type { Hex } from 'viem';
import { decodeFunctionData, encodeFunctionResult } from 'viem/utils';
import { describe, expect, it } from 'vitest';
import { parseUnits } from '../../../src/lib/money.ts';
import { type Asset, assets } from '../../../src/platform/config/rate-settings.ts';
import {
  createChainlink,
  feedAbi,
  feeds,
  multicall,
  multicallAbi,
  sequencerFeed,
} from '../../../src/treasury/prices/sources/chainlink.ts';
import { type ContractCall, createContractCall } from '../../../src/treasury/prices/sources/contract-call.ts';
import { createPriceSources } from '../../../src/treasury/prices/sources/sources.ts';
import { startStandIn } from './stand-ins.ts';

const now = new Date('2026-11-16T12:00:00Z');
const nowSeconds = BigInt(now.getTime() / 1000);

interface Round {
  roundId: bigint;
  answer: bigint;
  startedAt: bigint;
  updatedAt: bigint;
  answeredInRound: bigint;
  decimals: number;
}

const round = (answer: bigint, change: Partial<Round> = {}): Round => ({
  roundId: 18_446_744_073_709_562_300n,
  answer,
  startedAt: nowSeconds - 20n,
  updatedAt: nowSeconds - 20n,
  answeredInRound: 18_446_744_073_709_562_300n,
  decimals: 8,
  ...change,
});

interface Chain {
  headSeconds?: bigint;
  sequencer?: Round | null;
  feeds?: Partial<Record<Asset, Round | null>>;
}

const sequencerUp = round(0n, { startedAt: nowSeconds - 10n * 24n * 3600n });

/** Multicall3 and the feeds as contracts answer them. Null reverts. */
function contracts({
  headSeconds = nowSeconds,
  sequencer = sequencerUp,
  feeds: rounds = {},
}: Chain): ContractCall {
  const byAddress = new Map<string, Round | null>([[sequencerFeed, sequencer]]);
  for (const asset of assets) {
    const address = feeds[asset];
    if (address)
      byAddress.set(address, rounds[asset] === undefined ? round(parseUnits('2', 8)) : rounds[asset]);
  }
  const answerOf = (target: string, callData: Hex): Hex | null => {
    if (target === multicall)
      return encodeFunctionResult({
        abi: multicallAbi,
        functionName: 'getCurrentBlockTimestamp',
        result: headSeconds,
      });
    const found = byAddress.get(target);
    if (!found) return null;
    const { functionName } = decodeFunctionData({ abi: feedAbi, data: callData });
    if (functionName === 'decimals')
      return encodeFunctionResult({ abi: feedAbi, functionName, result: found.decimals });
    const { roundId, answer, startedAt, updatedAt, answeredInRound } = found;
    return encodeFunctionResult({
      abi: feedAbi,
      functionName,
      result: [roundId, answer, startedAt, updatedAt, answeredInRound],
    });
  };
  return async (to, data) => {
    expect(to).toBe(multicall);
    const { args } = decodeFunctionData({ abi: multicallAbi, data });
    const results = (args?.[0] ?? []).map(({ target, callData }) => {
      const answer = answerOf(target, callData);
      return { success: answer !== null, returnData: answer ?? ('0x' as const) };
    });
    return encodeFunctionResult({ abi: multicallAbi, functionName: 'aggregate3', result: results });
  };
}

const read = (chain: Chain) => createChainlink(contracts(chain)).read(assets, now);

describe('Chainlink', () => {
  it('reads all feeds in one call, with eight decimals, MATIC from the feed of POL', async () => {
    let calls = 0;
    const call = contracts({ feeds: { ETH: round(parseUnits('3000.12345678', 8)) } });
    const source = createChainlink((to, data) => {
      calls++;
      return call(to, data);
    });
    const prices = await source.read(assets, now);
    expect(calls).toBe(1);
    expect(prices.get('ETH')).toEqual({ usd: parseUnits('3000.12345678', 8) });
    expect(prices.get('MATIC')).toEqual({ usd: parseUnits('2', 8) });
    expect(prices.has('BUSD')).toBe(false);
  });

  const dayAgo = nowSeconds - 25n * 3600n;
  it.each([
    ['zero', round(0n), 'not positive'],
    ['negative', round(-1n), 'not positive'],
    ['ten billion', round(parseUnits('10000000000', 8)), 'above a billion'],
    ['not updated for 25 hours', round(1n, { updatedAt: dayAgo - 1n }), 'older than a day'],
    ['never updated', round(1n, { updatedAt: 0n }), 'older than a day'],
    ['updated tomorrow', round(1n, { updatedAt: nowSeconds + 86_400n }), 'future'],
    ['answered in an earlier round', round(1n, { answeredInRound: 5n }), 'earlier round'],
    ['with 18 decimals', round(1n, { decimals: 18 }), '8 decimals'],
    ['reverting', null, 'does not answer'],
  ])('leaves out a feed that is %s', async (_name, eth, problem) => {
    const prices = await read({ feeds: { ETH: eth } });
    expect(prices.get('ETH')).toEqual({ problem: expect.stringContaining(problem) });
    expect(prices.get('SOL')).toEqual({ usd: parseUnits('2', 8) });
  });

  it('takes a feed that was updated 25 hours ago: quiet feeds are written once a day', async () => {
    const prices = await read({ feeds: { USDC: round(parseUnits('1', 8), { updatedAt: dayAgo }) } });
    expect(prices.get('USDC')).toEqual({ usd: parseUnits('1', 8) });
  });

  it.each([
    ['the sequencer is down', { sequencer: round(1n, { startedAt: nowSeconds - 9999n }) }, 'is down'],
    [
      'it came back 59 minutes ago',
      { sequencer: round(0n, { startedAt: nowSeconds - 3599n }) },
      'an hour ago',
    ],
    ['its feed was never written', { sequencer: round(0n, { startedAt: 0n }) }, 'does not answer'],
    ['its feed reverts', { sequencer: null }, 'does not answer'],
    ['the node is behind', { headSeconds: nowSeconds - 121n }, '121 s behind'],
  ])('is not used when %s', async (_name, chain, message) => {
    await expect(read(chain)).rejects.toThrow(message);
  });

  it('is used again an hour after the sequencer came back', async () => {
    const prices = await read({ sequencer: round(0n, { startedAt: nowSeconds - 3600n }) });
    expect(prices.get('ETH')).toEqual({ usd: parseUnits('2', 8) });
  });

  it.each(['0x', '0x00', `0x${'00'.repeat(64)}`] as const)('refuses %s as an answer', async (data) => {
    await expect(createChainlink(async () => data).read(assets, now)).rejects.toThrow();
  });
});

describe('the call through RPC URLs', () => {
  it('asks the next one when the first fails', async () => {
    const [broken, good] = [await startStandIn(), await startStandIn()];
    const bodies: unknown[] = [];
    good.answer((_request, response, body) => {
      bodies.push(JSON.parse(body));
      response.writeHead(200).end('{"jsonrpc":"2.0","id":1,"result":"0x2a"}');
    });
    const call = createContractCall([broken.origin, good.origin]);
    await expect(call('0xab', '0xcd')).resolves.toBe('0x2a');
    expect(bodies).toEqual([
      { jsonrpc: '2.0', id: 1, method: 'eth_call', params: [{ to: '0xab', data: '0xcd' }, 'latest'] },
    ]);
    await Promise.all([broken.close(), good.close()]);
  });

  it.each([
    ['{"jsonrpc":"2.0","id":1,"error":{"code":-32005,"message":"key abc exceeded"}}', 'error -32005'],
    ['{"jsonrpc":"2.0","id":1,"result":null}', 'no result'],
    ['{"jsonrpc":"2.0","id":1,"result":"<html>"}', 'no result'],
    ['[]', 'no result'],
  ])('refuses %s', async (answer, message) => {
    const server = await startStandIn();
    server.answer((_request, response) => response.writeHead(200).end(answer));
    await expect(createContractCall([server.origin])('0xab', '0xcd')).rejects.toThrow(message);
    await server.close();
  });

  it('is used for the chainlink source, which needs an RPC URL for arbitrum', async () => {
    const server = await startStandIn();
    const settings = {
      fixed: {},
      spreadBps: 0,
      tokensOff: [],
      sources: ['kraken' as const, 'chainlink' as const],
    };
    expect(createPriceSources(settings, []).map(({ name }) => name)).toEqual(['kraken']);
    const chainlink = createPriceSources(settings, [server.origin]).find(({ name }) => name === 'chainlink');
    await expect(chainlink?.read(assets, now)).rejects.toThrow('answered 500');
    await server.close();
  });
});
