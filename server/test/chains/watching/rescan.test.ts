import { decodeFunctionData, encodeFunctionResult, parseAbi } from 'viem/utils';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Context } from '../../../src/app/context.ts';
import { createEvmNode } from '../../../src/chains/evm/node.ts';
import { createRpc, type Rpc } from '../../../src/chains/rpc/rpc.ts';
import { arrivalsAt, cursorOf, watchAddresses } from '../../../src/chains/watching/cursors.ts';
import { type RescannedPart, rescan, watchedNow } from '../../../src/chains/watching/evm/rescan.ts';
import type { LiveChain } from '../../../src/chains/watching/live-chain.ts';
import { createWatchChainTasks } from '../../../src/chains/watching/tasks.ts';
import { runDueTasks } from '../../../src/platform/jobs/loop.ts';
import type { Task } from '../../../src/platform/jobs/task.ts';
import { searchUnseen } from '../../../src/treasury/reconciliation/evm/unseen-money.ts';
import { type ManualClock, manualClock } from '../../support/clock.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { ModelChain } from './model/model-chain.ts';
import { byDepth, modelLiveChain, stray, usdc } from './model/model-money.ts';
import { modelRpc, multicall } from './model/model-rpc.ts';
import { mineOn } from './model/model-transactions.ts';
import { type RpcServer, startRpcServer } from './model/rpc-server.ts';

const abi = parseAbi([
  'struct Call { address target; bool allowFailure; bytes callData; }',
  'struct Result { bool success; bytes returnData; }',
  'function aggregate3(Call[] calls) payable returns (Result[] results)',
]);

const one = `0xd1${'0'.repeat(38)}`;
const two = `0xd2${'0'.repeat(38)}`;
/** A token's contract that is on another chain only. */
const codeless = `0xc0${'0'.repeat(38)}`;
/** An address whose transfers the node refuses to search for. */
const unreadable = `0xbad${'0'.repeat(37)}`;

let service: TestService;
let clock: ManualClock;
let ctx: Context;
let chain: ModelChain;
let live: LiveChain;
let server: RpcServer;
let rpc: Rpc;
let tasks: Task[];
/** Methods that answer an empty list, as those of a node whose index is behind. */
const hidden = new Set<string>();

beforeAll(async () => {
  service = await startTestService({ env: { LOG_LEVEL: 'silent' } });
  service.ctx.log.level = 'silent';
});
afterAll(() => service.stop());
beforeEach(async () => {
  clock = manualClock();
  hidden.clear();
  held.clear();
  ctx = {
    ...service.ctx,
    clock,
    followers: { ...service.ctx.followers, arrivalsChanged: async () => {} },
  };
  await ctx.db`truncate chain_cursors, chain_blocks, watched_addresses, arrivals, departures, ledger_reconciliations cascade`;
  chain = new ModelChain(clock.nowMs() - 3_600_000);
  for (let age = 12; age > 0; age--) mineOn(chain, clock.nowMs() - age * 120_000);
  server = await startRpcServer((request) => {
    if (hidden.has(request.method)) return [];
    if (request.method === 'eth_getLogs' && JSON.stringify(request.params).includes(unreadable.slice(2)))
      throw new Error('this node does not answer that');
    if (request.method === 'eth_call') {
      const call = request.params[0] as { to: string; data: `0x${string}` };
      if (call.to.toLowerCase() === multicall.toLowerCase()) return balancesOf(call);
      return call.to.toLowerCase() === codeless ? '0x' : `0x${'00'.repeat(32)}`;
    }
    const answer = modelRpc(chain, 1)(request);
    // A chain whose headers do not tell what is in its blocks: nothing shows that the node hides logs.
    return request.method === 'eth_getBlockByNumber' && answer
      ? { ...answer, logsBloom: `0x${'00'.repeat(256)}` }
      : answer;
  });
  live = modelLiveChain(byDepth(3), { id: 'ethereum', chainId: 1, rpcUrls: [server.url], multicall });
  rpc = createRpc({ urls: [server.url], chainId: 1, nowMs: clock.nowMs });
  tasks = createWatchChainTasks([live]);
  await watchAddresses(ctx, ctx.db, [
    { chain: 'ethereum', address: one, native: false, watchUntil: new Date(clock.nowMs() + 91 * 86_400_000) },
  ]);
  await poll();
});
afterEach(async () => {
  await server.stop();
  await rpc.close();
  for (const task of tasks) await task.drain?.();
});

async function poll(): Promise<void> {
  clock.advance(1000);
  await runDueTasks(ctx, tasks);
}

