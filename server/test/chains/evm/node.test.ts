import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEvmNode, type EvmNode } from '../../../src/chains/evm/node.ts';
import type { LogFilter } from '../../../src/chains/evm/read-logs.ts';
import { createRpc, type Rpc } from '../../../src/chains/rpc/rpc.ts';
import { type ModelBlock, ModelChain, type ModelTransaction } from '../watching/model/model-chain.ts';
import { payer, transferTopic, usdc } from '../watching/model/model-money.ts';
import { modelRpc, multicall } from '../watching/model/model-rpc.ts';
import { mineOn } from '../watching/model/model-transactions.ts';
import { RpcFailure, type RpcRequest, type RpcServer, startRpcServer } from '../watching/model/rpc-server.ts';

const ours = `0x${'d1'.repeat(20)}`;
const oursTopic = `0x${'0'.repeat(24)}${ours.slice(2)}`;

let chain: ModelChain;
let server: RpcServer;
let rpc: Rpc;
let node: EvmNode;
/** Answers before the model does; undefined leaves it to the model. */
let before: (request: RpcRequest) => unknown;

beforeEach(async () => {
  chain = new ModelChain(0);
  before = () => undefined;
  const usual = modelRpc(chain);
  server = await startRpcServer((request) => {
    const answer = before(request);
    return answer === undefined ? usual(request) : answer;
  });
  rpc = createRpc({ urls: [server.url], chainId: 1, nowMs: () => 0 });
  node = createEvmNode(rpc, multicall);
});
afterEach(async () => {
  await rpc.close();
  await server.stop();
});

function mine(part: Partial<ModelTransaction> = {}): ModelBlock {
  return mineOn(chain, chain.tip.number * 1000, part);
}
const pay = (units: bigint) => mine({ transfers: [{ token: usdc, to: ours, units }] });

const all: LogFilter = { addresses: [usdc], topic: transferTopic, receivers: null };
const rangesAsked = () =>
  server.requests.flat().flatMap(({ method, params }) => {
    const { fromBlock, toBlock } = (params[0] ?? {}) as { fromBlock?: string; toBlock?: string };
    return method === 'eth_getLogs' && fromBlock ? [Number(toBlock) - Number(fromBlock) + 1] : [];
  });

describe('blocks', () => {
  it('come with their link and time, as far as the node has them', async () => {
    const [one, two] = [mine(), mine()];
    const blocks = await node.blocks(1, 5, false);
    expect(blocks.map(({ hash, parentHash }) => [hash, parentHash])).toEqual([
      [one.hash, chain.canonical()[0]?.hash],
      [two.hash, one.hash],
    ]);
    expect(blocks[1]?.time).toEqual(new Date(1000));
    expect(blocks[1]?.transactions).toBeNull();
  });

  it('come with the transactions that carry value', async () => {
    mine({ value: { to: ours, units: 5n } });
    mine();
    const [one, two] = await node.blocks(1, 2, true);
    expect(one?.transactions).toMatchObject([{ from: payer, to: ours, units: 5n }]);
    expect(two?.transactions).toEqual([]);
  });

  it('of a view come from one batch', async () => {
    for (let count = 0; count < 10; count++) mine();
    const view = await node.view(3, true);
    expect([view.own?.number, view.latest.number, view.finalized?.number]).toEqual([3, 10, 2]);
    expect((await node.view(99, false)).own).toBeNull();
  });

  it.each([
    ['no object', 'latest'],
    ['a wrong hash', { number: '0x1', hash: '0x12', parentHash: '0x', timestamp: '0x1', transactions: [] }],
    [
      'no transactions',
      { number: '0x1', hash: `0x${'1'.repeat(64)}`, parentHash: `0x${'1'.repeat(64)}`, timestamp: '0x1' },
    ],
    [
      'a number as a number',
      {
        number: 1,
        hash: `0x${'1'.repeat(64)}`,
        parentHash: `0x${'1'.repeat(64)}`,
        timestamp: '0x1',
        transactions: [],
      },
    ],
  ])('with %s are an error of the address', async (_name, answer) => {
    before = ({ method }) => (method === 'eth_getBlockByNumber' ? answer : undefined);
    await expect(node.header('latest')).rejects.toMatchObject({ problem: 'garbage' });
  });

  it('with other numbers than asked for are refused', async () => {
    mine();
    mine();
    const usual = modelRpc(chain);
    before = (request) =>
      request.method === 'eth_getBlockByNumber' ? usual({ ...request, params: ['0x2', false] }) : undefined;
    await expect(node.blocks(1, 1, false)).rejects.toMatchObject({ problem: 'garbage' });
  });
});

