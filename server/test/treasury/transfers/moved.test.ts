import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ArrivalKind } from '../../../src/chains/watching/arrival.ts';
import { updateMoved } from '../../../src/treasury/transfers/sweep-store.ts';
import { startTestService, type TestService } from '../../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const at = new Date('2026-11-01T12:00:00Z');
/** Each test has its own. */
let addresses = 0;

interface Arrived {
  block: number;
  kind?: ArrivalKind;
  logIndex?: number;
  units?: number;
  state?: 'seen' | 'final' | 'gone';
  sweepId?: string;
}

/** What a sweep in block 100 takes, whose first log is the tenth of the block. Returns the blocks. */
async function taken(token: 'USDC' | 'ETH', arrived: readonly Arrived[], left: readonly number[] = []) {
  const { db } = service.ctx;
  const [address, transferId] = [`0x${addresses}`, `trf_${addresses++}`];
  await db`
    insert into transfers (transfer_id, kind, environment, chain, token, to_address, units, source, status, batch_id, created_at)
    values (${transferId}, 'sweep', 'live', 'base', ${token}, '0x', 1, 'pay_x', 'sending', 'bat_x', ${at})`;
  for (const [n, one] of arrived.entries())
    await db`
      insert into arrivals (arrival_id, chain, kind, identity, token, address, units, block_hash, block_number, block_time,
        log_index, waits_for_finalized, state, seen_at, sweep_id)
      values (${`${address} ${n}`}, 'base', ${one.kind ?? 'log'}, ${`${address} ${n}`}, ${token}, ${address},
        ${one.units ?? 1}, ${`block ${one.block}`}, ${one.block}, ${at}, ${one.logIndex ?? null}, false,
        ${one.state ?? 'final'}, ${at}, ${one.sweepId ?? null})`;
  for (const block of left)
    await db`
      insert into departures (chain, block_hash, identity, address, units, block_number)
      values ('base', ${`block ${block}`}, ${`${address} ${block}`}, ${address}, 1, ${block})`;
  await updateMoved(db, [{ transferId, address }], { blockNumber: 100, logIndex: 9 });
  const rows = await db<{ block: number }[]>`
    select block_number::int as block from arrivals where sweep_id = ${transferId} order by arrival_id`;
  return rows.map(({ block }) => block);
}

it('takes what came in earlier blocks, and not what came later', async () => {
  expect(await taken('USDC', [{ block: 98 }, { block: 99 }, { block: 101 }])).toEqual([98, 99]);
});

it('takes what stands before it in its own block', async () => {
  expect(await taken('USDC', [{ block: 100, logIndex: 8 }])).toEqual([100]);
  expect(await taken('USDC', [{ block: 100, logIndex: 11 }])).toEqual([]);
});

it('takes native money of its own block if nothing was left after it', async () => {
  const native = { block: 100, kind: 'native' } as const;
  expect(await taken('ETH', [{ ...native, block: 90 }, native], [100])).toEqual([90]);
  expect(await taken('ETH', [{ ...native, block: 90 }, native], [95, 100])).toEqual([90, 100]);
  expect(await taken('ETH', [{ block: 100, kind: 'balance' }])).toEqual([]);
});

it('leaves what is not final, what is gone, and what another sweep has', async () => {
  const others = [{ state: 'seen' }, { state: 'gone' }, { sweepId: 'trf_other' }] as const;
  expect(
    await taken(
      'USDC',
      others.map((other) => ({ block: 90, ...other })),
    ),
  ).toEqual([]);
});