async function mine(blocks: number, units?: bigint, to = one, token = usdc): Promise<void> {
  for (let block = 0; block < blocks; block++) {
    const transfers = block === 0 && units !== undefined ? [{ token, to, units }] : [];
    mineOn(chain, clock.nowMs(), { transfers });
    await poll();
  }
}

const found = async (address = one) =>
  (await arrivalsAt(ctx.db, 'ethereum', [address])).map(({ units, state }) => `${units} ${state}`);
const final = async () => Number((await cursorOf(ctx.db, 'ethereum'))?.final_number);
const everything = () => ctx.db`
  select a.*, c.number, c.final_number from arrivals a join chain_cursors c using (chain) order by arrival_id`;

async function parts(
  from: number,
  to: number,
  stopAfter = Number.POSITIVE_INFINITY,
): Promise<RescannedPart[]> {
  const watched = await watchedNow(ctx, live);
  const read: RescannedPart[] = [];
  for await (const part of rescan(ctx, live, createEvmNode(rpc, multicall), watched, { from, to })) {
    read.push(part);
    if (read.length >= stopAfter) break;
  }
  return read;
}

/** What multicall answers about USDC, or about another contract, by address. */
const held = new Map<string, bigint>();
const heldOf = (target: string, address: string) =>
  held.get(`${target.toLowerCase()} ${address}`) ?? (target.toLowerCase() === usdc ? held.get(address) : 0n);
function balancesOf({ data }: { data: `0x${string}` }) {
  const { args } = decodeFunctionData({ abi, data });
  const result = args[0].map(({ target, callData }) => {
    if (target.toLowerCase() === codeless) return { success: true, returnData: '0x' as const };
    const units = heldOf(target, `0x${callData.slice(-40)}`) ?? 0n;
    return { success: true, returnData: `0x${units.toString(16).padStart(64, '0')}` as const };
  });
  return encodeFunctionResult({ abi, functionName: 'aggregate3', result });
}

describe('balances of all addresses', () => {
  const search = () => searchUnseen(ctx, live, createEvmNode(rpc, multicall));

  it('show money that nobody saw arrive, and its transfer is found', async () => {
    await ctx.db`insert into ledger_reconciliations (chain, due_at) values ('ethereum', now())`;
    hidden.add('eth_getLogs');
    await mine(5, 7n);
    hidden.clear();
    await mine(4);
    expect(await found()).toEqual([]);
    expect(await search(), 'nothing is there').toBe(0);
    held.set(one, 7n);
    clock.advance(5 * 60_000);
    expect(await search()).toBe(1);
    expect(await found()).toEqual(['7 final']);
    clock.advance(5 * 60_000);
    expect(await search(), 'it is known now').toBe(0);
  });

  it('show money that came beside some that was seen', async () => {
    await ctx.db`insert into ledger_reconciliations (chain, due_at) values ('ethereum', now())`;
    await mine(5, 100n);
    for (const method of ['eth_getLogs', 'eth_getBlockReceipts']) hidden.add(method);
    await mine(5, 7n);
    hidden.clear();
    await mine(4);
    expect(await found()).toEqual(['100 final']);
    held.set(one, 100n);
    expect(await search(), 'only what is known is there').toBe(0);
    held.set(one, 107n);
    clock.advance(5 * 60_000);
    expect(await search()).toBe(1);
    expect((await found()).sort()).toEqual(['100 final', '7 final']);
  });

  it('are read in turns although a token is not on the chain, or one address cannot be searched', async () => {
    await ctx.db`insert into ledger_reconciliations (chain, due_at) values ('ethereum', now())`;
    hidden.add('eth_getLogs');
    await mine(5, 7n);
    hidden.clear();
    await mine(4);
    await watchAddresses(ctx, ctx.db, [
      {
        chain: 'ethereum',
        address: unreadable,
        native: false,
        watchUntil: new Date(clock.nowMs() + 91 * 86_400_000),
      },
    ]);
    held.set(unreadable, 5n);
    held.set(one, 7n);
    const tokens = live.strays.map((token) => ({ ...token, address: codeless as `0x${string}` }));
    live = { ...live, strays: [...tokens, ...live.strays] };
    expect(await search()).toBe(1);
    const turn = () =>
      ctx.db`select turn_after, turn_at from ledger_reconciliations where chain = 'ethereum'`;
    expect(await turn()).toEqual([{ turn_after: '', turn_at: clock.now() }]);
    expect(await found()).toEqual(['7 final']);
  });

  it('are asked for again where a node answers nothing', async () => {
    await ctx.db`insert into ledger_reconciliations (chain, due_at) values ('ethereum', now())`;
    await mine(4);
    const none = { ...createEvmNode(rpc, multicall), balances: () => Promise.reject(new Error('down')) };
    await expect(searchUnseen(ctx, live, none)).rejects.toThrow('down');
    expect(await ctx.db`select turn_at from ledger_reconciliations`).toEqual([{ turn_at: null }]);
  });

  it('show money in a token that is never credited, too', async () => {
    await ctx.db`insert into ledger_reconciliations (chain, due_at) values ('ethereum', now())`;
    hidden.add('eth_getLogs');
    await mine(5, 7n, one, stray);
    hidden.clear();
    await mine(4);
    held.set(`${stray} ${one}`, 7n);
    expect(await search()).toBe(1);
    const [arrival] = await arrivalsAt(ctx.db, 'ethereum', [one]);
    expect(arrival).toMatchObject({ token: null, asset: stray, units: '7' });
    clock.advance(5 * 60_000);
    expect(await search(), 'it is known now').toBe(0);
  });

  it('are read some at a time, and all of them after a gap', async () => {
    await ctx.db`insert into ledger_reconciliations (chain, due_at) values ('ethereum', now())`;
    const watchUntil = new Date(clock.nowMs() + 91 * 86_400_000);
    const others = Array.from({ length: 250 }, (_, index) => ({
      chain: 'ethereum' as const,
      address: `0xe${String(index).padStart(39, '0')}`,
      native: false,
      watchUntil,
    }));
    await watchAddresses(ctx, ctx.db, others);
    await mine(4);
    const after = async () =>
      (await ctx.db<{ turn_after: string }[]>`select turn_after from ledger_reconciliations`)[0]?.turn_after;
    await search();
    expect(await after(), 'a first round reads all').toBe('');
    const turns: (string | undefined)[] = [];
    for (let turn = 0; turn < 3; turn++) {
      clock.advance(5 * 60_000);
      await search();
      turns.push(await after());
    }
    expect(turns).toEqual([expect.stringContaining('98'), expect.stringContaining('198'), '']);
    clock.advance(5 * 60_000);
    await search();
    expect(await after()).not.toBe('');
    clock.advance(40 * 60_000);
    await search();
    expect(await after(), 'nobody looked for longer than usual').toBe('');
  });
});

