import type { TransactionSql } from './client.ts';
import { isRefusal } from './errors.ts';

/**
 * Does work on rows of several merchants in one savepoint of a transaction, which is cheap while all of it can be done. If
 * the work is refused, it is done for each row alone, and the rows that are refused alone are passed to `refused`, so that
 * none stops another.
 */
export async function apart<Row, Result>(
  tx: TransactionSql,
  rows: readonly Row[],
  work: (tx: TransactionSql, rows: readonly Row[]) => Promise<Result[]>,
  refused: (row: Row, error: unknown) => Promise<void>,
): Promise<Result[]> {
  if (rows.length === 0) return [];
  const attempt = (some: readonly Row[]) =>
    tx.savepoint(async (inner) => {
      const results = await work(inner, some);
      // What would be refused at the commit is refused here.
      await inner`set constraints all immediate`;
      return results;
    });
  try {
    return await attempt(rows);
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
  const results: Result[] = [];
  for (const row of rows) {
    try {
      results.push(...(await attempt([row])));
    } catch (error) {
      if (!isRefusal(error)) throw error;
      await refused(row, error);
    }
  }
  return results;
}
