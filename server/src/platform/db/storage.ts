import type { Db } from './client.ts';
import { isStorageError } from './errors.ts';

/** Whether the database accepts writes, as far as this process has seen. */
export interface Storage {
  /** Call with the error of any statement. */
  note(error: unknown): void;
  /** Null if the database can be written to, otherwise why not. */
  problem(): Promise<string | null>;
}

export function createStorage(db: Db): Storage {
  let hasFailed = false;
  return {
    note(error) {
      if (isStorageError(error)) hasFailed = true;
    },
    async problem() {
      const [row] = await db<{ read_only: boolean }[]>`
        select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as read_only`;
      if (row?.read_only) return 'The database is read-only.';
      // Writing a probe on every call would be wasteful, so only after a write has failed.
      hasFailed &&= !(await canWrite(db));
      return hasFailed ? 'The database cannot store more data. Free disk space.' : null;
    },
  };
}

/** Writes about 200 KB to a temporary table: smaller writes can succeed on a full disk, in pages that have room. */
async function canWrite(db: Db): Promise<boolean> {
  try {
    await db.begin(
      (tx) => tx`
        create temp table storage_probe on commit drop as
        select md5(n::text) as text from generate_series(1, 4000) n`,
    );
    return true;
  } catch (error) {
    if (isStorageError(error)) return false;
    throw error;
  }
}
