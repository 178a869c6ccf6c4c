import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { bytesToHex, encodeFunctionResult, parseAbi } from 'viem/utils';
import type { Context } from '../src/app/context.ts';
import { bloomOf } from '../src/chains/evm/bloom.ts';
import { logsInReceipts } from '../src/chains/evm/receipts-root.ts';
import { createRpc } from '../src/chains/rpc/rpc.ts';
import type { LiveChain } from '../src/chains/watching/live-chain.ts';
import { createWatchChainTasks } from '../src/chains/watching/tasks.ts';
import { systemClock } from '../src/lib/clock.ts';
import { createIds } from '../src/lib/ids.ts';
import { createRandom } from '../src/lib/random.ts';
import { createScreening } from '../src/payments/screening/screening.ts';
import type { Db } from '../src/platform/db/client.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { createMetrics } from '../src/platform/metrics/metrics.ts';
import type { Bench } from './bench.ts';
import { compare } from './measure.ts';
import { sized } from './sizes.ts';
import type { Row } from './table.ts';

const few = 1000;
const many = sized(100_000, 2000);
const blocksPerRound = sized(25, 2);
const rounds = sized(5, 1);
const logsPerBlock = 75;
const transactionsPerBlock = 150;
const usdc = `0x${'c1'.repeat(20)}`;
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/** CPU time of reading one block with 1,000 and with 100,000 addresses, all open for native money and tokens. */
export async function compareWatching({ db }: Bench): Promise<Row[]> {
  await migrate(db);
  const node = await startNode();
  const chains = [few, many].map((count, index) =>
    chainOf(index === 0 ? 'ethereum' : 'base', node.url, count),
  );
  const [small, large] = await Promise.all(chains.map(({ live, count }) => prepare(db, live, count)));
  if (!small || !large) throw new Error('both sides are needed');
  const { subject, baseline, ratio } = await compare(
    rounds,
    () => readBlocks(node, large),
    () => readBlocks(node, small),
  );
  await node.stop();
  return [
    {
      what: 'reading a block with 100,000 watched addresses, vs 1,000 (CPU time)',
      subject: `${subject.toFixed(2)} ms`,
      baseline: `${baseline.toFixed(2)} ms`,
      ratio,
      goal: 'at most 1.5',
      met: ratio <= 1.5,
    },
  ];
}

function chainOf(id: LiveChain['id'], url: string, count: number): { live: LiveChain; count: number } {
  const live: LiveChain = {
    id,
    chainId: 1,
    rpcUrls: [url],
    tokens: [
      { symbol: 'ETH', address: null, decimals: 18 },
      { symbol: 'USDC', address: usdc, decimals: 6 },
    ],
    strays: [],
    finality: { depth: 3, usesTag: false, largeFrom: {}, secondLookDepth: 2 },
    pollMs: 0,
    maxTip: 0n,
    multicall: usdc,
  };
  return { live, count };
}

type Poll = () => Promise<void>;

/** A worker of one chain, with its addresses registered and its cursor at the head. */
async function prepare(db: Db, live: LiveChain, count: number): Promise<Poll> {
  await db`
    insert into watched_addresses (chain, address, native, registered_at, watch_until)
    select ${live.id}, '0xd' || lpad(to_hex(n), 39, '0'), true, now(), now() + interval '91 days'
    from generate_series(1, ${count}::int) n`;
  const random = createRandom();
  const quiet = { info() {}, warn() {}, error() {}, debug() {} };
  const ctx = {
    db,
    clock: systemClock,
    random,
    ids: createIds(systemClock.nowMs, random),
    metrics: createMetrics({ queuedEmails: async () => 0 }),
    log: quiet,
    wake: { at() {} },
    openRpc: createRpc,
    screening: createScreening([], false),
    arrivalFollowers: [],
    abandonFollowers: [],
  } as unknown as Context;
  const tasks = createWatchChainTasks([live]);
  // A lane wakes the task when it has nothing more to do.
  const poll = () =>
    new Promise<void>((resolve, reject) => {
      ctx.wake.at = () => resolve();
      for (const task of tasks) task.run(ctx).catch(reject);
    });
  await poll();
  return poll;
}

