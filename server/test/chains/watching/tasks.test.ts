import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Context } from '../../../src/app/context.ts';
import { arrivalsAt, cursorOf, watchAddresses } from '../../../src/chains/watching/cursors.ts';
import type { LiveChain } from '../../../src/chains/watching/live-chain.ts';
import { createWatchChainTasks } from '../../../src/chains/watching/tasks.ts';
import type { ChainId } from '../../../src/lib/chains/registry.ts';
import { selectAlarming } from '../../../src/messages/alarms/store.ts';
import { runDueTasks } from '../../../src/platform/jobs/loop.ts';
import type { Task } from '../../../src/platform/jobs/task.ts';
import { createMetrics } from '../../../src/platform/metrics/metrics.ts';
import { type ManualClock, manualClock } from '../../support/clock.ts';
import { until } from '../../support/process.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { branch, ModelChain, type ModelTransaction } from './model/model-chain.ts';
import { byDepth, modelLiveChain, stray, unknownToken, usdc } from './model/model-money.ts';
import { modelRpc, multicall } from './model/model-rpc.ts';
import { mineOn } from './model/model-transactions.ts';
import { type RpcServer, startRpcServer } from './model/rpc-server.ts';

const dayMs = 86_400_000;
const one = `0xd1${'0'.repeat(38)}`;
const two = `0xd2${'0'.repeat(38)}`;

let service: TestService;
let clock: ManualClock;
let ctx: Context;
let tasks: Task[];
const servers: RpcServer[] = [];

beforeAll(async () => {
  service = await startTestService({ env: { LOG_LEVEL: 'silent' } });
  service.ctx.log.level = 'silent';
});
afterAll(() => service.stop());
beforeEach(async () => {
  clock = manualClock();
  const metrics = createMetrics({ queuedEmails: async () => 0 });
  ctx = {
    ...service.ctx,
    clock,
    metrics,
    followers: { ...service.ctx.followers, arrivalsChanged: async () => {} },
  };
  await ctx.db`truncate chain_cursors, chain_blocks, watched_addresses, arrivals, departures cascade`;
});
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
  for (const task of tasks) await task.drain?.();
});

/** A chain with a node of its own. */
async function startChain(id: ChainId, chainId: number, rest: Partial<LiveChain> = {}) {
  const chain = new ModelChain(clock.nowMs() - 3_600_000);
  for (let age = 12; age > 0; age--) mineOn(chain, clock.nowMs() - age * 120_000);
  /** Methods that answer an empty list, as those of a node whose index is behind. */
  const hidden = new Set<string>();
  /** Transfers of these amounts are left out of logs. */
  const omitted = new Set<bigint>();
  const server = await startRpcServer((request) => {
    if (hidden.has(request.method)) return [];
    const result = modelRpc(chain, chainId)(request);
    if (request.method !== 'eth_getLogs') return result;
    return (result as { data: string }[]).filter(({ data }) => !omitted.has(BigInt(data)));
  });
  servers.push(server);
  const live = modelLiveChain(byDepth(3), { id, chainId, rpcUrls: [server.url], multicall, ...rest });
  return { chain, server, live, hidden, omitted };
}

const watch = (chain: ChainId, address = one, rest: { native?: boolean; days?: number } = {}) =>
  watchAddresses(ctx, ctx.db, [
    {
      chain,
      address,
      native: rest.native ?? true,
      watchUntil: new Date(clock.nowMs() + (rest.days ?? 91) * dayMs),
    },
  ]);

/** One poll of every chain, until there is nothing more to do. */
async function poll(): Promise<void> {
  clock.advance(1000);
  await runDueTasks(ctx, tasks);
}

const pay = (units: bigint, token = usdc, to = one): Partial<ModelTransaction> => ({
  transfers: [{ token, to, units }],
});
const found = async (chain: ChainId = 'ethereum', address = one) =>
  (await arrivalsAt(ctx.db, chain, [address])).map(({ kind, units, state }) => `${kind} ${units} ${state}`);
