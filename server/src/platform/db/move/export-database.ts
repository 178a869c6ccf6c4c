import { once } from 'node:events';
import { type FileHandle, open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGzip, type Gzip } from 'node:zlib';
import { buildVersion } from '../../version.ts';
import type { Db, Sql } from '../client.ts';
import type { AppliedMigration } from '../migrate.ts';
import {
  MoveError,
  type SavedEnd,
  type SavedHeader,
  type SavedPartition,
  type SavedRow,
  type SavedTable,
} from './saved-database.ts';

const rowsAtOnce = 500;

/**
 * Writes everything that the database holds into a file, as it is at one moment. Any version of Postgres that the service runs on
 * can read it. Other processes must have been stopped: what they write from then on would be lost with the move.
 */
export async function exportDatabase(db: Db, file: string): Promise<{ tables: number; rows: number }> {
  const sql = await db.reserve();
  try {
    await sql.unsafe('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0');
    await refuseOthers(sql);
    const target = await create(file);
    await sql.unsafe('begin isolation level repeatable read read only');
    const gzip = createGzip();
    const written = pipeline(gzip, target.createWriteStream());
    const [counts] = await Promise.all([writeAll(sql, gzip), written]);
    return counts;
  } finally {
    await sql.unsafe('rollback; reset statement_timeout; reset idle_in_transaction_session_timeout');
    sql.release();
  }
}

/** Never over another file, and readable by its owner alone: it has the addresses of customers. */
async function create(file: string): Promise<FileHandle> {
  try {
    return await open(file, 'wx', 0o600);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new MoveError(`${file} cannot be written: ${reason}. Nothing was exported.`);
  }
}

async function refuseOthers(sql: Sql): Promise<void> {
  const others = await sql`
    select from pg_stat_activity where datname = current_database() and application_name = 'causeway'
      and pid <> pg_backend_pid() limit 1`;
  if (others.length > 0)
    throw new MoveError(
      'The service still runs on this database. Stop all its processes first: what they write after the export would be lost.',
    );
}

async function writeAll(sql: Sql, gzip: Gzip): Promise<{ tables: number; rows: number }> {
  const write = async (line: SavedHeader | SavedTable | SavedRow | SavedEnd) => {
    if (!gzip.write(`${JSON.stringify(line)}\n`)) await once(gzip, 'drain');
  };
  try {
    await write(await headerOf(sql));
    const tables = await selectTables(sql);
    let rows = 0;
    for (const table of tables) {
      await write(table);
      for await (const row of rowsOf(sql, table)) {
        await write(row);
        rows++;
      }
    }
    await write({ rows });
    gzip.end();
    return { tables: tables.length, rows };
  } catch (error) {
    gzip.destroy(error instanceof Error ? error : new Error(String(error)));
    throw error;
  }
}

async function headerOf(sql: Sql): Promise<SavedHeader> {
  const migrations = await sql<AppliedMigration[]>`select name, checksum from migrations order by name`;
  const partitions = await sql<SavedPartition[]>`
    select child.relname as name, parent.relname as parent, pg_get_expr(child.relpartbound, child.oid) as bounds,
      child.relpersistence = 'u' as unlogged
    from pg_inherits join pg_class child on child.oid = inhrelid join pg_class parent on parent.oid = inhparent
    where parent.relkind = 'p' and parent.relnamespace = current_schema()::regnamespace order by 1`;
  const sequences = await sql<{ name: string; last_value: string }[]>`
    select sequencename as name, last_value::text from pg_sequences
    where schemaname = current_schema() and last_value is not null order by 1`;
  return {
    causeway_database: 1,
    version: buildVersion(),
    migrations: [...migrations],
    partitions: [...partitions],
    sequences: [...sequences],
  };
}

/** Without partitions, whose rows are those of their table, and without columns that Postgres works out. */
export async function selectTables(sql: Sql): Promise<SavedTable[]> {
  const rows = await sql<{ table: string; name: string; type: string }[]>`
    select relname as table, attname as name, format_type(atttypid, atttypmod) as type
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition
      and relname <> 'migrations' and attnum > 0 and not attisdropped and attgenerated = ''
    order by relname, attnum`;
  const tables = new Map<string, SavedTable>();
  for (const { table, name, type } of rows) {
    const known = tables.get(table) ?? { table, columns: [] };
    known.columns.push({ name, type });
    tables.set(table, known);
  }
  return [...tables.values()];
}

/** As Postgres writes them in text, so that nothing is rounded or understood in another way. */
async function* rowsOf(sql: Sql, { table, columns }: SavedTable): AsyncGenerator<SavedRow> {
  const texts = columns.map(({ name }) => `${quoted(name)}::text`).join(', ');
  await sql.unsafe(
    `declare saved no scroll cursor for select json_build_array(${texts})::text as row from ${quoted(table)}`,
  );
  for (;;) {
    const rows = await sql.unsafe(`fetch ${rowsAtOnce} from saved`);
    for (const { row } of rows) yield JSON.parse(String(row)) as SavedRow;
    if (rows.length < rowsAtOnce) break;
  }
  await sql.unsafe('close saved');
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
