import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dumpSchema } from '../../../scripts/dump-schema.ts';
import { connect, type Db } from '../../../src/platform/db/client.ts';
import { migrate, pendingMigrations } from '../../../src/platform/db/migrate.ts';
import { createEmptyDatabase, type EmptyDatabase } from './empty-database.ts';

const all = readdirSync(
  fileURLToPath(new URL('../../../src/platform/db/migrations', import.meta.url)),
).sort();

let database: EmptyDatabase;
let db: Db;
beforeEach(async () => {
  database = await createEmptyDatabase();
  db = connect(database.url, { poolSize: 2 });
});
afterEach(async () => {
  await db.end();
  await database.drop();
});

const recorded = async () =>
  (await db`select name, checksum from migrations order by name`).map((row) => ({ ...row }));

describe('migrations', () => {
  it('ten processes at once on an empty database apply each once', async () => {
    const processes = Array.from({ length: 10 }, () => connect(database.url, { poolSize: 1 }));
    const results = await Promise.all(processes.map((process) => migrate(process)));
    await Promise.all(processes.map((process) => process.end()));
    expect(results.filter(({ applied }) => applied.length > 0)).toEqual([{ applied: all }]);
    expect((await recorded()).map(({ name }) => name)).toEqual(all);
    expect((await db`select 1 from payments`).length, 'the tables are there').toBe(0);
  });

  it('a second run finds nothing to do', async () => {
    await migrate(db);
    const before = await recorded();
    expect(await migrate(db)).toEqual({ applied: [] });
    expect(await recorded()).toEqual(before);
  });

  it('make the schema that is committed: run "npm run generate" when this fails', async () => {
    await migrate(db);
    const committed = readFileSync(new URL('../../../src/platform/db/schema.sql', import.meta.url), 'utf8');
    expect(await dumpSchema(db)).toBe(committed);
  });

  it('one that was changed after it was applied is refused, by name', async () => {
    await migrate(db);
    await db`update migrations set checksum = 'of another text' where name = ${all[0] ?? ''}`;
    await expect(migrate(db)).rejects.toThrow(`Migration ${all[0]} was changed after it was applied`);
  });

  it('those of a newer build are refused by name, and nothing is applied or changed', async () => {
    await migrate(db);
    const last = all.at(-1) ?? '';
    await db`delete from migrations where name = ${last}`;
    await db`insert into migrations (name, checksum) values ('9998_later.sql', 'a'), ('9999_last.sql', 'b')`;
    const before = await recorded();
    const refusal = /newer build.*9998_later\.sql, 9999_last\.sql.*Run that build.*restore a backup/;
    await expect(migrate(db)).rejects.toThrow(refusal);
    expect(await recorded()).toEqual(before);
  });

  it('one that fails leaves the database as it was', async () => {
    await db`create table api_keys (already text)`;
    await expect(migrate(db)).rejects.toThrow('already exists');
    const tables = await db`select table_name from information_schema.tables where table_schema = 'public'`;
    expect(tables.map((row) => row['table_name'])).toEqual(['api_keys']);
  });

  it('what is pending is named: all on an empty database, none after, and what an older database lacks', async () => {
    expect(await pendingMigrations(db)).toEqual(all);
    await migrate(db);
    expect(await pendingMigrations(db)).toEqual([]);
    await db`delete from migrations where name = ${all.at(-1) ?? ''}`;
    expect(await pendingMigrations(db)).toEqual([all.at(-1)]);
  });

  it('a database that cannot be reached is an error, not "nothing pending"', async () => {
    const nowhere = connect('postgres://127.0.0.1:1/none', { poolSize: 1 });
    await expect(pendingMigrations(nowhere)).rejects.toThrow();
    await nowhere.end();
  });
});
