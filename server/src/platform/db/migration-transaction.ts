import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from './client.ts';
import { isLockConflict } from './errors.ts';

/** While a migration waits for a table, every statement that uses the table waits behind it. */
const lockTimeoutMs = 2500;
const firstPauseMs = 1000;
const longestPauseMs = 30_000;

/**
 * Runs `work` in a transaction. When another session's lock is in the way, such as that of pg_dump, gives way to what waits
 * behind, and starts over after a pause that grows.
 */
export async function inShortTransactions<T>(
  sql: Sql,
  work: () => Promise<T>,
  warn: (message: string) => void,
): Promise<T> {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    try {
      return await inTransaction(sql, work);
    } catch (error) {
      if (!isLockConflict(error)) throw error;
      warn(
        `Migrations wait for a table that is in use, and try again in ${pauseMs / 1000} seconds. Nothing was changed yet. ` +
          `What may hold it: ${await whoHoldsLocks(sql)}`,
      );
    }
    await sleep(pauseMs);
  }
}

async function inTransaction<T>(sql: Sql, work: () => Promise<T>): Promise<T> {
  await sql.unsafe(`begin; set local lock_timeout = ${lockTimeoutMs}`);
  try {
    const result = await work();
    await sql.unsafe('commit');
    return result;
  } catch (error) {
    await sql.unsafe('rollback').catch(() => {});
    throw error;
  }
}

interface Holder {
  pid: number;
  program: string | null;
  user: string | null;
  seconds: number | null;
  tables: string[];
}

/**
 * Sessions whose transactions are as old as the wait was, with the tables that they lock: Postgres does not say for which one it
 * waited. The age of another user's transaction is only known to monitoring roles.
 */
async function whoHoldsLocks(sql: Sql): Promise<string> {
  const holders = await sql<Holder[]>`
    select a.pid, coalesce(nullif(a.application_name, ''), a.backend_type) as program, a.usename as "user",
      extract(epoch from now() - a.xact_start)::int as seconds, array_agg(distinct c.relname::text order by c.relname::text) as tables
    from pg_locks l join pg_stat_activity a using (pid) join pg_class c on c.oid = l.relation
    where l.granted and l.locktype = 'relation' and c.relkind in ('r', 'p') and c.relnamespace = current_schema()::regnamespace
      and l.database = (select oid from pg_database where datname = current_database()) and l.pid <> pg_backend_pid()
      and (a.xact_start is null or a.xact_start <= now() - ${lockTimeoutMs}::float8 * interval '1 millisecond')
    group by 1, 2, 3, 4 order by seconds desc nulls last limit 3`;
  if (holders.length === 0) return 'a session that has ended meanwhile.';
  return holders.map(describe).join('; ');
}

function describe({ pid, program, user, seconds, tables }: Holder): string {
  const age = seconds === null ? '' : `, for ${seconds} seconds`;
  const named =
    tables.length > 3 ? `${tables.slice(0, 3).join(', ')} and ${tables.length - 3} more` : tables.join(', ');
  return `${program ?? 'a program'} (pid ${pid}, user ${user}) locks ${named}${age}`;
}
