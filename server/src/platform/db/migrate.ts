import { setTimeout as sleep } from 'node:timers/promises';
import { serverFolder } from '../places.ts';
import { buildVersion, compareVersions } from '../version.ts';
import type { Db, Sql } from './client.ts';
import { type Migration, readMigrations } from './migration-files.ts';
import { inShortTransactions } from './migration-transaction.ts';

/** Resolves to the same folder from src/ and from dist/. */
const migrationsDir = new URL('src/platform/db/migrations/', serverFolder);
const lockKey = 0x63617573; // "caus"
const lookEveryMs = 100;

/** The database cannot be used by this build. The message says what to do. */
export class MigrationError extends Error {}

/**
 * Applies pending migrations in the order of their file names: if ten processes start at once, one migrates and the others
 * wait. Forward only. All up to the next index that is built concurrently are one transaction. Such an index is built outside
 * of any, so that the table can be written meanwhile; a build that was interrupted starts over.
 */
export async function migrate(
  db: Db,
  { folder = migrationsDir, version = buildVersion(), warn = () => {} }: MigrateOptions = {},
): Promise<{ applied: string[] }> {
  return applyAll(db, await readMigrations(folder), { version, warn });
}

interface MigrateOptions {
  folder?: URL;
  version?: string;
  /** Called each time that another session's lock is in the way. */
  warn?: Warn;
}

type Warn = (message: string) => void;

/** Applies these migrations alone, of which each must be known with this checksum: the tables as an older build has them. */
export async function migrateTo(db: Db, wanted: readonly AppliedMigration[]): Promise<void> {
  const known = new Map(
    (await readMigrations(migrationsDir)).map((migration) => [migration.name, migration]),
  );
  const migrations = wanted.flatMap(({ name, checksum }) => {
    const migration = known.get(name);
    return migration?.checksum === checksum ? [migration] : [];
  });
  if (migrations.length < wanted.length) {
    const unknown = wanted.filter(({ name, checksum }) => known.get(name)?.checksum !== checksum);
    throw new MigrationError(
      `This build does not know ${unknown.map(({ name }) => name).join(', ')}: use the build that was used before, or a later one. Nothing was changed.`,
    );
  }
  await applyAll(db, migrations, { version: buildVersion(), warn: () => {} });
}

/** As the table of migrations has them. */
export interface AppliedMigration {
  name: string;
  checksum: string;
}

function applyAll(
  db: Db,
  migrations: Migration[],
  { version, warn }: { version: string; warn: Warn },
): Promise<{ applied: string[] }> {
  return alone(db, async (sql) => {
    const applied: string[] = [];
    for (;;) {
      const step = await inShortTransactions(sql, () => applyUpToIndex(sql, migrations, version), warn);
      applied.push(...step.applied);
      if (!step.next) return { applied };
      await buildIndex(sql, step.next);
      await record(sql, step.next);
      applied.push(step.next.name);
    }
  });
}

interface Step {
  applied: string[];
  /** An index to build concurrently. */
  next: Migration | null;
}

async function applyUpToIndex(sql: Sql, migrations: Migration[], version: string): Promise<Step> {
  await sql`create table if not exists migrations (
    name text primary key, checksum text not null, applied_at timestamptz not null default now(), works_with text
  )`;
  const done = await appliedMigrations(sql);
  refuseEarlier(done, migrations);
  refuseNewer(done, migrations, version);
  const applied: string[] = [];
  for (const migration of migrations) {
    const checksum = done.get(migration.name)?.checksum;
    if (checksum === migration.checksum) continue;
    if (checksum)
      throw new MigrationError(
        `Migration ${migration.name} was changed after it was applied. Restore the file.`,
      );
    if (migration.concurrentIndex !== null) return { applied, next: migration };
    await sql.unsafe(migration.statements);
    await record(sql, migration);
    applied.push(migration.name);
  }
  return { applied, next: null };
}

async function record(sql: Sql, { name, checksum, worksWith }: Migration): Promise<void> {
  await sql`insert into migrations (name, checksum, works_with) values (${name}, ${checksum}, ${worksWith})`;
}

/** A process that was killed while it built the index leaves an invalid one, or one that it did not record. */
async function buildIndex(sql: Sql, { concurrentIndex, statements }: Migration): Promise<void> {
  const [found] = await sql<{ indisvalid: boolean }[]>`
    select indisvalid from pg_index where indexrelid = to_regclass(${concurrentIndex})`;
  if (found?.indisvalid) return;
  if (found) await sql.unsafe(`drop index concurrently ${concurrentIndex}`);
  await sql.unsafe(statements);
}

/**
 * Runs with the lock of all migrations, on one connection. Looks for the lock again and again instead of waiting in a
 * statement: its snapshot would keep an index from being finished.
 */
async function alone<T>(db: Db, work: (sql: Sql) => Promise<T>): Promise<T> {
  const sql = await db.reserve();
  try {
    // No timeouts: migrations may take long, and an index that is built concurrently may wait. Transactions have their own.
    await sql.unsafe('set statement_timeout = 0; set lock_timeout = 0');
    while (!(await isLocked(sql))) await sleep(lookEveryMs);
    return await work(sql);
  } finally {
    // A lost connection has no lock any more, and the error of the work is the one to tell.
    await sql
      .unsafe('select pg_advisory_unlock_all(); reset statement_timeout; reset lock_timeout')
      .catch(() => {});
    sql.release();
  }
}

async function isLocked(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ locked: boolean }[]>`select pg_try_advisory_lock(${lockKey}) as locked`;
  return row?.locked === true;
}

interface Applied {
  name: string;
  checksum: string;
  works_with: string | null;
}

/** Until the first release the baseline changes in place, and before it there were other migrations. From then on it stays. */
function refuseEarlier(done: Map<string, Applied>, [baseline]: Migration[]): void {
  if (!baseline || done.size === 0 || done.get(baseline.name)?.checksum === baseline.checksum) return;
  throw new MigrationError(
    'The database was made by a build of Causeway from before the first release, and cannot be upgraded. Nothing was ' +
      'changed. Start with an empty database: set DATABASE_URL to another database, or DATA_DIR to another folder. Keep the ' +
      'old one, and the build that made it, as long as its addresses may receive money.',
  );
}

/**
 * A build starts beside a newer one if the newer one's migrations say so: those of one version work with the version before.
 * An even older one would write rows that break the promises of the newer.
 */
function refuseNewer(done: Map<string, Applied>, migrations: Migration[], version: string): void {
  const known = new Set(migrations.map(({ name }) => name));
  const refused = [...done.values()].filter(
    ({ name, works_with }) =>
      !known.has(name) && (works_with === null || compareVersions(version, works_with) < 0),
  );
  if (refused.length === 0) return;
  const names = refused.map(({ name }) => name).sort();
  throw new MigrationError(
    `The database was migrated by a newer build of Causeway, with ${names.join(', ')}. Nothing was changed. ` +
      'Run that build or a later one. To go back to this build, restore a backup from before the upgrade.',
  );
}

/** Names of the migrations that are not applied yet. Throws when the database cannot be reached. */
export async function pendingMigrations(db: Db, folder = migrationsDir): Promise<string[]> {
  const [table] = await db`select to_regclass('migrations') is not null as present`;
  const done = table?.['present'] ? await appliedMigrations(db) : new Map<string, Applied>();
  return (await readMigrations(folder)).map((migration) => migration.name).filter((name) => !done.has(name));
}

async function appliedMigrations(sql: Sql): Promise<Map<string, Applied>> {
  const rows = await sql<Applied[]>`select * from migrations`;
  return new Map(rows.map((row) => [row.name, row]));
}
