import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connect, type Db, type Sql } from '../../../src/platform/db/client.ts';
import { createEmptyDatabase, type EmptyDatabase } from './empty-database.ts';

let database: EmptyDatabase;
/** With one connection: all statements go the same way. */
let db: Db;
beforeEach(async () => {
  database = await createEmptyDatabase();
  db = connect(database.url, { poolSize: 1 });
  await db`create table notes (id int primary key, note text not null)`;
});
afterEach(async () => {
  await db.end({ timeout: 1 });
  await database.drop();
});

const insert = (id: number, note: string | null) => db`insert into notes (id, note) values (${id}, ${note})`;
const codeOf = (result: PromiseSettledResult<unknown>) =>
  result.status === 'rejected' ? (result.reason as { code: string }).code : null;

describe('a statement', () => {
  it('is prepared once on a connection, has one plan, and is the same wherever its pieces come from', async () => {
    const byId = (id: number) => db`id = ${id}`;
    for (let id = 0; id < 20; id++) await db`select note from ${db('notes')} where ${byId(id)}`;
    await Promise.all(
      Array.from({ length: 20 }, (_, id) => db`select note from ${db('notes')} where ${byId(id)}`),
    );
    expect(
      await db`
        select statement, generic_plans, custom_plans from pg_prepared_statements where statement like 'select note%'`,
    ).toEqual([
      { statement: 'select note from "notes" where id = $1', generic_plans: 40n, custom_plans: 0n },
    ]);
  });

  it('that fails leaves those before and after it on the connection alone', async () => {
    const results = await Promise.allSettled([
      insert(1, 'one'),
      db`selekt 1`,
      insert(1, 'again'),
      insert(2, null),
      db`select 1 / ${0}::int`,
      insert(3, 'three'),
      db`select ${'x'}::int`,
      db`select id from notes order by id`,
    ]);
    expect(results.map(codeOf)).toEqual([null, '42601', '23505', '23502', '22012', null, '22P02', null]);
    expect(results[7]).toMatchObject({ value: [{ id: 1 }, { id: 3 }] });
  });

  it('that cannot be prepared is an error for each who sent it, and can be once the reason is gone', async () => {
    const read = () => db`select late from late_notes`;
    const results = await Promise.allSettled([read(), read(), db`select 1`, read()]);
    expect(results.map(codeOf)).toEqual(['42P01', '42P01', null, '42P01']);
    await db`create table late_notes (late text)`;
    expect(await read()).toEqual([]);
  });

  it('whose table has changed since is prepared again', async () => {
    await insert(1, 'one');
    const read = () => db`select * from notes where id = ${1}`;
    await read();
    await db`alter table notes add column extra text default 'new'`;
    const rows = [{ id: 1, note: 'one', extra: 'new' }];
    expect(await Promise.all([read(), read()])).toEqual([rows, rows]);
    await db`alter table notes drop column note`;
    // A transaction is tried again as a whole if nothing has happened in it.
    const inTransaction = () => db.begin((tx) => tx`select * from notes where id = ${1}`);
    expect(await inTransaction()).toEqual([{ id: 1, extra: 'new' }]);
  });

  it('whose table has changed fails one transaction that is under way, and none on another connection', async () => {
    const many = connect(database.url, { poolSize: 3 });
    const read = (tx: Sql) => tx`select * from notes where id = ${1}`;
    /** On all connections at once, as a second statement. */
    const onEach = () => {
      let left = 3;
      let go = () => {};
      const all = new Promise<void>((resolve) => (go = resolve));
      const one = async () =>
        many.begin(async (tx) => {
          await tx`select 1 as one`;
          if (--left === 0) go();
          await all;
          return read(tx);
        });
      return Promise.allSettled([one(), one(), one()]);
    };
    await insert(1, 'one');
    await onEach();
    await db`alter table notes add column extra text default 'new'`;
    const late = many.begin(async (tx) => {
      await tx`select 1 as one`;
      return read(tx);
    });
    await expect(late).rejects.toMatchObject({ code: '0A000' });
    expect((await onEach()).map(codeOf)).toEqual([null, null, null]);
    await many.end({ timeout: 1 });
  });

  it('says how many rows it changed', async () => {
    await Promise.all([insert(1, 'one'), insert(2, 'two')]);
    expect((await db`update notes set note = 'x'`).count).toBe(2);
    expect((await db`delete from notes where id = ${5}`).count).toBe(0);
    expect((await db`select from notes`).count).toBe(2);
  });
});

describe('a transaction', () => {
  it('fails with a statement that failed, caught or not waited for', async () => {
    const caught = db.begin(async (tx) => {
      await tx`insert into notes values (1, 'one')`;
      await tx`insert into notes values (1, 'again')`.catch(() => {});
    });
    await expect(caught).rejects.toMatchObject({ code: '23505' });
    const forgotten = db.begin(async (tx) => {
      await tx`insert into notes values (1, 'one')`;
      tx`insert into notes values (1, 'again')`.catch(() => {});
    });
    await expect(forgotten).rejects.toMatchObject({ code: '23505' });
    expect(await db`select from notes`).toHaveLength(0);
  });

  it('goes on after a savepoint that failed', async () => {
    await db.begin(async (tx) => {
      await tx`insert into notes values (1, 'one')`;
      const inner = tx.savepoint((point) => point`insert into notes values (1, 'again')`);
      await expect(inner).rejects.toMatchObject({ code: '23505' });
      await tx`insert into notes values (2, 'two')`;
    });
    expect(await db`select from notes`).toHaveLength(2);
  });

  it('takes nothing more when it is over', async () => {
    let late = () => db`select 1`;
    await db.begin(async (tx) => {
      late = () => tx`insert into notes values (1, 'late')`;
    });
    await expect(late()).rejects.toThrow('The transaction is over');
    expect(await db`select from notes`).toHaveLength(0);
  });

  it('gets its turn while statements keep coming', async () => {
    let isDone = false;
    const others = Array.from({ length: 20 }, async () => {
      while (!isDone) await db`select 1`;
    });
    await db.begin((tx) => tx`insert into notes values (1, 'one')`);
    isDone = true;
    await Promise.all(others);
    expect(await db`select from notes`).toHaveLength(1);
  });
});
