import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connect, type Db } from '../../../src/platform/db/client.ts';
import { isConnectionError } from '../../../src/platform/db/errors.ts';
import { freePort } from '../../support/free-port.ts';
import { type Line, startLine } from '../../support/line.ts';
import { until } from '../../support/process.ts';
import { createEmptyDatabase, type EmptyDatabase } from './empty-database.ts';

/** Far above what it takes, far below any pause between attempts. */
const promptlyMs = 2000;

let database: EmptyDatabase;
let line: Line;
let db: Db;
beforeEach(async () => {
  database = await createEmptyDatabase();
  line = await startLine(database.url);
  db = connect(line.url, { poolSize: 4 });
});
afterEach(async () => {
  await db.end({ timeout: 1 });
  await line.close();
  await database.drop();
});

const one = () => db`select 1 as one`;

describe('while the database is away', () => {
  it('each statement fails at once, and the first after its return succeeds', async () => {
    await Promise.all(Array.from({ length: 8 }, one));
    line.hangUp(true);
    line.cut();
    const deadline = Date.now() + 3000;
    while (Date.now() < deadline) {
      const startedAt = performance.now();
      const results = await Promise.allSettled(Array.from({ length: 8 }, one));
      expect(performance.now() - startedAt).toBeLessThan(promptlyMs);
      for (const result of results)
        expect(result.status === 'rejected' && isConnectionError(result.reason)).toBe(true);
    }
    line.hangUp(false);
    const backAt = performance.now();
    expect(await Promise.all(Array.from({ length: 8 }, one))).toHaveLength(8);
    expect(performance.now() - backAt).toBeLessThan(promptlyMs);
  });

  it('for new connections alone, those there are do all the work, each transaction by itself', async () => {
    await one();
    line.hangUp(true);
    await db`create table turns (turn int not null)`;
    const transactions = Array.from({ length: 10 }, (_, turn) =>
      db.begin(async (tx) => {
        const [before] = await tx<{ turns: bigint }[]>`select count(*) as turns from turns`;
        await tx`insert into turns values (${turn})`;
        const [after] = await tx<{ turns: bigint }[]>`select count(*) as turns from turns`;
        return Number(after?.turns) - Number(before?.turns);
      }),
    );
    const statements = Array.from({ length: 50 }, one);
    expect(await Promise.all(transactions)).toEqual(Array(10).fill(1));
    expect(await Promise.all(statements)).toHaveLength(50);
    expect(await db`select from turns`).toHaveLength(10);
  });

  it('a transaction fails at once too', async () => {
    line.hangUp(true);
    const startedAt = performance.now();
    await expect(db.begin((tx) => tx`select 1`)).rejects.toSatisfy(isConnectionError);
    expect(performance.now() - startedAt).toBeLessThan(promptlyMs);
  });

  it('listening goes on when it is back', async () => {
    const heard: string[] = [];
    const { unlisten } = await db.listen('news', (payload) => heard.push(payload));
    line.hangUp(true);
    line.cut();
    await expect(one()).rejects.toSatisfy(isConnectionError);
    line.hangUp(false);
    await until(async () => {
      await db.notify('news', 'back');
      return heard.includes('back');
    });
    await unlisten();
  });

  it('listening that is lost again while it starts over leaves no second connection behind', async () => {
    const heard: string[] = [];
    await db.listen('news', (payload) => heard.push(payload));
    line.cutAt('listen "news"');
    line.cut();
    const before = line.connections();
    await until(() => line.connections() >= before + 4);
    line.cutAt('nothing says this');
    const listeners = async () => {
      const [row] = await db<{ found: bigint }[]>`
        select count(*) as found from pg_stat_activity
        where datname = current_database() and query = 'listen "news"'`;
      return Number(row?.found);
    };
    await until(async () => {
      await db.notify('news', 'back');
      return heard.includes('back');
    });
    // Longer than the pause before another attempt.
    await sleep(600);
    expect(await listeners()).toBe(1);
    const heardBefore = heard.length;
    await db.notify('news', 'once');
    await until(() => heard.length > heardBefore);
    expect(heard.filter((payload) => payload === 'once')).toHaveLength(1);
  });
});

describe('of several hosts', () => {
  const several = (query: string, ...ports: (number | string)[]) => {
    const url = new URL(database.url);
    const hosts = ports.map((port) => `127.0.0.1:${port}`).join(',');
    return `postgres://${url.username}:${url.password}@${hosts}${url.pathname}${query}`;
  };
  const portOf = (url: string) => new URL(url).port;

  it('the first that answers is used, and the next when that is gone', async () => {
    const pool = connect(several('', await freePort(), portOf(line.url), portOf(database.url)), {
      poolSize: 2,
    });
    try {
      await Promise.all([pool`select 1`, pool`select 1`]);
      expect(line.connections()).toBe(2);
      line.hangUp(true);
      line.cut();
      await until(() =>
        pool`select 1`.then(
          () => true,
          () => false,
        ),
      );
    } finally {
      await pool.end();
    }
  });

  it('one that cannot be written to will not do, unless the URL says so', async () => {
    const name = new URL(database.url).pathname.slice(1);
    await db`alter database ${db(name)} set default_transaction_read_only = on`;
    const ports = [portOf(line.url), portOf(database.url)] as const;
    const pool = connect(several('', ...ports), { poolSize: 1 });
    const any = connect(several('?target_session_attrs=any', ...ports), { poolSize: 1 });
    try {
      await expect(pool`select 1`).rejects.toMatchObject({ code: 'CONNECT_READ_ONLY' });
      expect(await any`select 1 as one`).toEqual([{ one: 1 }]);
    } finally {
      await pool.end();
      await any.end();
    }
  });
});
