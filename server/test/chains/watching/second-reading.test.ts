import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Context } from '../../../src/app/context.ts';
import { arrivalsAt, cursorOf, watchAddresses } from '../../../src/chains/watching/cursors.ts';
import { createLane } from '../../../src/chains/watching/evm/lane.ts';
import type { LiveChain } from '../../../src/chains/watching/live-chain.ts';
import type { Sql } from '../../../src/platform/db/client.ts';
import { isPaidBy, type LyingNode, startLyingNode } from '../../live/lying-node.ts';
import { type ManualClock, manualClock } from '../../support/clock.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { type DyingWorker, dyingWorker } from './dying-worker.ts';
import { ModelChain } from './model/model-chain.ts';
import { byDepth, modelLiveChain, payer, usdc } from './model/model-money.ts';
import { modelRpc, multicall } from './model/model-rpc.ts';
import { mineOn } from './model/model-transactions.ts';
import { type RpcServer, startRpcServer } from './model/rpc-server.ts';

const one = `0xd1${'0'.repeat(38)}` as const;
const other = `0xd2${'0'.repeat(38)}` as const;
const thief = `0x${'bad0'.repeat(10)}`;

let service: TestService;
let clock: ManualClock;
let ctx: Context;
let chain: ModelChain;
let live: LiveChain;
let honest: RpcServer;
let liar: LyingNode;
let worker: DyingWorker;
let lane: ReturnType<typeof createLane>;
/** Whose payments were judged when their money was final. */
let judged: Set<string>;

beforeAll(async () => {
  service = await startTestService({ env: { LOG_LEVEL: 'silent' } });
  service.ctx.log.level = 'silent';
});
afterAll(() => service.stop());
beforeEach(async () => {
  clock = manualClock();
  judged = new Set();
  ctx = {
    ...service.ctx,
    clock,
    followers: {
      ...service.ctx.followers,
      arrivalsChanged: async (tx, addresses) => {
        for (const address of await finalOf(tx, addresses)) judged.add(address);
      },
      needingSecondNode: async (_tx, _chain, addresses) => addresses,
    },
  };
  await ctx.db`truncate chain_cursors, chain_blocks, watched_addresses, arrivals, departures, node_disputes,
    due_rescans cascade`;
  chain = new ModelChain(clock.nowMs() - 3_600_000);
  for (let age = 12; age > 0; age--) mineOn(chain, clock.nowMs() - age * 120_000);
  honest = await startRpcServer(modelRpc(chain, 1));
  liar = await startLyingNode(honest.url);
  live = modelLiveChain(byDepth(3), {
    id: 'ethereum',
    chainId: 1,
    rpcUrls: [liar.url, honest.url],
    multicall,
  });
  worker = dyingWorker(ctx);
  lane = createLane(worker.ctx, live, 'one');
  const watchUntil = new Date(clock.nowMs() + 91 * 86_400_000);
  await watchAddresses(
    ctx,
    ctx.db,
    [one, other].map((address) => ({ chain: 'ethereum', address, native: false, watchUntil })),
  );
  await polls(1);
});
afterEach(async () => {
  await liar.stop();
  await honest.stop();
});

async function polls(count: number): Promise<void> {
  for (let poll = 0; poll < count; poll++) {
    clock.advance(1000);
    await lane.run(new AbortController().signal, () => false);
  }
}

async function mine(blocks: number, units?: bigint): Promise<void> {
  for (let block = 0; block < blocks; block++) {
    const transfers = block === 0 && units !== undefined ? [{ token: usdc, to: one, units }] : [];
    mineOn(chain, clock.nowMs(), { transfers });
    await polls(1);
  }
}

const found = async () =>
  (await arrivalsAt(ctx.db, 'ethereum', [one])).map(
    ({ units, state, payer_address }) => `${units} from ${payer_address?.toLowerCase()} ${state}`,
  );
async function finalOf(tx: Sql, addresses: readonly string[]): Promise<string[]> {
  const rows = await tx<{ address: string }[]>`
    select address from arrivals where state = 'final' and address = any(${[...addresses]}::text[])`;
  return rows.map(({ address }) => address.toLowerCase());
}

