import type { Sql } from '../../platform/db/client.ts';

export interface ThrottleRow {
  throttle_key: Buffer;
  failures: number;
  last_failure_at: Date;
  blocked_until: Date | null;
}

/** Locks the rows of these keys, inserting missing ones. Sorted, so that transactions cannot deadlock. */
export async function lockThrottles(sql: Sql, keys: Buffer[], now: Date): Promise<ThrottleRow[]> {
  const rows: ThrottleRow[] = [];
  for (const key of [...keys].sort(Buffer.compare)) {
    await sql`
      insert into throttles (throttle_key, failures, last_failure_at) values (${key}, 0, ${now})
      on conflict (throttle_key) do nothing`;
    const [row] = await sql<ThrottleRow[]>`
      select throttle_key, failures, last_failure_at, blocked_until from throttles
      where throttle_key = ${key} for update`;
    if (row) rows.push(row);
  }
  return rows;
}

export async function saveThrottles(sql: Sql, rows: ThrottleRow[]): Promise<void> {
  for (const row of rows) {
    await sql`
      update throttles set failures = ${row.failures}, last_failure_at = ${row.last_failure_at},
        blocked_until = ${row.blocked_until}
      where throttle_key = ${row.throttle_key}`;
  }
}

/** What a successful attempt does to a counter: undo its own failure, or forget all. */
export interface Pardon {
  key: Buffer;
  clear: boolean;
}

/**
 * Undoes one failure and the block it caused (earlier blocks had ended, or the attempt would not have been allowed), or
 * clears all failures. Sorted as in `lockThrottles`.
 */
export async function pardonThrottles(sql: Sql, pardons: Pardon[]): Promise<void> {
  for (const { key, clear } of [...pardons].sort((a, b) => Buffer.compare(a.key, b.key))) {
    if (clear) await sql`delete from throttles where throttle_key = ${key}`;
    else
      await sql`
        update throttles set failures = greatest(failures - 1, 0), blocked_until = null
        where throttle_key = ${key}`;
  }
}
