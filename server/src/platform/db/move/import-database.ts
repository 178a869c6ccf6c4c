import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import type { Db, Sql, TransactionSql } from '../client.ts';
import { migrate, migrateTo } from '../migrate.ts';
import { quoted, selectTables } from './export-database.ts';
import {
  MoveError,
  type SavedHeader,
  type SavedPartition,
  type SavedRow,
  type SavedTable,
} from './saved-database.ts';

const rowsAtOnce = 500;
const charactersAtOnce = 4_000_000;

/**
 * Reads a file of `database export` into an empty database: the tables as the build that wrote it had them, then its rows in one
 * transaction, then the migrations that came since. Foreign keys are checked at the end, for all rows.
 */
export async function importDatabase(db: Db, file: string): Promise<{ rows: number; applied: string[] }> {
  await refuseUsed(db);
  const lines = linesOf(file);
  const header = await headerIn(lines, file);
  await migrateTo(db, header.migrations);
  const rows = await db.begin(async (tx) => {
    await tx.unsafe('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0');
    await makePartitions(tx, header.partitions);
    const restore = await setRulesAside(tx);
    const count = await insertAll(tx, lines, file);
    for (const { name, last_value } of header.sequences)
      await tx`select setval(${quoted(name)}::regclass, ${last_value}::bigint)`;
    await restore();
    return count;
  });
  await db.unsafe('analyze');
  return { rows, applied: (await migrate(db)).applied };
}

/** Tables of ours without a merchant are left by an import that failed. */
async function refuseUsed(db: Db): Promise<void> {
  const tables = (await selectTables(db)).map(({ table }) => table);
  if (tables.length === 0) return;
  const isOurs = tables.includes('merchants');
  if (!isOurs || (await db`select from merchants limit 1`).length > 0)
    throw new MoveError('The database is not empty. Import into a new one. Nothing was changed.');
}

async function* linesOf(file: string): AsyncGenerator<unknown, void> {
  const gunzip = createGunzip();
  const source = createReadStream(file);
  source.on('error', (error) => gunzip.destroy(error));
  try {
    for await (const line of createInterface({
      input: source.pipe(gunzip),
      crlfDelay: Number.POSITIVE_INFINITY,
    }))
      yield JSON.parse(line);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new MoveError(`${file} cannot be read: ${reason}. Nothing was imported.`);
  } finally {
    source.destroy();
    gunzip.destroy();
  }
}

async function headerIn(lines: AsyncGenerator<unknown, void>, file: string): Promise<SavedHeader> {
  const { value } = await lines.next();
  const header = value as Partial<SavedHeader> | undefined;
  if (header?.causeway_database !== 1)
    throw new MoveError(`${file} was not written by "causeway database export".`);
  return header as SavedHeader;
}

/** The database is empty, so those that migrations made can go. */
async function makePartitions(tx: TransactionSql, partitions: readonly SavedPartition[]): Promise<void> {
  const made = await tx<{ name: string }[]>`
    select child.relname as name from pg_inherits join pg_class child on child.oid = inhrelid
    join pg_class parent on parent.oid = inhparent
    where parent.relkind = 'p' and parent.relnamespace = current_schema()::regnamespace`;
  const known = new Set(made.map(({ name }) => name));
  for (const { name, parent, bounds, unlogged } of partitions) {
    if (known.has(name)) continue;
    await tx.unsafe(
      `create ${unlogged ? 'unlogged' : ''} table ${quoted(name)} (like ${quoted(parent)} including all);
       alter table ${quoted(parent)} attach partition ${quoted(name)} ${bounds}`,
    );
  }
}

/**
 * Drops foreign keys and turns triggers off, which rows were checked by when they were written: tables can be filled in any
 * order. Returns what puts them back, which checks the foreign keys of all rows.
 */
async function setRulesAside(tx: TransactionSql): Promise<() => Promise<void>> {
  const keys = await tx<{ table: string; name: string; text: string }[]>`
    select relname as table, conname as name, pg_get_constraintdef(pg_constraint.oid) as text
    from pg_constraint join pg_class on pg_class.oid = conrelid
    where contype = 'f' and conparentid = 0 and relnamespace = current_schema()::regnamespace`;
  const tables = (await selectTables(tx)).map(({ table }) => quoted(table));
  for (const { table, name } of keys)
    await tx.unsafe(`alter table ${quoted(table)} drop constraint ${quoted(name)}`);
  for (const table of tables) await tx.unsafe(`alter table ${table} disable trigger user`);
  // Migrations write a few rows, which are in the file too.
  await tx.unsafe(`truncate ${tables.join(', ')}`);
  return async () => {
    for (const table of tables) await tx.unsafe(`alter table ${table} enable trigger user`);
    for (const { table, name, text } of keys)
      await tx.unsafe(`alter table ${quoted(table)} add constraint ${quoted(name)} ${text}`);
  };
}

/** Returns the number of rows, which the last line must confirm. */
async function insertAll(
  tx: TransactionSql,
  lines: AsyncGenerator<unknown, void>,
  file: string,
): Promise<number> {
  let table: SavedTable | null = null;
  let waiting: string[] = [];
  let characters = 0;
  let count = 0;
  const flush = async () => {
    if (table && waiting.length > 0) await insert(tx, table, waiting);
    count += waiting.length;
    waiting = [];
    characters = 0;
  };
  for await (const line of lines) {
    if (Array.isArray(line)) {
      const text = JSON.stringify(line as SavedRow);
      waiting.push(text);
      characters += text.length;
      if (waiting.length >= rowsAtOnce || characters >= charactersAtOnce) await flush();
      continue;
    }
    await flush();
    const { rows, ...next } = line as Partial<SavedTable> & { rows?: number };
    if (rows === count) return count;
    if (rows !== undefined) break;
    table = next as SavedTable;
  }
  throw new MoveError(`${file} is not whole: it was cut off, or changed. Nothing was imported.`);
}

async function insert(tx: Sql, { table, columns }: SavedTable, rows: readonly string[]): Promise<void> {
  const names = columns.map(({ name }) => quoted(name)).join(', ');
  const values = columns.map(({ type }, index) => `(row ->> ${index})::${type}`).join(', ');
  await tx`
    insert into ${tx.unsafe(`${quoted(table)} (${names})`)} overriding system value
    select ${tx.unsafe(values)} from json_array_elements(${`[${rows.join(',')}]`}::json) as row`;
}
