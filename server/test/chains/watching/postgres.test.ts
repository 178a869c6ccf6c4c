import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import type { Context } from '../../../src/app/context.ts';
import { abandonAbove, insertArrivals } from '../../../src/chains/watching/arrival-store.ts';
import { arrivalsAt, cursorOf, watchAddresses } from '../../../src/chains/watching/cursors.ts';
import { createLedger } from '../../../src/chains/watching/evm/evm-ledger.ts';
import type { BlockRef, HeldCursor, NewArrival, Writes } from '../../../src/chains/watching/ledger-port.ts';
import { budget } from '../../support/chance.ts';
import { type ManualClock, manualClock } from '../../support/clock.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { runHistory, type Snapshot, type Tables } from './model/history.ts';
import { usdc } from './model/model-money.ts';

let service: TestService;
let ctx: Context;
let clock: ManualClock;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  clock = manualClock();
  ctx = { ...service.ctx, clock, followers: { ...service.ctx.followers, arrivalsChanged: async () => {} } };
  await ctx.db`truncate chain_cursors, chain_blocks, watched_addresses, arrivals, departures cascade`;
});

const ours = '0xd1d1d1D1D1d1D1D1d1D1D1D1D1D1D1D1d1d1D1D1'.toLowerCase();
const block = (number: number, branch = 'a'): BlockRef => ({
  number,
  hash: `0x${number.toString(16).padStart(64, branch)}`,
  time: new Date(clock.nowMs() + number * 1000),
});
const writes = (rest: Partial<Writes> & { at: BlockRef }): Writes => ({
  restart: false,
  finalNumber: 0,
  finalizedNumber: 0,
  newBlocks: [],
  abandonedAbove: null,
  arrivals: [],
  departures: [],
  haltReason: null,
  ...rest,
});
const arrival = (at: BlockRef, index: number, rest: Partial<NewArrival> = {}): NewArrival => ({
  kind: 'log',
  identity: `log:${index}`,
  token: 'USDC',
  asset: usdc,
  address: ours,
  payerAddress: null,
  units: 5n,
  txHash: `0x${'1'.repeat(64)}`,
  block: at,
  logIndex: index,
  waitsForFinalized: false,
  ...rest,
});
const step = (number: number, rest: Partial<Writes> = {}) =>
  writes({ at: block(number), newBlocks: [block(number)], ...rest });

async function take(worker: ReturnType<typeof createLedger>): Promise<HeldCursor> {
  const held = await worker.take('ethereum');
  if (!held) throw new Error('the chain is held by another worker');
  return held;
}
const states = async () => (await arrivalsAt(ctx.db, 'ethereum', [ours])).map(({ state }) => state);

describe('random histories on Postgres', () => {
  it('miss nothing and count nothing twice', { timeout: budget(3_600_000, 120_000) }, async () => {
    for (let index = 0; index < budget(200, 3); index++) {
      await ctx.db`truncate chain_cursors, chain_blocks, watched_addresses, arrivals, departures cascade`;
      const outcome = await runHistory({ seed: inject('chanceSeed') + index, tables: inPostgres, ticks: 30 });
      expect(outcome).toMatchObject({ missed: 0, phantom: 0, wronglyFinal: 0, unfinished: 0, halted: false });
    }
  });
});

function inPostgres(nowMs: () => number): Tables {
  const own = { ...ctx, clock: { nowMs, now: () => new Date(nowMs()) } };
  return {
    ledger: (holder) => createLedger(own, holder),
    async register(address, native, at) {
      const watchUntil = new Date(at + 200 * 86_400_000);
      await watchAddresses(own, ctx.db, [{ chain: 'ethereum', address, native, watchUntil }]);
    },
    async read() {
      const cursor = await cursorOf(ctx.db, 'ethereum');
      const addresses = await ctx.db<{ address: string }[]>`select distinct address from arrivals`;
      const all = addresses.map(({ address }) => address);
      const rows = await arrivalsAt(ctx.db, 'ethereum', all);
      const arrivals = rows.map((row) => ({
        key: `${row.block_hash} ${row.log_index === null ? `tx:${row.tx_hash}` : `log:${row.log_index}`}`,
        kind: row.kind,
        address: row.address,
        units: BigInt(row.units),
        state: row.state,
      }));
      const snapshot: Snapshot = {
        cursorHash: cursor?.hash ?? null,
        finalNumber: Number(cursor?.final_number),
        haltReason: cursor?.halted_reason ?? null,
        arrivals,
        // Final arrivals stay so: nothing moves them.
        everFinal: arrivals.filter(({ state }) => state === 'final').map(({ key }) => key),
      };
      return snapshot;
    },
  };
}