async function readBlocks(node: { mine(): void }, poll: Poll): Promise<number> {
  const before = process.cpuUsage();
  for (let block = 0; block < blocksPerRound; block++) {
    node.mine();
    await poll();
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / blocksPerRound;
}

const abi = parseAbi([
  'struct Result { bool success; bytes returnData; }',
  'function aggregate3() returns (Result[] results)',
]);
const encoded = new Map<number, string>();

/** What Multicall3 answers for so many empty addresses. */
function balances(count: number): string {
  const known = encoded.get(count);
  if (known) return known;
  const result = Array.from({ length: count }, () => ({
    success: true,
    returnData: hashOf(0) as `0x${string}`,
  }));
  const answer = encodeFunctionResult({ abi, functionName: 'aggregate3', result });
  encoded.set(count, answer);
  return answer;
}

const hex = (value: number, digits = 0) => `0x${value.toString(16).padStart(digits, '0')}`;
const hashOf = (number: number) => hex(number, 64);

/** A node whose chain grows when told to, with transfers and transactions of strangers in every block. */
async function startNode() {
  let head = 100;
  const strangers = Array.from({ length: logsPerBlock }, (_, index) => hex(index + 1, 64));
  const block = (number: number, isFull: boolean) => ({
    number: hex(number),
    hash: hashOf(number),
    parentHash: hashOf(number - 1),
    timestamp: hex(Math.floor(Date.now() / 1000) - (head - number) * 12),
    logsBloom,
    receiptsRoot,
    transactions: isFull
      ? Array.from({ length: transactionsPerBlock }, (_, index) => ({
          hash: hex(number * 1000 + index, 64),
          from: hex(index, 40),
          to: hex(index + 1, 40),
          value: '0x16345785d8a0000',
        }))
      : [],
  });
  const logs = (number: number) =>
    strangers.map((topic, index) => ({
      address: usdc,
      topics: [transferTopic, topic, topic],
      data: hashOf(12_345),
      blockHash: hashOf(number),
      blockNumber: hex(number),
      transactionHash: hex(number * 1000 + index, 64),
      logIndex: hex(index),
    }));
  const blooms = logs(0).map((log) => bytesToHex(bloomOf([log])));
  const receipts = (number: number) =>
    logs(number).map((log, index) => ({
      type: '0x2',
      status: '0x1',
      cumulativeGasUsed: hex((index + 1) * 50_000),
      logsBloom: blooms[index],
      logs: [log],
    }));
  // Headers commit to what is the same in every block: contracts, topics and amounts.
  const logsBloom = bytesToHex(bloomOf(logs(0)));
  const receiptsRoot = logsInReceipts(receipts(0)).root;
  const answer = (method: string, params: unknown[]): unknown => {
    const [first, second] = params as [Record<string, string> & string, boolean];
    if (method === 'eth_chainId') return '0x1';
    if (method === 'eth_call') return balances(Number.parseInt(first['data']?.slice(74, 138) ?? '0', 16));
    if (method === 'eth_getBlockReceipts') return receipts(Number(first));
    if (method === 'eth_getLogs') return logs(Number(first['blockHash'] ?? first['toBlock']));
    const number = first === 'latest' ? head : Number(first);
    return number > head ? null : block(number, second);
  };
  const server = createServer(async (request, reply) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = JSON.parse(Buffer.concat(chunks).toString());
    const one = ({ id, method, params }: { id: number; method: string; params: unknown[] }) => ({
      jsonrpc: '2.0',
      id,
      result: answer(method, params),
    });
    reply.end(JSON.stringify(Array.isArray(body) ? body.map(one) : one(body)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mine: () => {
      head++;
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
