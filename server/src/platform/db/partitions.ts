import type { Context } from '../../app/context.ts';
import { dayMs } from '../../lib/durations.ts';
import { firstIdAt, type IdPrefix, timeOfId } from '../../lib/ids.ts';
import type { Db, Sql, TransactionSql } from './client.ts';
import { isLockConflict } from './errors.ts';
import { daysPerPartition, forgettableBefore, missingSpan, type Span } from './partition-spans.ts';

/**
 * A table partitioned by ranges of an id, which starts with the time. Rows outside of all ranges are in its default
 * partition, `<name>_rest`: no insert fails because a partition is missing.
 */
export interface PartitionedTable {
  name: string;
  idColumn: string;
  prefix: IdPrefix;
  isUnlogged?: boolean;
  /** Deletes what other tables hold of rows with ids below `beforeId`, in the transaction that deletes the rows. */
  alsoForget?: (tx: Sql, beforeId: string) => Promise<void>;
}

interface Partition extends Span {
  name: string;
}

/** All statements on the table wait behind a lock that we wait for. A backup can hold its own for hours. */
const lockTimeoutMs = 200;
const batchSize = 1000;
/** More than clocks of two processes differ, and than a statement waits for a lock. */
const startsAfterMs = 15_000;

/**
 * Makes the partitions for today and tomorrow, and drops those with nothing younger than `keptDays`. Returns how many
 * partitions and rows of `_rest` it made or dropped. A table that is locked is left for the next time.
 */
export async function turnPartitions(
  { db, clock, log }: Pick<Context, 'db' | 'clock' | 'log'>,
  tables: readonly PartitionedTable[],
  keptDays: number,
): Promise<number> {
  const nowMs = clock.nowMs();
  const days = daysPerPartition(keptDays);
  let done = 0;
  for (const table of tables) {
    try {
      for (const atMs of [nowMs, nowMs + dayMs]) done += await makePartition(db, table, nowMs, atMs, days);
      done += await forgetBefore(db, table, nowMs - keptDays * dayMs);
    } catch (error) {
      if (!isLockConflict(error)) throw error;
      log.info({ table: table.name }, 'a table is locked: its partitions are made and dropped later');
    }
  }
  return done;
}

async function makePartition(
  db: Db,
  table: PartitionedTable,
  nowMs: number,
  atMs: number,
  days: number,
): Promise<number> {
  if (!nextSpan(await selectPartitions(db, table), nowMs, atMs, days)) return 0;
  return transact(db, table, async (tx) => {
    // Keeps inserts out: one that has chosen `_rest` and waits there would fail once the partition is attached.
    await tx`lock table only ${tx(table.name)} in share row exclusive mode`;
    const span = nextSpan(await selectPartitions(tx, table), nowMs, atMs, days);
    if (!span || (await hasRows(tx, table, span))) return 0;
    await attachPartition(tx, table, span);
    return 1;
  });
}

/**
 * Rows are never moved into a partition, and none are in it when it is attached: a statement that was planned before, and
 * waited for the lock, does not look there. So a partition starts a moment from now, and younger rows stay in `_rest`.
 */
function nextSpan(spans: readonly Span[], nowMs: number, atMs: number, days: number): Span | null {
  const missing = missingSpan(spans, atMs, days);
  if (!missing) return null;
  const fromMs = Math.max(missing.fromMs, nowMs + startsAfterMs);
  return fromMs < missing.untilMs ? { fromMs, untilMs: missing.untilMs } : null;
}

/** Of a process whose clock is ahead. Postgres refuses a partition whose rows are in `_rest`: it is made later. */
async function hasRows(tx: Sql, { name, idColumn, prefix }: PartitionedTable, span: Span): Promise<boolean> {
  const id = tx(idColumn);
  const found = await tx`
    select from ${tx(`${name}_rest`)}
    where ${id} >= ${firstIdAt(prefix, span.fromMs)} and ${id} < ${firstIdAt(prefix, span.untilMs)} limit 1`;
  return found.length > 0;
}

async function attachPartition(
  tx: TransactionSql,
  { name, prefix, isUnlogged }: PartitionedTable,
  { fromMs, untilMs }: Span,
): Promise<void> {
  const start = new Date(fromMs).toISOString().replace('T00:00:00.000Z', '').replace(/\D/g, '');
  const [parent, partition] = [tx(name), tx(`${name}_${start}`)];
  const [from, until] = [firstIdAt(prefix, fromMs), firstIdAt(prefix, untilMs)];
  await tx`create ${isUnlogged ? tx`unlogged` : tx``} table ${partition} (like ${parent} including all)`;
  await tx`
    alter table ${parent} attach partition ${partition} for values from (${tx.unsafe(`'${from}'`)}) to (${tx.unsafe(`'${until}'`)})`;
}

async function forgetBefore(db: Db, table: PartitionedTable, beforeMs: number): Promise<number> {
  const partitions = await selectPartitions(db, table);
  const untilMs = forgettableBefore(partitions, beforeMs);
  const old = partitions.filter((partition) => partition.untilMs <= untilMs);
  const beforeId = firstIdAt(table.prefix, untilMs);
  return transact(db, table, async (tx) => {
    const gone = old.length + (await deleteFromRest(tx, table, beforeId));
    if (gone > 0) await table.alsoForget?.(tx, beforeId);
    for (const { name } of old) await tx`drop table if exists ${tx(name)}`;
    return gone;
  });
}

async function deleteFromRest(tx: Sql, table: PartitionedTable, beforeId: string): Promise<number> {
  const [rest, id] = [tx(`${table.name}_rest`), tx(table.idColumn)];
  const { count } = await tx`
    delete from ${rest} where ctid = any(array(
      select ctid from ${rest} where ${id} < ${beforeId} order by ${id} limit ${batchSize} for update skip locked))`;
  return count;
}

/** Without bounds are the default partition, and one that another process drops at this moment. */
async function selectPartitions(sql: Sql, table: PartitionedTable): Promise<Partition[]> {
  const rows = await sql<{ name: string; bounds: string | null }[]>`
    select relname as name, pg_get_expr(relpartbound, pg_class.oid) as bounds
    from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = to_regclass(${table.name}::text)`;
  return rows.flatMap(({ name, bounds }) => {
    const [fromMs, untilMs] = Array.from((bounds ?? '').matchAll(/'(\w+)'/g), ([, id = '']) => timeOfId(id));
    return typeof fromMs === 'number' && typeof untilMs === 'number' ? [{ name, fromMs, untilMs }] : [];
  });
}

/** One process at a time: two that lock a table and its `_rest` in different order would wait for each other. */
function transact<T>(
  db: Db,
  { name }: PartitionedTable,
  work: (tx: TransactionSql) => Promise<T>,
): Promise<T> {
  return db.begin(async (tx) => {
    await tx`select set_config('lock_timeout', ${String(lockTimeoutMs)}, true)`;
    await tx`select pg_advisory_xact_lock(hashtextextended(${`partitions ${name}`}, 0))`;
    return work(tx);
  });
}