it('what a second node confirmed counts for the same units only, when a block comes back', async () => {
  const native = (units: bigint) => arrival(block(1), 0, { kind: 'balance', logIndex: null, units });
  const insert = (units: bigint) =>
    insertArrivals(ctx.db, 'ethereum', clock.now(), [
      { ...native(units), arrivalId: service.ctx.ids.next('arr') },
    ]);
  const confirmedAfter = async (units: bigint) => {
    await ctx.db`update arrivals set state = 'seen', confirmed_by = 'b.example'`;
    await abandonAbove(ctx.db, 'ethereum', 0);
    await insert(units);
    return ctx.db`select state, units::text as units, confirmed_by from arrivals`;
  };
  await insert(5n);
  expect(await confirmedAfter(5n)).toEqual([{ state: 'seen', units: '5', confirmed_by: 'b.example' }]);
  expect(await confirmedAfter(500n)).toEqual([{ state: 'seen', units: '500', confirmed_by: null }]);
});

describe('a worker', () => {
  it('cannot write after its lease ended, whether or not another has the chain', async () => {
    const [one, two] = [createLedger(ctx, 'one'), createLedger(ctx, 'two')];
    const held = await take(one);
    expect(await two.take('ethereum')).toBeNull();
    clock.advance(60_000);
    expect(await one.commit(held, step(1, { arrivals: [arrival(block(1), 0)] }))).toBe(false);
    const taken = await take(two);
    expect(taken.fence).toBeGreaterThan(held.fence);
    expect(await one.commit(held, step(1, { arrivals: [arrival(block(1), 0)] }))).toBe(false);
    expect(await states()).toEqual([]);
    expect(await two.commit(taken, step(1, { arrivals: [arrival(block(1), 0)] }))).toBe(true);
    expect(await states()).toEqual(['seen']);
  });

  it('that renews its lease keeps the chain, and one that renews too late does not get it back', async () => {
    const [one, two] = [createLedger(ctx, 'one', 3000), createLedger(ctx, 'two', 3000)];
    const held = await take(one);
    for (let renewals = 0; renewals < 3; renewals++) {
      clock.advance(2000);
      await two.renew('ethereum');
      await one.renew('ethereum');
    }
    expect(await two.take('ethereum')).toBeNull();
    expect(await one.commit(held, step(1))).toBe(true);
    clock.advance(3000);
    await one.renew('ethereum');
    await take(two);
  });

  it('that comes back after its lease ended has another fence, so that its own old step cannot write', async () => {
    const one = createLedger(ctx, 'one');
    const old = await take(one);
    clock.advance(60_000);
    const held = await take(one);
    expect(await one.commit(old, step(1))).toBe(false);
    expect(await one.commit(held, step(1))).toBe(true);
  });

  it('commits a step once, of two at the same time', async () => {
    const one = createLedger(ctx, 'one');
    const held = await take(one);
    const results = await Promise.all([1, 2, 3].map(() => one.commit(held, step(1))));
    expect(results.toSorted()).toEqual([false, false, true]);
    // The answer to the commit may be lost: the step is taken again from the new cursor.
    expect((await take(one)).at).toMatchObject({ number: 1 });
  });

  it('that is killed between its reads and its commit leaves nothing, and another takes the same step', async () => {
    const [one, two] = [createLedger(ctx, 'one'), createLedger(ctx, 'two')];
    await one.commit(await take(one), step(1));
    const held = await take(one);
    ctx.followers.arrivalsChanged = async (tx) => {
      await tx`select pg_terminate_backend(pg_backend_pid())`;
    };
    await expect(one.commit(held, step(2, { arrivals: [arrival(block(2), 0)] }))).rejects.toThrow();
    ctx.followers.arrivalsChanged = async () => {};
    expect(await states()).toEqual([]);
    clock.advance(60_000);
    expect(await two.commit(await take(two), step(2, { arrivals: [arrival(block(2), 0)] }))).toBe(true);
    expect(await states()).toEqual(['seen']);
  });
});