describe('logs', () => {
  it('of blocks are read by hash', async () => {
    const [one, two] = [pay(1n), pay(2n)];
    pay(3n);
    const logs = await node.logsOf([one.hash, two.hash], [all]);
    expect(logs.map(({ data }) => BigInt(data))).toEqual([1n, 2n]);
  });

  it('of a range are refused when the node has another last block', async () => {
    const end = pay(1n);
    expect(await node.logsBetween(1, end, [all])).toHaveLength(1);
    await expect(node.logsBetween(1, { ...end, hash: `0x${'0'.repeat(64)}` }, [all])).rejects.toThrow(
      'another block',
    );
    await expect(node.logsBetween(1, { ...end, number: 9 }, [all])).rejects.toThrow('another block');
  });

  it('of a refused range are read in halves, and the limit is remembered and grows slowly', async () => {
    for (let count = 0; count < 100; count++) pay(1n);
    before = ({ method, params }) => {
      const { fromBlock, toBlock } = (params[0] ?? {}) as { fromBlock: string; toBlock: string };
      if (method === 'eth_getLogs' && Number(toBlock) - Number(fromBlock) + 1 > 10)
        throw new RpcFailure(-32062, 'block range is too wide');
      return undefined;
    };
    expect(await node.logsBetween(1, chain.tip, [all])).toHaveLength(100);
    expect(rangesAsked().slice(0, 5)).toEqual([100, 50, 25, 12, 6]);
    server.requests.length = 0;
    await node.logsBetween(1, chain.tip, [all]);
    expect(rangesAsked()[0]).toBeLessThanOrEqual(10);
    before = () => undefined;
    for (let round = 0; round < 4; round++) await node.logsBetween(1, chain.tip, [all]);
    expect(Math.max(...rangesAsked())).toBeGreaterThan(10);
    expect(Math.max(...rangesAsked())).toBeLessThan(30);
  });

  it('take the range that the provider proposes', async () => {
    for (let count = 0; count < 50; count++) pay(1n);
    before = ({ method, params }) => {
      const { fromBlock, toBlock } = (params[0] ?? {}) as { fromBlock: string; toBlock: string };
      if (method === 'eth_getLogs' && Number(toBlock) - Number(fromBlock) + 1 > 20)
        throw new RpcFailure(
          -32005,
          'query returned more than 10000 results. Try with this block range [0x1, 0x14].',
        );
      return undefined;
    };
    expect(await node.logsBetween(1, chain.tip, [all])).toHaveLength(50);
    expect(rangesAsked()).toEqual([50, 20, 20, 10]);
  });

  it('are asked for with fewer receivers where that many are refused', async () => {
    const block = pay(4n);
    const receivers = [
      ...Array.from({ length: 600 }, (_, index) => `0x${index.toString(16).padStart(64, '0')}`),
      oursTopic,
    ];
    const counts: number[] = [];
    before = ({ method, params }) => {
      if (method !== 'eth_getLogs') return undefined;
      const { topics } = params[0] as { topics: [string, null, string[]] };
      counts.push(topics[2].length);
      if (topics[2].length > 300)
        throw new RpcFailure(-32000, 'exceed max addresses or topics per search position');
      return undefined;
    };
    expect(await node.logsOf([block.hash], [{ ...all, receivers }])).toHaveLength(1);
    expect(counts).toEqual([601, 500, 101, 250, 250, 101]);
  });

  it('of a shape that no node has are an error of the address', async () => {
    const block = pay(1n);
    before = ({ method }) => (method === 'eth_getLogs' ? [{ address: usdc, topics: 'x' }] : undefined);
    await expect(node.logsOf([block.hash], [all])).rejects.toMatchObject({ problem: 'garbage' });
  });

  it('that were removed are left out', async () => {
    const block = pay(1n);
    before = ({ method }) => (method === 'eth_getLogs' ? [{ removed: true }] : undefined);
    expect(await node.logsOf([block.hash], [all])).toEqual([]);
  });
});

describe('receipts', () => {
  it('tell which transactions succeeded in this block', async () => {
    const block = mine({ value: { to: ours, units: 1n } });
    const reverted = mine({ value: { to: ours, units: 1n }, isReverted: true });
    const hash = (from: ModelBlock) => from.transactions[0]?.hash ?? '';
    expect(await node.succeeded(block, [hash(block)])).toEqual(new Set([hash(block)]));
    expect(await node.succeeded(reverted, [hash(reverted)])).toEqual(new Set());
    await expect(node.succeeded(reverted, [hash(block)])).rejects.toThrow('no receipt');
    await expect(node.succeeded(block, [`0x${'9'.repeat(64)}`])).rejects.toThrow('no receipt');
  });
});

describe('balances', () => {
  const many = Array.from({ length: 1200 }, (_, index) => `0x${index.toString(16).padStart(40, '0')}`);

  it('are of that very block, 500 at a time', async () => {
    const block = mine({ value: { to: ours, units: 7n } });
    mine({ value: { to: ours, units: 1n } });
    const balances = await node.balances(block, [...many, ours]);
    expect(balances.at(-1)).toBe(7n);
    expect(balances).toHaveLength(1201);
    const calls = server.requests.flat().filter(({ method }) => method === 'eth_call');
    expect(calls.map(({ params }) => params[1])).toEqual(Array(3).fill({ blockHash: block.hash }));
  });

  it('are read by number where the node takes no hash, if it has our block there', async () => {
    const block = mine({ value: { to: ours, units: 7n } });
    before = ({ method, params }) => {
      if (method === 'eth_call' && typeof params[1] === 'object')
        throw new RpcFailure(-32602, 'invalid argument 1');
      return undefined;
    };
    expect(await node.balances(block, [ours])).toEqual([7n]);
    await expect(node.balances({ ...block, hash: `0x${'0'.repeat(64)}` }, [ours])).rejects.toThrow(
      'another block',
    );
  });

  it('are read one by one without Multicall3', async () => {
    const block = mine();
    before = ({ method }) => (method === 'eth_call' ? '0x' : method === 'eth_getBalance' ? '0x9' : undefined);
    expect(await node.balances(block, [ours, payer])).toEqual([9n, 9n]);
    expect(await createEvmNode(rpc, null).balances(block, [ours])).toEqual([9n]);
  });

  it('of an unknown block are an error, and never those of another', async () => {
    await expect(node.balances({ number: 0, hash: `0x${'0'.repeat(64)}` }, [ours])).rejects.toThrow(
      'not found',
    );
  });
});