const metric = async (name: string, labels: string) =>
  Number(new RegExp(`^${name}\\{${labels}\\} (\\S+)$`, 'm').exec(await ctx.metrics.registry.metrics())?.[1]);
const isBlock = (value: unknown): value is { blockHash: string } =>
  typeof value === 'object' && value !== null && 'blockHash' in value;
const asked = (server: RpcServer, method: string) =>
  server.requests.flat().filter((request) => request.method === method).length;

describe('a chain', () => {
  it('is read from before the first address was registered, and its money seen, confirmed and final', async () => {
    const { chain, live } = await startChain('ethereum', 1);
    tasks = createWatchChainTasks([live]);
    await watch('ethereum');
    await poll();
    mineOn(chain, clock.nowMs(), pay(5n), pay(6n, stray), pay(7n, unknownToken), pay(0n));
    await poll();
    const rows = await arrivalsAt(ctx.db, 'ethereum', [one]);
    expect(rows).toMatchObject([
      { kind: 'log', token: 'USDC', asset: usdc, units: '5', state: 'seen', confirmations: 1 },
      { kind: 'log', token: null, asset: stray, units: '6', state: 'seen', confirmations: 1 },
    ]);
    expect(rows[0]?.payer_address).toMatch(/^0x9[aA]/);
    for (const state of ['seen', 'final']) {
      mineOn(chain, clock.nowMs());
      await poll();
      expect(await found()).toEqual([`log 5 ${state}`, `log 6 ${state}`]);
    }
    expect(await cursorOf(ctx.db, 'ethereum')).toMatchObject({
      hash: chain.tip.hash,
      head_number: BigInt(chain.tip.number),
      final_number: BigInt(chain.tip.number - 2),
      halted_reason: null,
    });
    expect(await metric('causeway_chain_arrivals_total', 'chain="ethereum",kind="log"')).toBe(2);
    expect(await metric('causeway_chain_head_block', 'chain="ethereum"')).toBe(chain.tip.number);
    expect(await metric('causeway_chain_lag_blocks', 'chain="ethereum"')).toBe(0);
  });

  it('is not read while nothing is watched there, but asked whether it is there', async () => {
    const { server, live } = await startChain('ethereum', 1);
    tasks = createWatchChainTasks([live]);
    for (let round = 0; round < 3; round++) await poll();
    expect(asked(server, 'eth_getLogs')).toBe(0);
    expect(asked(server, 'eth_getBlockByNumber')).toBe(1);
    expect(await ctx.db`select answered_at is not null as answered from chain_cursors`).toEqual([
      { answered: true },
    ]);
  });

  it('that is final by tag becomes final while it is caught up with, not only afterwards', async () => {
    const finality = { depth: null, usesTag: true, largeFrom: {}, secondLookDepth: 2 };
    const { chain, server, live } = await startChain('ethereum', 1, { finality });
    tasks = createWatchChainTasks([live]);
    await watch('ethereum', one, { native: false });
    await poll();
    for (let block = 0; block < 400; block++) mineOn(chain, clock.nowMs());
    const looks: ReturnType<typeof cursorOf>[] = [];
    server.interfere = () => {
      looks.push(cursorOf(ctx.db, 'ethereum'));
      return false;
    };
    await poll();
    const unfinal = (await Promise.all(looks)).map((cursor) =>
      cursor ? Number(cursor.number - cursor.final_number) : 0,
    );
    expect(Math.max(...unfinal)).toBeLessThan(200);
    expect(await cursorOf(ctx.db, 'ethereum')).toMatchObject({ hash: chain.tip.hash });
  });

  it('that makes blocks faster than its node answers becomes final all the same', async () => {
    const { chain, server, live } = await startChain('ethereum', 1);
    tasks = createWatchChainTasks([live]);
    await watch('ethereum', one, { native: false });
    await poll();
    const end = chain.tip.number + 200;
    const looks: ReturnType<typeof cursorOf>[] = [];
    server.interfere = () => {
      if (chain.tip.number < end) mineOn(chain, clock.nowMs());
      looks.push(cursorOf(ctx.db, 'ethereum'));
      return false;
    };
    while (chain.tip.number < end) await poll();
    const unfinal = (await Promise.all(looks)).map((cursor) =>
      cursor ? Number(cursor.number - cursor.final_number) : 0,
    );
    expect(Math.max(...unfinal)).toBeLessThan(60);
  });

  it('that was away catches up and skips nothing', async () => {
    const { chain, server, live } = await startChain('ethereum', 1);
    tasks = createWatchChainTasks([live]);
    await watch('ethereum', one, { native: false });
    await poll();
    server.interfere = (_calls, reply) => Boolean(reply.writeHead(503).end());
    for (let count = 1; count <= 150; count++) mineOn(chain, clock.nowMs(), pay(BigInt(count)));
    await poll();
    expect(await found()).toEqual([]);
    expect(await metric('causeway_chain_steps_total', 'chain="ethereum",result="failed"')).toBe(1);
    expect(
      await metric(
        'causeway_rpc_errors_total',
        `chain="ethereum",host="${new URL(server.url).host}",problem="unreachable"`,
      ),
    ).toBeGreaterThan(1);
    server.interfere = null;
    clock.advance(60_000);
    await poll();
    expect(await found()).toHaveLength(150);
  });

  it('whose node fails every second request is read all the same: a request is sent again, and no step starts over', async () => {
    const { chain, server, live } = await startChain('ethereum', 1);
    tasks = createWatchChainTasks([live]);
    await watch('ethereum', one);
    await poll();
    const before = await metric('causeway_chain_step_parts_total', 'chain="ethereum",part="view"');
    const { length: asked } = server.requests;
    let requests = 0;
    server.interfere = (_calls, reply) => requests++ % 2 === 0 && Boolean(reply.writeHead(503).end());
    for (let block = 0; block < 6; block++)
      mineOn(chain, clock.nowMs(), pay(5n), { value: { to: one, units: 7n } });
    await poll();
    expect((await found()).filter((one) => one.endsWith('final'))).toHaveLength(8);
    expect(await metric('causeway_chain_steps_total', 'chain="ethereum",result="failed"')).toBeNaN();
    const host = new URL(server.url).host;
    const retried = await metric('causeway_rpc_retries_total', `chain="ethereum",host="${host}"`);
    expect(retried).toBe(requests / 2);
    expect(server.requests.length - asked, 'nothing is read a second time').toBe(2 * retried);
    expect(await metric('causeway_chain_step_parts_total', 'chain="ethereum",part="logs"')).toBeGreaterThan(
      0,
    );
    expect(await metric('causeway_chain_step_parts_total', 'chain="ethereum",part="view"')).toBeGreaterThan(
      before,
    );
  });

  it('where nothing was watched for long is not read block by block', async () => {
    const { chain, server, live } = await startChain('ethereum', 1);
    tasks = createWatchChainTasks([live]);
    await watch('ethereum', one, { days: 1 });
    await poll();
    clock.advance(2 * dayMs);
    for (let count = 0; count < 1200; count++) mineOn(chain, clock.nowMs() - (1200 - count) * 12_000);
    await watch('ethereum', two);
    server.requests.length = 0;
    await poll();
    mineOn(chain, clock.nowMs(), pay(4n, usdc, two));
    await poll();
    expect(await found('ethereum', two)).toEqual(['log 4 seen']);
    expect(asked(server, 'eth_getBlockByNumber')).toBeLessThan(200);
  });

  it('that is reorganised loses what was in the abandoned blocks', async () => {
    const { chain, live } = await startChain('ethereum', 1);
    tasks = createWatchChainTasks([live]);
    await watch('ethereum');
    await poll();
    const fork = chain.tip;
    mineOn(chain, clock.nowMs(), pay(5n));
    await poll();
    chain.tip = fork;
    mineOn(chain, clock.nowMs());
    mineOn(chain, clock.nowMs(), pay(6n));
    await poll();
    expect((await found()).toSorted()).toEqual(['log 5 gone', 'log 6 seen']);
  });

  it('whose final block was replaced halts and says so; the others go on', async () => {
    const ethereum = await startChain('ethereum', 1);
    const base = await startChain('base', 8453);
    tasks = createWatchChainTasks([ethereum.live, base.live]);
    await watch('ethereum');
    await watch('base');
    for (const { chain } of [ethereum, base]) mineOn(chain, clock.nowMs(), pay(5n));
    await poll();
    for (let count = 0; count < 5; count++) mineOn(ethereum.chain, clock.nowMs());
    await poll();
    ethereum.chain.tip = ethereum.chain.canonical()[12] ?? ethereum.chain.tip;
    for (let count = 0; count < 9; count++) mineOn(ethereum.chain, clock.nowMs());
    mineOn(base.chain, clock.nowMs(), pay(6n));
    const logged = vi.spyOn(ctx.log, 'error');
    for (let round = 0; round < 4; round++) await poll();
    expect(logged).toHaveBeenCalledWith({ chain: 'ethereum' }, expect.stringContaining('chain halted'));
    logged.mockRestore();
    expect((await cursorOf(ctx.db, 'ethereum'))?.halted_reason).toContain('was final as');
    expect(await metric('causeway_chain_halted', 'chain="ethereum"')).toBe(1);
    expect(await metric('causeway_chain_halted', 'chain="base"')).toBe(0);
    expect(await found()).toEqual(['log 5 final']);
    expect(await found('base')).toEqual(['log 5 seen', 'log 6 seen']);
  });

  it('that hangs stops only itself, and a stop does not wait for it for ever', async () => {
    const ethereum = await startChain('ethereum', 1);
    const base = await startChain('base', 8453);
    tasks = createWatchChainTasks([ethereum.live, base.live]);
    await watch('ethereum');
    await watch('base');
    ethereum.server.interfere = () => true;
    mineOn(base.chain, clock.nowMs(), pay(5n));
    for (const task of tasks) await task.run(ctx);
    await until(async () => (await found('base')).length === 1);
    expect(await found()).toEqual([]);
    await ethereum.server.stop();
    for (const task of tasks) await task.drain?.();
  });
});