describe('arrivals', () => {
  it('count confirmations from the cursor, become final, and are stored once', async () => {
    const worker = createLedger(ctx, 'one');
    await worker.commit(await take(worker), step(1, { arrivals: [arrival(block(1), 0)] }));
    for (const number of [2, 3]) await worker.commit(await take(worker), step(number));
    const [seen] = await arrivalsAt(ctx.db, 'ethereum', [ours]);
    expect(seen).toMatchObject({
      state: 'seen',
      confirmations: 3,
      units: '5',
      block_number: 1n,
      log_index: 0,
    });
    expect(seen?.arrival_id).toMatch(/^arr_/);
    const again = writes({
      at: block(3),
      finalNumber: 1,
      arrivals: [arrival(block(1), 0), arrival(block(1), 1)],
    });
    await worker.commit(await take(worker), again);
    expect(await states()).toEqual(['final', 'final']);
  });

  it('of abandoned blocks are gone, and come back with their block', async () => {
    const worker = createLedger(ctx, 'one');
    await worker.commit(await take(worker), step(1));
    await worker.commit(await take(worker), step(2, { arrivals: [arrival(block(2), 0)] }));
    await worker.commit(await take(worker), writes({ at: block(1), abandonedAbove: 1 }));
    expect(await states()).toEqual(['gone']);
    expect((await arrivalsAt(ctx.db, 'ethereum', [ours]))[0]?.confirmations).toBe(0);
    await worker.commit(await take(worker), step(2, { arrivals: [arrival(block(2), 0)] }));
    expect(await states()).toEqual(['seen']);
  });

  it('that are large wait for the finalized block', async () => {
    const worker = createLedger(ctx, 'one');
    const large = arrival(block(1), 0, { waitsForFinalized: true });
    await worker.commit(await take(worker), step(1, { arrivals: [large] }));
    await worker.commit(await take(worker), writes({ at: block(1), finalNumber: 1 }));
    expect(await states()).toEqual(['seen']);
    await worker.commit(await take(worker), writes({ at: block(1), finalNumber: 1, finalizedNumber: 1 }));
    expect(await states()).toEqual(['final']);
  });

  it('of 1,000 in one block are stored by one commit, and followers hear of all of them', async () => {
    const worker = createLedger(ctx, 'one');
    const heard: string[][] = [];
    ctx.followers.arrivalsChanged = async (_tx, addresses) => {
      heard.push(addresses);
    };
    const addresses = Array.from(
      { length: 1000 },
      (_, index) => `0xd${index.toString(16).padStart(39, '0')}`,
    );
    const arrivals = addresses.map((address, index) => arrival(block(1), index, { address }));
    expect(await worker.commit(await take(worker), step(1, { arrivals }))).toBe(true);
    expect(await arrivalsAt(ctx.db, 'ethereum', addresses)).toHaveLength(1000);
    expect(heard.map((some) => some.length)).toEqual([1000]);
  });

  it('are not stored when a follower fails', async () => {
    const worker = createLedger(ctx, 'one');
    ctx.followers.arrivalsChanged = () => Promise.reject(new Error('follower'));
    const held = await take(worker);
    await expect(worker.commit(held, step(1, { arrivals: [arrival(block(1), 0)] }))).rejects.toThrow(
      'follower',
    );
    expect(await states()).toEqual([]);
    expect(await cursorOf(ctx.db, 'ethereum')).toBeNull();
  });
});

describe('addresses', () => {
  const watch = (address: string, tx = ctx.db as Parameters<typeof watchAddresses>[1]) =>
    watchAddresses(ctx, tx, [{ chain: 'base', address, watchUntil: new Date(clock.nowMs() + 1000) }]);

  it('registered by a transaction that commits late are found, although later ones were read before', async () => {
    const ledger = createLedger(ctx, 'one');
    let mark: string | null = null;
    await ctx.db.begin(async (tx) => {
      await watch('0xlate', tx);
      await watch('0xearly');
      const first = await ledger.watchedSince('base', null);
      expect(first.rows.map(({ address }) => address)).toEqual(['0xearly']);
      mark = first.mark;
    });
    const second = await ledger.watchedSince('base', mark);
    expect(second.rows.map(({ address }) => address)).toContain('0xlate');
  });

  it('are only ever watched longer, and not after their time', async () => {
    const ledger = createLedger(ctx, 'one');
    await watch('0xa');
    await watchAddresses(ctx, ctx.db, [
      { chain: 'base', address: '0xa', watchUntil: new Date(0), native: false },
    ]);
    expect((await ledger.watchedSince('base', null)).rows).toMatchObject([{ address: '0xa', native: true }]);
    clock.advance(1000);
    expect((await ledger.watchedSince('base', null)).rows).toEqual([]);
  });
});
