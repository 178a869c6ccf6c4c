import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { serverFolder } from '../places.ts';
import type { Db, Sql } from './client.ts';

/** Resolves to the same folder from src/ and from dist/. */
const migrationsDir = new URL('src/platform/db/migrations/', serverFolder);
const lockKey = 0x63617573; // "caus"

interface Migration {
  name: string;
  checksum: string;
  statements: string;
}

/** The database cannot be used by this build. The message says what to do. */
export class MigrationError extends Error {}

/**
 * Applies pending migrations in the order of their file names, in one transaction under an advisory lock: if ten
 * processes start at once, one migrates and the others wait. Forward only.
 */
export async function migrate(db: Db, folder = migrationsDir): Promise<{ applied: string[] }> {
  const migrations = await readMigrations(folder);
  return db.begin(async (tx) => {
    // No timeouts: migrations may take long, and so may waiting for another process to apply them.
    await tx`set local statement_timeout = 0`;
    await tx`set local lock_timeout = 0`;
    await tx`select pg_advisory_xact_lock(${lockKey})`;
    await tx`create table if not exists migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now()
    )`;
    const done = await appliedMigrations(tx);
    refuseNewer([...done.keys()], migrations);
    const applied: string[] = [];
    for (const migration of migrations) {
      const checksum = done.get(migration.name);
      if (checksum === migration.checksum) continue;
      if (checksum)
        throw new MigrationError(
          `Migration ${migration.name} was changed after it was applied. Restore the file.`,
        );
      await tx.unsafe(migration.statements);
      await tx`insert into migrations (name, checksum) values (${migration.name}, ${migration.checksum})`;
      applied.push(migration.name);
    }
    return { applied };
  });
}

/** An older build would write rows that break the promises of the newer one, so it does not start. */
function refuseNewer(done: string[], migrations: Migration[]): void {
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = done.filter((name) => !known.has(name)).sort();
  if (unknown.length === 0) return;
  throw new MigrationError(
    `The database was migrated by a newer build of Causeway, with ${unknown.join(', ')}. Nothing was changed. ` +
      'Run that build or a later one. To go back to this build, restore a backup from before the upgrade.',
  );
}

/** Names of the migrations that are not applied yet. Throws when the database cannot be reached. */
export async function pendingMigrations(db: Db, folder = migrationsDir): Promise<string[]> {
  const [table] = await db`select to_regclass('migrations') is not null as present`;
  const done = table?.['present'] ? await appliedMigrations(db) : new Map<string, string>();
  return (await readMigrations(folder)).map((migration) => migration.name).filter((name) => !done.has(name));
}

async function appliedMigrations(sql: Sql): Promise<Map<string, string>> {
  const rows = await sql<{ name: string; checksum: string }[]>`select name, checksum from migrations`;
  return new Map(rows.map((row) => [row.name, row.checksum]));
}

async function readMigrations(folder: URL): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const statements = await readFile(new URL(name, folder), 'utf8');
      return { name, statements, checksum: createHash('sha256').update(statements).digest('hex') };
    }),
  );
}