describe('a payment whose logs the node leaves out', () => {
  const minuteAgo = () => {
    const then = new Date(clock.nowMs() - 60_000);
    return { chains: [], stuckSince: then, standsSince: then, unscreenedSince: then, cappedSince: then };
  };
  const setUp = async () => {
    const { chain, server, live, hidden, omitted } = await startChain('ethereum', 1);
    tasks = createWatchChainTasks([live]);
    await watch('ethereum', one, { native: false });
    await poll();
    return { chain, server, hidden, omitted };
  };

  it('is found by the receipts of its block', async () => {
    const { chain, hidden } = await setUp();
    hidden.add('eth_getLogs');
    mineOn(chain, clock.nowMs(), pay(1n, usdc, two), pay(5n), pay(6n));
    await poll();
    expect(await found()).toEqual(['log 5 seen', 'log 6 seen']);
  });

  it("is found beside a stranger's transfer to the same address, which the node does not leave out", async () => {
    const { chain, omitted } = await setUp();
    omitted.add(5n);
    mineOn(chain, clock.nowMs(), pay(1n), pay(5n));
    await poll();
    expect(await found()).toEqual(['log 1 seen', 'log 5 seen']);
  });

  it('is found when the node shows it again, however long it hid it in every way', async () => {
    const { chain, server, hidden } = await setUp();
    hidden.add('eth_getLogs').add('eth_getBlockReceipts');
    mineOn(chain, clock.nowMs());
    const before = chain.tip;
    mineOn(chain, clock.nowMs(), pay(5n));
    for (let round = 0; round < 10; round++) {
      mineOn(chain, clock.nowMs());
      clock.advance(30_000);
      await poll();
    }
    expect(await cursorOf(ctx.db, 'ethereum')).toMatchObject({ hash: before.hash });
    const host = new URL(server.url).host;
    const standing = await selectAlarming(ctx.db, minuteAgo(), 10);
    expect(standing).toMatchObject([
      {
        alarm_id: 'stands ethereum',
        subject: expect.stringContaining(`${host} does not show all logs of block ${before.number + 1}`),
      },
    ]);
    hidden.clear();
    clock.advance(30_000);
    await poll();
    expect(await found()).toEqual(['log 5 final']);
    expect(await cursorOf(ctx.db, 'ethereum')).toMatchObject({ hash: chain.tip.hash });
    expect(await selectAlarming(ctx.db, minuteAgo(), 10)).toEqual([]);
  });
});

