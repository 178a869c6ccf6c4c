import type { Db } from '../../../src/platform/db/client.ts';

/** Copies all tables. Returns what puts them back, as a restored backup would. */
export async function backUp(db: Db): Promise<() => Promise<void>> {
  const tables = (
    await db<{ name: string }[]>`
      select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`
  ).map(({ name }) => name);
  for (const name of tables) await db`create table ${db(`kept_${name}`)} as table ${db(name)}`;
  return () =>
    db.begin(async (tx) => {
      // Triggers and foreign keys are for those who write, and not for backups.
      await tx`set local session_replication_role = replica`;
      for (const name of tables) {
        const columns = await tx<{ name: string }[]>`
          select column_name as name from information_schema.columns
          where table_schema = 'public' and table_name = ${name} and is_generated = 'NEVER'`;
        const listed = tx(columns.map((column) => column.name));
        await tx`delete from ${tx(name)}`;
        await tx`insert into ${tx(name)} (${listed}) overriding system value select ${listed} from ${tx(`kept_${name}`)}`;
        await tx`drop table ${tx(`kept_${name}`)}`;
      }
    }) as Promise<unknown> as Promise<void>;
}