const dueBlocks = () => ctx.db`select chain, block_number from due_rescans`;
const readUntil = async () => Number((await cursorOf(ctx.db, 'ethereum'))?.number);

/** One worker takes back what its first node invented, and dies with that commit. */
async function takeBackAndDie(): Promise<number> {
  liar.lie = isPaidBy(thief, one);
  const block = chain.tip.number + 1;
  await mine(6, 7n);
  expect(await found()).toEqual([`7 from ${thief} seen`]);
  liar.lie = null;
  worker.isDoomed = true;
  await polls(2);
  expect(worker.isDead).toBe(true);
  expect(await found()).toEqual([`7 from ${thief} gone`]);
  return block;
}

/** Another worker, once the first one's lease is over. */
function restart(): void {
  lane = createLane(ctx, live, 'two');
  clock.advance(60_000);
}

it('is made by the next worker, if the one that took money back dies before it reads the block again', async () => {
  const block = await takeBackAndDie();
  expect(await dueBlocks()).toEqual([{ chain: 'ethereum', block_number: BigInt(block) }]);
  restart();
  await mine(4);
  expect(await found()).toEqual([`7 from ${payer} final`]);
  expect(await dueBlocks()).toEqual([]);
});

it('waits for a second node, and the chain is read on', async () => {
  await takeBackAndDie();
  restart();
  liar.lie = 'down';
  await mine(4);
  expect(await readUntil()).toBe(chain.tip.number);
  expect(await found()).toEqual([`7 from ${thief} gone`]);
  expect(await dueBlocks()).toHaveLength(1);
  liar.lie = null;
  // The next try is a minute later.
  const asked = honest.requests.length;
  await polls(1);
  expect(
    honest.requests
      .slice(asked)
      .flat()
      .some(({ method }) => method === 'eth_getBlockReceipts'),
  ).toBe(false);
  clock.advance(60_000);
  await mine(4);
  expect(await found()).toEqual([`7 from ${payer} final`]);
  expect(await dueBlocks()).toEqual([]);
});

it('counts only if two nodes show the same: the one that lied may hide money now', async () => {
  await takeBackAndDie();
  restart();
  liar.lie = ({ method }, result) => {
    if (method === 'eth_getLogs') return [];
    if (method === 'eth_getBlockReceipts') return null;
    return method === 'eth_getBlockByNumber' && result
      ? { ...result, logsBloom: `0x${'00'.repeat(256)}` }
      : result;
  };
  await mine(4);
  expect(await dueBlocks()).toHaveLength(1);
  liar.lie = null;
  clock.advance(60_000);
  await mine(4);
  expect(await found()).toEqual([`7 from ${payer} final`]);
  expect(await dueBlocks()).toEqual([]);
});

it('judges the payments whose money waited for the end of the dispute, and is final with that reading', async () => {
  liar.lie = isPaidBy(thief, one);
  const transfers = [one, other].map((to) => ({ token: usdc, to, units: 7n }));
  mineOn(chain, clock.nowMs(), { transfers });
  await polls(1);
  await mine(5);
  expect(await finalOf(ctx.db, [other])).toEqual([]);
  liar.lie = null;
  // No further block: what the reading makes final is not final again later.
  await polls(3);
  expect(await finalOf(ctx.db, [other])).toEqual([other]);
  expect([...judged]).toEqual([other]);
});

it('asks the second node about large money, however many small payments wait before it', async () => {
  const needingSecondNode: Context['followers']['needingSecondNode'] = async (_tx, _chain, addresses) =>
    addresses.filter((address) => address === other);
  // Nobody answers about any of them.
  const screening = { ...ctx.screening, isOn: true, covers: () => true };
  lane = createLane({ ...ctx, screening, followers: { ...ctx.followers, needingSecondNode } }, live, 'one');
  const dust = Array.from({ length: 60 }, () => ({ token: usdc, to: one, units: 1n }));
  mineOn(chain, clock.nowMs(), { transfers: dust });
  mineOn(chain, clock.nowMs(), { transfers: [{ token: usdc, to: other, units: 5n }] });
  await mine(5);
  const confirmed = await ctx.db`select address, units::text from arrivals where confirmed_by is not null`;
  expect(confirmed).toEqual([{ address: other, units: '5' }]);
});