describe('native money', () => {
  it('is counted once, whether transactions, contracts or both send it, and flushes take it out', async () => {
    const { chain, live } = await startChain('ethereum', 1);
    tasks = createWatchChainTasks([live]);
    await watch('ethereum');
    await poll();
    mineOn(
      chain,
      clock.nowMs(),
      { value: { to: one, units: 10n } },
      { value: { to: one, units: 99n }, isReverted: true },
    );
    await poll();
    mineOn(chain, clock.nowMs(), { internal: [{ to: one, units: 3n }] });
    await poll();
    // All in one block: comes from both, is flushed, and comes again.
    mineOn(
      chain,
      clock.nowMs(),
      { value: { to: one, units: 20n }, internal: [{ to: one, units: 4n }] },
      { flushed: [one] },
      { internal: [{ to: one, units: 5n }] },
    );
    await poll();
    mineOn(chain, clock.nowMs(), { flushed: [one] });
    mineOn(chain, clock.nowMs());
    await poll();
    expect(await found()).toEqual([
      'native 10 final',
      'balance 3 final',
      'native 20 final',
      'balance 9 final',
    ]);
    const [sent, contract] = await arrivalsAt(ctx.db, 'ethereum', [one]);
    expect(sent).toMatchObject({ token: 'ETH', asset: null });
    expect(sent?.payer_address).toMatch(/^0x9/);
    expect(contract).toMatchObject({ token: 'ETH', asset: null, payer_address: null, tx_hash: null });
  });

  it('is found by its balance where none is expected, and full blocks are not read for it', async () => {
    const { chain, server, live } = await startChain('ethereum', 1);
    tasks = createWatchChainTasks([live]);
    await watch('ethereum', one, { native: false });
    await poll();
    const sent = mineOn(chain, clock.nowMs(), { value: { to: one, units: 10n } });
    await poll();
    clock.advance(60_000);
    mineOn(chain, clock.nowMs());
    await poll();
    expect(await found()).toEqual(['balance 10 seen']);
    // Only the block that brought it, for who sent it.
    const full = server.requests.flat().filter(({ params }) => params[1] === true);
    expect(full.map(({ params }) => Number(params[0]))).toEqual([sent.number]);
    const [arrival] = await arrivalsAt(ctx.db, 'ethereum', [one]);
    expect(arrival).toMatchObject({
      tx_hash: sent.transactions[0]?.hash,
      payer_address: expect.stringMatching(/^0x9/),
    });
  });

  it('of a contract is not taken for that of a transaction with the same amount', async () => {
    const { chain, live } = await startChain('ethereum', 1);
    tasks = createWatchChainTasks([live]);
    await watch('ethereum', one, { native: false });
    await watch('ethereum', two);
    await poll();
    mineOn(chain, clock.nowMs(), { internal: [{ to: one, units: 10n }] });
    await poll();
    // The thief's is found at once, since full blocks are read for the other address.
    mineOn(chain, clock.nowMs(), { value: { to: one, units: 10n } });
    await poll();
    clock.advance(60_000);
    mineOn(chain, clock.nowMs());
    await poll();
    const arrivals = await arrivalsAt(ctx.db, 'ethereum', [one]);
    expect(arrivals.map(({ kind, payer_address }) => [kind, payer_address !== null])).toEqual([
      ['native', true],
      ['balance', false],
    ]);
  });

  it('that left by ways unknown does not hide what comes later, nor is it counted again', async () => {
    const { chain, live } = await startChain('ethereum', 1, { flushes: null });
    tasks = createWatchChainTasks([live]);
    await watch('ethereum');
    await poll();
    mineOn(chain, clock.nowMs(), { value: { to: one, units: 10n } });
    await poll();
    mineOn(chain, clock.nowMs(), { flushed: [one] });
    await poll();
    mineOn(chain, clock.nowMs(), { internal: [{ to: one, units: 4n }] });
    await poll();
    expect(await found()).toEqual(['native 10 final', 'balance 4 seen']);
  });

  it('that contracts sent while nobody watched is dated by its block', async () => {
    const { chain, live } = await startChain('ethereum', 1);
    tasks = createWatchChainTasks([live]);
    await watch('ethereum');
    await poll();
    const first = mineOn(chain, clock.nowMs(), { internal: [{ to: one, units: 3n }] });
    mineOn(chain, clock.nowMs(), { value: { to: one, units: 10n } });
    const second = mineOn(chain, clock.nowMs(), { internal: [{ to: one, units: 4n }] });
    for (let block = 0; block < 100; block++) mineOn(chain, clock.nowMs());
    await poll();
    const arrivals = await arrivalsAt(ctx.db, 'ethereum', [one]);
    expect(arrivals.map(({ kind, units, block_number }) => [kind, units, Number(block_number)])).toEqual([
      ['balance', '3', first.number],
      ['native', '10', first.number + 1],
      ['balance', '4', second.number],
    ]);
  });

  it('is dated by the next look where the node has no old states', async () => {
    const { chain, server, live } = await startChain('ethereum', 1);
    tasks = createWatchChainTasks([live]);
    await watch('ethereum');
    await poll();
    const sent = mineOn(chain, clock.nowMs(), { internal: [{ to: one, units: 3n }] });
    for (let block = 0; block < 100; block++) mineOn(chain, clock.nowMs());
    // By hash, and then by number.
    const old = branch(chain.tip)
      .slice(0, -70)
      .flatMap(({ hash, number }) => [hash, number]);
    let refused = 0;
    server.interfere = ([call], reply) => {
      const [, at] = call?.method === 'eth_call' ? call.params : [];
      if (!call || !old.includes(isBlock(at) ? at.blockHash : Number(at))) return false;
      refused++;
      reply.end(JSON.stringify({ id: call.id, error: { code: -32000, message: 'missing trie node' } }));
      return true;
    };
    await poll();
    const [arrival] = await arrivalsAt(ctx.db, 'ethereum', [one]);
    expect(arrival).toMatchObject({ kind: 'balance', units: '3' });
    expect(Number(arrival?.block_number)).toBeGreaterThan(sent.number);
    // Asked once, not at every step.
    expect(refused).toBe(2);
  });

  it('does not stop the chain where balances cannot be read', async () => {
    const { chain, server, live } = await startChain('ethereum', 1);
    tasks = createWatchChainTasks([live]);
    await watch('ethereum');
    await poll();
    server.interfere = (calls, reply) =>
      calls[0]?.method === 'eth_call' &&
      Boolean(
        reply.end(JSON.stringify({ id: calls[0].id, error: { code: -32000, message: 'missing trie node' } })),
      );
    mineOn(chain, clock.nowMs(), pay(5n), { internal: [{ to: one, units: 4n }] });
    await poll();
    expect(await found()).toEqual(['log 5 seen']);
    server.interfere = null;
    mineOn(chain, clock.nowMs());
    await poll();
    expect(await found()).toEqual(['log 5 seen', 'balance 4 seen']);
  });
});
