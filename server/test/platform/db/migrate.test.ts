import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dumpSchema } from '../../../scripts/dump-schema.ts';
import { connect, type Db } from '../../../src/platform/db/client.ts';
import { migrate, pendingMigrations } from '../../../src/platform/db/migrate.ts';
import { readMigrations } from '../../../src/platform/db/migration-files.ts';
import { buildVersion, compareVersions } from '../../../src/platform/version.ts';
import { createEmptyDatabase, type EmptyDatabase } from './empty-database.ts';

const dbFolder = new URL('../../../src/platform/db/', import.meta.url);
const shipped = readdirSync(new URL('migrations', dbFolder)).sort();

let database: EmptyDatabase;
let db: Db;
let path: string;
let folder: URL;
beforeEach(async () => {
  database = await createEmptyDatabase();
  db = connect(database.url, { poolSize: 2 });
  path = mkdtempSync(join(tmpdir(), 'causeway-migrations-'));
  folder = pathToFileURL(`${path}/`);
});
afterEach(async () => {
  await db.end();
  await database.drop();
  rmSync(path, { recursive: true });
});

const write = (name: string, statements: string) => writeFileSync(join(path, name), statements);

/** Twenty migrations of which each needs the one before, so that only their order works. */
function writeTwenty(): string[] {
  const names = Array.from({ length: 20 }, (_, index) => `${String(index + 1).padStart(4, '0')}_step.sql`);
  write(names[0] ?? '', 'create table steps (step1 integer)');
  for (let step = 2; step <= 20; step++)
    write(names[step - 1] ?? '', `alter table steps rename column step${step - 1} to step${step}`);
  return names;
}

const tables = async () =>
  (
    await db`select table_name as name from information_schema.tables where table_schema = 'public' order by 1`
  ).map(({ name }) => name);

const recorded = async () =>
  (await db`select name, checksum from migrations order by name`).map((row) => ({ ...row }));

