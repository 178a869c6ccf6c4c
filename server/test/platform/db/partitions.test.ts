import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dayMs } from '../../../src/lib/durations.ts';
import { firstIdAt } from '../../../src/lib/ids.ts';
import { connect, type Db } from '../../../src/platform/db/client.ts';
import { type PartitionedTable, turnPartitions } from '../../../src/platform/db/partitions.ts';
import { silent } from '../../payments/support.ts';
import { manualClock } from '../../support/clock.ts';
import { createDatabase } from '../../support/service.ts';

const startMs = Date.parse('2026-03-01T12:00:00.000Z');
const table: PartitionedTable = {
  name: 'request_log',
  idColumn: 'request_id',
  prefix: 'req',
  isUnlogged: true,
};
const keptDays = 7;
/** When a partition begins that is made at a time of the clock. */
const laterMs = 15_000;

let database: Awaited<ReturnType<typeof createDatabase>>;
let db: Db;
let clock = manualClock(startMs);
beforeAll(async () => {
  database = await createDatabase('embedded');
  db = connect(database.url, { poolSize: 4 });
});
afterAll(async () => {
  await db?.end();
  await database?.drop();
});
beforeEach(async () => {
  clock = manualClock(startMs);
  await db`truncate request_log`;
  for (const name of await partitions())
    if (name !== 'rest') await db`drop table ${db(`request_log_${name}`)}`;
});

const turn = () => turnPartitions({ db, clock, log: silent }, [table], keptDays);

/** Without the name of their table. */
async function partitions(): Promise<string[]> {
  const rows = await db<{ name: string }[]>`
    select substr(inhrelid::regclass::text, length('request_log_') + 1) as name
    from pg_inherits where inhparent = 'request_log'::regclass order by 1`;
  return rows.map(({ name }) => name);
}

async function insert(atMs: number, count = 1): Promise<void> {
  const ids = Array.from({ length: count }, (_, n) => firstIdAt('req', atMs + n));
  await db`
    insert into request_log (request_id, merchant_id, environment, method, path, status, latency_ms, ip, created_at)
    select id, 'mer_1', 'test', 'GET', '/', 200, 1, '', now() from unnest(${ids}::text[]) id`;
}

/** How many rows each partition has; those without rows are left out. */
async function rows(): Promise<Record<string, number>> {
  const counts = await db<{ name: string; count: number }[]>`
    select substr(tableoid::regclass::text, length('request_log_') + 1) as name, count(*)::int
    from request_log group by 1`;
  return Object.fromEntries(counts.map(({ name, count }) => [name, count]));
}

describe('partitions', () => {
  it('are made for today and tomorrow, once, and like their table', async () => {
    expect(await turn()).toBe(2);
    expect(await turn()).toBe(0);
    expect(await partitions()).toEqual(['20260301120015000', '20260302', 'rest']);
    await insert(startMs + laterMs);
    expect(await rows()).toEqual({ 20260301120015000: 1 });
    const [made] = await db`
      select relpersistence, (select count(*)::int from pg_index where indrelid = pg_class.oid) as indexes
      from pg_class where relname = 'request_log_20260301120015000'`;
    expect(made).toEqual({ relpersistence: 'u', indexes: 2 });
  });

  it('are made by one of many processes', async () => {
    const made = await Promise.all([turn(), turn(), turn(), turn()]);
    expect(made.reduce((sum, count) => sum + count)).toBe(2);
  });

  it('are dropped once nothing in them is young enough, with all that is older', async () => {
    await insert(startMs - 30 * dayMs);
    await turn();
    await insert(startMs + dayMs);
    clock.advance((keptDays + 1) * dayMs);
    await turn();
    expect(await rows()).toEqual({ 20260302: 1 });
    clock.advance(dayMs / 2 - 1);
    await turn();
    expect(await rows()).toEqual({ 20260302: 1 });
    clock.advance(1);
    expect(await turn()).toBeGreaterThan(0);
    expect(await rows()).toEqual({});
    expect(await partitions()).not.toContain('20260302');
  });

  it('are dropped by one of many processes', async () => {
    await turn();
    clock.advance(60 * dayMs);
    await Promise.all([turn(), turn(), turn()]);
    expect(await partitions()).toEqual(['20260430120015000', '20260501', 'rest']);
  });
});

describe('rows without a partition', () => {
  it('are kept where they are when a month passed in which none was made, and are forgotten by their age', async () => {
    await turn();
    clock.advance(30 * dayMs);
    await insert(clock.nowMs(), 3);
    await turn();
    expect(await rows()).toEqual({ rest: 3 });
    clock.advance(laterMs);
    await insert(clock.nowMs());
    expect(await rows()).toEqual({ 20260331120015000: 1, rest: 3 });
    clock.advance((keptDays + 1) * dayMs);
    while ((await turn()) > 0);
    expect(await rows()).toEqual({});
  });

  it('from a clock that is ahead only make their partition later', async () => {
    await insert(startMs + 2 * laterMs);
    await turn();
    expect(await partitions()).toEqual(['20260302', 'rest']);
    clock.advance(2 * laterMs);
    await turn();
    expect(await partitions()).toEqual(['20260301120045000', '20260302', 'rest']);
    expect(await rows()).toEqual({ rest: 1 });
  });

  it('are taken from a clock that is set back, and partitions of the future are not in the way', async () => {
    clock.advance(4000 * dayMs);
    await turn();
    clock.advance(-4000 * dayMs);
    await insert(startMs);
    await turn();
    await insert(startMs + laterMs);
    expect(await rows()).toEqual({ 20260301120015000: 1, rest: 1 });
  });
});

describe('a table in use', () => {
  it('loses no row that is inserted while its partition is made', async () => {
    const writer = await db.reserve();
    await writer`begin`;
    await writer`lock table request_log_rest in row exclusive mode`;
    await writer`lock table only request_log in row exclusive mode`;
    const turned = turn();
    // Both come to wait for the writer, one after the other, and not as long as the lock is waited for.
    await pause(60);
    const inserted = insert(startMs);
    await pause(60);
    await writer`commit`;
    writer.release();
    await inserted;
    await turned;
    await turn();
    expect(await rows()).toEqual({ rest: 1 });
  });

  it('shows its rows to a statement that waits while a partition is made', async () => {
    await insert(startMs);
    const holder = await db.reserve();
    await holder`begin`;
    await holder`lock table request_log_rest in access share mode`;
    const turned = turn();
    await pause(60);
    const read = rows();
    await pause(60);
    await holder`commit`;
    holder.release();
    await turned;
    expect(await read).toEqual({ rest: 1 });
  });

  it('is left for later, and nobody waits long for it', async () => {
    await turn();
    clock.advance(60 * dayMs);
    const reader = await db.reserve();
    await reader`begin`;
    await reader`select from request_log`;
    try {
      const startedAt = performance.now();
      expect(await turn()).toBe(0);
      expect(performance.now() - startedAt).toBeLessThan(5000);
      await insert(clock.nowMs());
    } finally {
      await reader`rollback`;
      reader.release();
    }
    expect(await turn()).toBeGreaterThan(0);
    expect(await rows()).toEqual({ rest: 1 });
    expect(await partitions()).toEqual(['20260430120015000', '20260501', 'rest']);
  });
});