describe('blocks that are read again', () => {
  it('show a transfer that the node hid at both looks, and change nothing else', async () => {
    hidden.add('eth_getLogs');
    await mine(5, 7n);
    hidden.clear();
    await mine(4, 5n);
    await mine(2, 9n);
    expect(await found()).toEqual(['5 final', '9 seen']);
    const before = await everything();
    const [part] = await parts(0, await final());
    expect(part).toMatchObject({ found: 1 });
    expect(await found()).toEqual(['7 final', '5 final', '9 seen']);
    expect((await everything()).filter(({ units }) => units !== '7')).toEqual(before);
    expect(await parts(0, await final())).toMatchObject([{ found: 0 }]);
  });

  it('show what came to an address before anybody here knew it', async () => {
    await mine(5, 8n, two);
    await watchAddresses(ctx, ctx.db, [
      {
        chain: 'ethereum',
        address: two,
        native: false,
        watchUntil: new Date(clock.nowMs() + 91 * 86_400_000),
      },
    ]);
    await mine(4);
    expect(await found(two)).toEqual([]);
    await parts(0, await final());
    expect(await found(two)).toEqual(['8 final']);
  });

  it('are kept when the reading stops, and the next one goes on after them', async () => {
    hidden.add('eth_getLogs');
    await mine(1, 5n);
    const last = chain.tip.number;
    for (let block = 0; block < 600; block++) mineOn(chain, clock.nowMs());
    mineOn(chain, clock.nowMs(), { transfers: [{ token: usdc, to: one, units: 6n }] });
    await poll();
    await mine(6);
    hidden.clear();
    const to = await final();
    const [first] = await parts(last, to, 1);
    expect(first).toEqual({ from: last, to: last + 499, found: 1 });
    expect(await found()).toEqual(['5 final']);
    expect(await parts(last + 500, to)).toMatchObject([{ found: 1 }]);
    expect(await found()).toEqual(['5 final', '6 final']);
  });

  it('are not those of another chain, nor above the final one', async () => {
    await mine(4, 5n);
    await expect(parts(0, (await final()) + 1)).rejects.toThrow('is not final');
    await ctx.db`update chain_blocks set hash = '0xother'`;
    await expect(parts(0, await final())).rejects.toThrow('as it was read');
  });
});