describe('migrations', () => {
  it('make the schema that is committed: run "npm run generate" when this fails', async () => {
    await migrate(db);
    expect(await dumpSchema(db)).toBe(readFileSync(new URL('schema.sql', dbFolder), 'utf8'));
  });

  it('ten processes at once on an empty database apply each once', async () => {
    const processes = Array.from({ length: 10 }, () => connect(database.url, { poolSize: 1 }));
    const results = await Promise.all(processes.map((process) => migrate(process)));
    await Promise.all(processes.map((process) => process.end()));
    expect(results.filter(({ applied }) => applied.length > 0)).toEqual([{ applied: shipped }]);
    expect((await recorded()).map(({ name }) => name)).toEqual(shipped);
    expect((await db`select 1 from payments`).length, 'the tables are there').toBe(0);
  });

  it('twenty at once are applied in the order of their names', async () => {
    const names = writeTwenty();
    expect(await migrate(db, { folder })).toEqual({ applied: names });
    expect((await db`select step20 from steps`).length).toBe(0);
  });

  it('a second run finds nothing to do', async () => {
    await migrate(db);
    const before = await recorded();
    expect(await migrate(db)).toEqual({ applied: [] });
    expect(await recorded()).toEqual(before);
  });

  it('a later one is applied alone, and is what is pending until then', async () => {
    write('0001_first.sql', 'create table one ()');
    expect(await pendingMigrations(db, folder)).toEqual(['0001_first.sql']);
    await migrate(db, { folder });
    expect(await pendingMigrations(db, folder)).toEqual([]);
    write('0002_second.sql', 'create table two ()');
    expect(await pendingMigrations(db, folder)).toEqual(['0002_second.sql']);
    expect(await migrate(db, { folder })).toEqual({ applied: ['0002_second.sql'] });
  });

  it('one that was changed after it was applied is refused, by name', async () => {
    write('0001_first.sql', 'create table one ()');
    write('0002_second.sql', 'create table two ()');
    await migrate(db, { folder });
    write('0002_second.sql', 'create table two (more text)');
    await expect(migrate(db, { folder })).rejects.toThrow(
      'Migration 0002_second.sql was changed after it was applied',
    );
  });

  it.each([
    ['migrations that were squashed since', '0001_foundation.sql', ''],
    ['a baseline that was changed since', '0001_baseline.sql', ''],
    ['such a baseline, and the column of versions', '0001_baseline.sql', ', works_with text'],
  ])('a database with %s is refused with what to do, and nothing is changed', async (_what, name, column) => {
    await db.unsafe(`create table migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now()${column}
    )`);
    await db`create table payments ()`;
    await db`insert into migrations (name, checksum) values (${name}, 'a')`;
    const before = await recorded();
    const refusal = /before the first release.*Nothing was changed.*empty database.*DATABASE_URL.*DATA_DIR/;
    await expect(migrate(db)).rejects.toThrow(refusal);
    expect(await recorded()).toEqual(before);
    expect(await tables()).toEqual(['migrations', 'payments']);
  });

  it('those of a newer build are refused by name, and nothing is applied or changed', async () => {
    write('0001_first.sql', 'create table one ()');
    await migrate(db, { folder });
    write('0002_second.sql', 'create table two ()');
    await db`insert into migrations (name, checksum) values ('9998_later.sql', 'a'), ('9999_last.sql', 'b')`;
    const before = await recorded();
    const refusal = /newer build.*9998_later\.sql, 9999_last\.sql.*Run that build.*restore a backup/;
    await expect(migrate(db, { folder })).rejects.toThrow(refusal);
    expect(await recorded()).toEqual(before);
    expect(await tables()).toEqual(['migrations', 'one']);
  });

  it('a build runs beside a newer one whose migrations work with it, and no older one does', async () => {
    write('0001_first.sql', 'create table one ()');
    const before = ['0001_first.sql'];
    write('0002_second.sql', '-- Adds only.\n-- works with: 0.2.0\ncreate table two ()');
    await migrate(db, { folder, version: '0.3.0' });
    rmSync(join(path, '0002_second.sql'));
    expect(await migrate(db, { folder, version: '0.2.0' })).toEqual({ applied: [] });
    expect(await pendingMigrations(db, folder)).toEqual([]);
    await expect(migrate(db, { folder, version: '0.1.9' })).rejects.toThrow(/newer build.*0002_second\.sql/);
    expect((await recorded()).map(({ name }) => name)).toEqual([...before, '0002_second.sql']);
  });

  it('of later versions say with which version they work, and not with one to come', async () => {
    const folder = new URL('migrations/', dbFolder);
    const [, ...later] = await readMigrations(folder);
    for (const { name, worksWith } of later) {
      expect(worksWith, `${name} needs a line "-- works with: VERSION"`).not.toBeNull();
      expect(compareVersions(worksWith ?? '', buildVersion()), name).toBeLessThanOrEqual(0);
    }
  });

  it('one that fails leaves the database as it was', async () => {
    await db`create table api_keys (already text)`;
    await expect(migrate(db)).rejects.toThrow('already exists');
    expect(await tables()).toEqual(['api_keys']);
  });

  const index = '-- Search.\n-- works with: 0.1.0\ncreate index concurrently one_by_n on one (n);\n';
  const isValid = async () =>
    (await db`select indisvalid from pg_index where indexrelid = to_regclass('one_by_n')`)[0]?.['indisvalid'];

  it('an index is built while the table is written, also if ten processes start at once', async () => {
    write('0001_first.sql', 'create table one (n integer)');
    await migrate(db, { folder });
    write('0002_index.sql', index);
    write('0003_third.sql', 'create table three ()');
    // Until it ends, the index waits for this writer, and others write on.
    const writer = await db.reserve();
    await writer.unsafe('begin; insert into one values (1)');
    const processes = Array.from({ length: 10 }, () => connect(database.url, { poolSize: 1 }));
    const migrating = Promise.all(processes.map((process) => migrate(process, { folder })));
    await vi.waitFor(async () => expect(await isValid()).toBe(false), { timeout: 30_000 });
    await db`insert into one values (2)`;
    await writer.unsafe('commit');
    writer.release();
    const results = await migrating;
    await Promise.all(processes.map((process) => process.end()));
    expect(results.filter(({ applied }) => applied.length > 0)).toEqual([
      { applied: ['0002_index.sql', '0003_third.sql'] },
    ]);
    expect(await isValid()).toBe(true);
    expect((await recorded()).map(({ name }) => name)).toHaveLength(3);
  });

  it('an index whose build was interrupted is built anew, and one that was only not recorded is kept', async () => {
    write('0001_first.sql', 'create table one (n integer)');
    await migrate(db, { folder });
    await db`insert into one values (1), (1)`;
    // Fails at the second row, and leaves an invalid index.
    await expect(db.unsafe('create unique index concurrently one_by_n on one (n)')).rejects.toThrow();
    expect(await isValid()).toBe(false);
    write('0002_index.sql', index);
    expect(await migrate(db, { folder })).toEqual({ applied: ['0002_index.sql'] });
    expect(await isValid()).toBe(true);
    await db`delete from migrations where name = '0002_index.sql'`;
    expect(await migrate(db, { folder })).toEqual({ applied: ['0002_index.sql'] });
  });

  it('one that waits for a table lets others use it, says who has it, and goes on when it is free', async () => {
    write('0001_first.sql', 'create table one (n integer)');
    await migrate(db, { folder });
    write('0002_second.sql', 'create table two ();\nalter table one add column more text');
    const [dump, migrating, shop] = [1, 2, 3].map(() => connect(database.url, { poolSize: 1 }));
    if (!dump || !migrating || !shop) throw new Error('no connections');
    const ended = new AbortController();
    // As pg_dump does, which only reads.
    const dumping = dump.begin(async (tx) => {
      await tx`set local application_name = 'pg_dump'`;
      await tx`select from one`;
      await once(ended.signal, 'abort');
    });
    try {
      await vi.waitFor(async () =>
        expect(await db`select from pg_locks where relation = 'one'::regclass`).toHaveLength(1),
      );
      const warnings: string[] = [];
      const migrated = migrate(migrating, { folder, warn: (message) => warnings.push(message) });
      let longest = 0;
      while (warnings.length === 0) {
        const from = performance.now();
        await shop`insert into one (n) values (1)`;
        longest = Math.max(longest, performance.now() - from);
      }
      expect(longest, 'how long a payment waited').toBeLessThan(10_000);
      // Payments that wait behind it may be named, too.
      expect(warnings[0]).toMatch(
        /try again in 1 seconds.*: pg_dump \(pid \d+, user \w+\) locks one, for \d+ seconds/,
      );
      expect(await tables(), 'nothing was done by half').toEqual(['migrations', 'one']);
      ended.abort();
      expect(await migrated).toEqual({ applied: ['0002_second.sql'] });
    } finally {
      ended.abort();
      await dumping;
      await Promise.all([dump, migrating, shop].map((process) => process.end()));
    }
  });

  it('a database that cannot be reached is an error, not "nothing pending"', async () => {
    const nowhere = connect('postgres://127.0.0.1:1/none', { poolSize: 1 });
    await expect(pendingMigrations(nowhere)).rejects.toThrow();
    await nowhere.end();
  });
});
