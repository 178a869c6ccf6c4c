import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Context } from '../../../src/app/context.ts';
import { arrivalsAt, cursorOf } from '../../../src/chains/watching/cursors.ts';
import type { HeldCursor } from '../../../src/chains/watching/ledger-port.ts';
import { createSlotLedger, type PgSlotLedger } from '../../../src/chains/watching/solana/slot-ledger.ts';
import type { NewMovement, SlotWrites } from '../../../src/chains/watching/solana/slot-ledger-port.ts';
import { type ManualClock, manualClock } from '../../support/clock.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { insertPaid } from '../../treasury/transfers/paid-payments.ts';

let service: TestService;
let clock: ManualClock;
let ctx: Context;
let ledger: PgSlotLedger;
let followed: string[][];
beforeAll(async () => {
  service = await startTestService({ env: { LOG_LEVEL: 'silent' } });
});
afterAll(() => service?.stop());
beforeEach(async () => {
  clock = manualClock();
  followed = [];
  const arrivalsChanged: Context['followers']['arrivalsChanged'] = async (_tx, addresses) =>
    void followed.push(addresses);
  ctx = { ...service.ctx, clock, followers: { ...service.ctx.followers, arrivalsChanged } };
  ledger = createSlotLedger(ctx, 'one');
  await ctx.db`truncate chain_cursors, arrivals, departures cascade`;
});

const time = new Date('2026-01-01T00:00:00Z');
const movement = (signature: string, units: bigint, rest: Partial<NewMovement> = {}): NewMovement => ({
  address: 'ours',
  account: 'ours-usdc',
  token: 'USDC',
  mint: 'usdc',
  units,
  payer: 'payer',
  signature,
  slot: 100,
  time,
  ...rest,
});
const held = async () => (await ledger.take()) as HeldCursor;
const writes = (rest: Partial<SlotWrites>): SlotWrites => ({
  at: { number: 100, hash: '100', time },
  standsBecause: null,
  finalizedSlot: 70,
  arrivals: [],
  departures: [],
  final: [],
  gone: [],
  contested: [],
  marks: new Map(),
  ...rest,
});
const commit = async (rest: Partial<SlotWrites>) => ledger.commit(await held(), writes(rest));

describe('what is kept of Solana in Postgres', () => {
  it('adds up arrivals less departures for each account, without abandoned ones', async () => {
    const sol = movement('c', 9n, { account: 'ours', token: 'SOL', mint: null });
    await commit({ arrivals: [movement('a', 5n), movement('b', 7n), sol] });
    const [first] = await ledger.unfinal();
    await commit({ departures: [movement('d', 2n)], gone: [first?.arrivalId ?? ''] });
    expect(await ledger.expectedAt(['ours', 'other'])).toEqual(
      new Map([
        ['ours-usdc', first?.units === 5n ? 5n : 3n],
        ['ours', 9n],
      ]),
    );
    const known = await ledger.knownAt('ours');
    expect(known.map(({ signature, unfinal }) => [signature, unfinal !== null])).toContainEqual(['d', false]);
    expect(known).toHaveLength(3);
  });

  it('keeps an arrival once, and sees it again when its slot comes back', async () => {
    await commit({ arrivals: [movement('a', 5n)] });
    await commit({ arrivals: [movement('a', 5n)] });
    const [only, ...others] = await ledger.unfinal();
    expect(others).toEqual([]);
    await commit({ gone: [only?.arrivalId ?? ''] });
    expect(await ledger.unfinal()).toEqual([]);
    await commit({ arrivals: [movement('a', 5n)] });
    expect((await ledger.unfinal()).map(({ arrivalId }) => arrivalId)).toEqual([only?.arrivalId]);
  });

  it('makes arrivals final by name alone, which nothing takes back', async () => {
    await commit({ arrivals: [movement('a', 5n), movement('b', 6n)], finalizedSlot: 200 });
    const all = await ledger.unfinal();
    const one = all.find(({ signature }) => signature === 'a')?.arrivalId ?? '';
    await commit({ final: [one], finalizedSlot: 200 });
    await commit({ gone: [one], finalizedSlot: 200 });
    const rows = await arrivalsAt(ctx.db, 'solana', ['ours']);
    expect(rows.map(({ tx_hash, state }) => [tx_hash, state]).sort()).toEqual([
      ['a', 'final'],
      ['b', 'seen'],
    ]);
    expect(await cursorOf(ctx.db, 'solana')).toMatchObject({ number: 100n, final_number: 200n });
    expect(followed.at(-1)).toEqual(['ours']);
  });

  it('lists what is not final in turns of merchants, so that money which waits keeps nobody else waiting', async () => {
    const others = await service.createMerchant();
    for (const [address, { merchantId }] of [
      ['busy', service],
      ['quiet', others],
    ] as const) {
      const paymentId = await insertPaid({ ctx: service.ctx, merchantId }, 'solana', 'payer', 1_000_000n);
      await ctx.db`
        insert into deposits (deposit_id, payment_id, merchant_id, environment, chain, token, token_units, tolerance_units,
          address, created_at)
        values (${ctx.ids.next('dep')}, ${paymentId}, ${merchantId}, 'live', 'solana', 'USDC', 1, 0, ${address}, now())`;
    }
    const waiting = Array.from({ length: 2100 }, (_, index) =>
      movement(`busy ${index}`, 1n, { address: 'busy', account: 'busy-usdc' }),
    );
    await commit({ arrivals: waiting });
    await commit({
      arrivals: [movement('later', 5n, { address: 'quiet', account: 'quiet-usdc', slot: 200 })],
    });
    expect((await ledger.unfinal()).map(({ signature }) => signature)).toContain('later');
  });

  it('says since when the cursor stands, and why', async () => {
    const read = async () =>
      (await ctx.db`select moved_at, stands_because from chain_cursors where chain = 'solana'`)[0];
    const movedAt = clock.now();
    await commit({});
    clock.advance(5000);
    await commit({ standsBecause: 'a balance is not explained' });
    expect(await read()).toEqual({ moved_at: movedAt, stands_because: 'a balance is not explained' });
    await commit({ at: { number: 101, hash: '101', time } });
    expect(await read()).toEqual({ moved_at: clock.now(), stands_because: null });
  });

  it('is written by the holder alone', async () => {
    const mine = await held();
    const other = createSlotLedger(ctx, 'two');
    expect(await other.take()).toBeNull();
    clock.advance(61_000);
    expect(await other.take()).not.toBeNull();
    expect(await ledger.commit(mine, writes({ arrivals: [movement('a', 5n)] }))).toBe(false);
    expect(await arrivalsAt(ctx.db, 'solana', ['ours'])).toEqual([]);
  });
});
