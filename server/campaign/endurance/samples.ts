import type { Child } from '../../bench/child.ts';
import type { Db } from '../../src/platform/db/client.ts';

/** What was measured at one moment, by name. Bytes, or counts. */
export type Sample = ReadonlyMap<string, number>;

interface TableRow {
  name: string;
  table_bytes: string;
  index_bytes: string;
  dead: string;
  rows: string;
}

/** The process after a collection, its connections, and every table. */
export async function takeSample(child: Child, db: Db): Promise<Sample> {
  const ofProcess = Object.entries(await child.ask()).map(([name, value]) => [name, Number(value)] as const);
  const [activity] = await db<{ count: string }[]>`
    select count(*)::text as count from pg_stat_activity where backend_type = 'client backend'`;
  const tables = await db<TableRow[]>`
    select relname as name, pg_table_size(relid)::text as table_bytes, pg_indexes_size(relid)::text as index_bytes,
      n_dead_tup::text as dead, n_live_tup::text as rows
    from pg_stat_user_tables order by relname`;
  return new Map([
    ...ofProcess,
    ['connections', Number(activity?.count ?? 0)],
    ...tables.flatMap(({ name, table_bytes, index_bytes, dead, rows }): [string, number][] => [
      [`${name}: bytes`, Number(table_bytes)],
      [`${name}: index bytes`, Number(index_bytes)],
      [`${name}: dead rows`, Number(dead)],
      [`${name}: rows`, Number(rows)],
    ]),
  ]);
}
